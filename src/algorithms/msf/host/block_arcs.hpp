// One look at the arcs of a block of vertices, once these have hooked themselves: which arcs are in
// the forest already, and which may still get there.
#pragma once

#include <cstdint>

#include "algorithms/msf/keyed_edge.hpp"
#include "base/branchless.hpp"

namespace strider::detail {

/// In place of the fragment of an end that lies before or behind the block; before it, too, where
/// it is outside of all blocks.
inline constexpr std::uint32_t kBelowBlock = 0xFFFE;
inline constexpr std::uint32_t kAboveBlock = 0xFFFF;
/// In place of the vertex that an arc behind the block's last one leads from.
inline constexpr std::uint16_t kNoSource = 0xFFFF;

/// Vertices and arcs are numbered within the block.
template <class W>
struct BlockArcs {
  using Key = WeightKey<W>;

  /// Edges found, apart, as vectors write them.
  struct Cursor {
    Key* key;
    std::uint32_t* arc;
    std::uint32_t* ends;  // the fragments: that of the arc's source, and the other one << 16
    void advance(std::size_t count) {
      key += count;
      arc += count;
      ends += count;
    }
  };

  Vertex begin;  // of the block
  Vertex size;
  Vertex own;                    // vertices from here on lie outside of all blocks
  std::size_t count;             // of arcs
  const std::uint16_t* sources;  // by arc; kNoSource behind the last one
  const Vertex* targets;         // may be read one vector past the last one
  const W* weights;
  WeightOrder<W> order;
  const std::uint32_t* places;  // by vertex: its fragment, and the vertex it hooked itself to << 16

  /// As collect_arcs, from the arc `i` on.
  [[nodiscard]] bool collect_scalar(std::size_t i, std::uint8_t* taken, Cursor& out) const {
    bool ascending = true;
    for (; i < count; ++i) {
      const Vertex x = sources[i];
      const Vertex v = targets[i];
      ascending &= (x != sources[i + 1]) | (v < targets[i + 1]);
      const Vertex y = v - begin;
      const bool inside = y < size;
      const bool upward = both(v > begin + x, v < own);
      const std::uint32_t mine = places[x];
      const std::uint32_t its = places[inside ? y : x];
      const bool hooked = inside & upward & ((its >> 16U == x) | (mine >> 16U == y));
      taken[i] = hooked ? 1 : 0;
      const std::uint32_t outside = upward ? kAboveBlock : kBelowBlock;
      const std::uint32_t a = mine & 0xFFFFU;
      const std::uint32_t b = inside ? its & 0xFFFFU : outside;
      *out.key = order.key(weights[i]);
      *out.arc = static_cast<std::uint32_t>(i);
      *out.ends = b << 16U | a;
      out.advance(both(a != b, upward | !inside) ? 1 : 0);
    }
    return ascending;
  }
};

/// Sets taken[i] to 1 for the arcs by which vertices hooked themselves, each at its smaller end,
/// and to 0 for all others. Appends the edges that lead to another fragment, once each, and those
/// that leave the block. False where the targets of a vertex do not ascend strictly. `out` needs
/// room for all arcs and one vector. Uses the best vectors that the machine has.
template <class W>
[[nodiscard]] bool collect_arcs(const BlockArcs<W>& arcs, std::uint8_t* taken,
                                typename BlockArcs<W>::Cursor& out);

}  // namespace strider::detail
