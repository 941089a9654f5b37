// A breadth-first tree as a caller claims it, and what can be wrong with one of its vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "strider/types.hpp"

namespace strider::detail {

/// Parents and levels of n vertices, holding any values. L is std::uint8_t or Level; its largest
/// value stands for "unreached".
template <class L>
struct BfsClaim {
  static constexpr L kNoLevel = static_cast<L>(~L{0});

  std::span<const Vertex> sources;  ///< ascending
  Level depth_limit;                ///< kUnreached: none
  std::span<const Vertex> parents;
  std::span<const L> levels;

  [[nodiscard]] Vertex num_vertices() const { return static_cast<Vertex>(parents.size()); }
  [[nodiscard]] bool is_source(Vertex v) const {
    return sources.size() == 1 ? v == sources.front()
                               : std::binary_search(sources.begin(), sources.end(), v);
  }
  [[nodiscard]] bool has_level(Vertex v) const { return levels[v] != kNoLevel; }
  [[nodiscard]] bool is_reached(Vertex v) const { return has_level(v); }
  [[nodiscard]] bool has_parent(Vertex v) const { return parents[v] != kNoVertex; }
  [[nodiscard]] Level depth(Vertex v) const { return has_level(v) ? Level{levels[v]} : kUnreached; }
  /// Wide enough that adding one never overflows.
  [[nodiscard]] std::uint64_t level(Vertex v) const { return levels[v]; }
};

/// Where a rule is broken: the smallest vertex, and of the edges that show it at this vertex, the
/// one with the smallest other end. Both kNoVertex where the rule holds.
struct Witness {
  Vertex vertex = kNoVertex;
  Vertex other = kNoVertex;

  [[nodiscard]] bool found() const { return vertex != kNoVertex; }
  /// Keeps the smaller of the two, so that the result does not depend on the order of merging.
  void merge(const Witness& witness) {
    if (witness.vertex < vertex || (witness.vertex == vertex && witness.other < other)) {
      *this = witness;
    }
  }
};

}  // namespace strider::detail
