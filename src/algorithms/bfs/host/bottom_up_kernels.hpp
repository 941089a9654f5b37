// The inner loops of the search over a DegreeLayout: 64 vertices at a time, a bit each, with the
// widest vectors of the machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "graph/layout/degree_layout.hpp"
#include "strider/bfs.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Where levels are written: bytes, or words where `wide` is set.
struct LevelTarget {
  std::uint8_t* narrow = nullptr;
  Level* wide = nullptr;

  void set(std::size_t v, Level level) const {
    if (wide != nullptr) {
      wide[v] = level;
    } else {
      narrow[v] = static_cast<std::uint8_t>(level);
    }
  }
};

/// Bitmaps are words of 32 vertices, so that vectors of vertices find the word of each; blocks of
/// 64 vertices are two of them.
[[nodiscard]] inline std::uint64_t load_block(const std::uint32_t* bitmap, std::size_t block) {
  return bitmap[2 * block] | std::uint64_t{bitmap[2 * block + 1]} << 32U;
}
inline void store_block(std::uint32_t* bitmap, std::size_t block, std::uint64_t bits) {
  bitmap[2 * block] = static_cast<std::uint32_t>(bits);
  bitmap[2 * block + 1] = static_cast<std::uint32_t>(bits >> 32U);
}
/// body(vertex) for each bit of a block, ascending.
template <class Body>
void for_each_vertex(std::uint64_t bits, std::size_t block, Body&& body) {
  for (; bits != 0; bits &= bits - 1) {
    body(static_cast<Vertex>(block * BlockMasks::kVertices +
                             static_cast<unsigned>(std::countr_zero(bits))));
  }
}
[[nodiscard]] inline bool test_vertex(const std::uint32_t* bitmap, Vertex v) {
  return (bitmap[v >> 5U] >> (v & 31U) & 1U) != 0;
}

/// A bit for each of the layout's hubs that is in the frontier, as in hub_bits.
[[nodiscard]] inline std::uint32_t hubs_in_frontier(const DegreeLayout& layout,
                                                    const std::uint32_t* frontier) {
  std::uint32_t hubs = 0;
  for (std::size_t h = 0; h < layout.hubs.size(); ++h) {
    if (test_vertex(frontier, layout.hubs[h])) hubs |= 1U << h;
  }
  return hubs;
}

/// One bottom-up step: unvisited vertices look for a parent in the frontier.
struct BottomUpStep {
  const DegreeLayout* layout;
  const Csr* graph;
  const std::uint32_t* frontier;
  std::uint32_t hubs_in_frontier;  ///< from the function of that name
  /// Whether isolated vertices, and those that this step does not find, are made unreached: while
  /// their blocks are in the cache.
  bool fills_unreached;
  std::uint32_t* visited;  ///< found vertices are added
  std::uint32_t* next;     ///< set to the vertices found
  Vertex* parents;
  LevelTarget levels;
  Level level;  ///< of the vertices found
};

/// What a step found.
struct Probed {
  std::uint64_t found = 0;  ///< vertices
  /// Neighbours looked at; all hubs together count as one, since one word has them.
  std::uint64_t examined = 0;
  Probed& operator+=(const Probed& more) {
    found += more.found;
    examined += more.examined;
    return *this;
  }
};

/// The blocks [first, last) of a step. Writes parents, levels, `visited` and `next` of these blocks
/// only: any number of threads may each take some.
Probed probe_blocks(const BottomUpStep& step, std::size_t first, std::size_t last);
/// The same without vectors. probe_blocks leaves a last block that is cut short to it.
Probed probe_blocks_scalar(const BottomUpStep& step, std::size_t first, std::size_t last);

/// The neighbour that a step finds v by, or kNoVertex: what probe_blocks does for one vertex. Adds
/// to `examined` as Probed counts.
[[nodiscard]] Vertex find_parent(const BottomUpStep& step, Vertex v, std::uint64_t& examined);

/// Makes the connected vertices of blocks [first, last) that are not in step.visited, and the
/// isolated ones, unreached: no parent, no level.
void fill_unreached(const BottomUpStep& step, std::size_t first, std::size_t last);
void fill_unreached_scalar(const BottomUpStep& step, std::size_t first, std::size_t last);

}  // namespace strider::detail
