// Facts of an adjacency that readers check and writers record.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include "base/random.hpp"
#include "strider/graph.hpp"

namespace strider {

/// A hash of the edge between `a` and `b`, the same from both ends.
[[nodiscard]] constexpr std::uint64_t hash_edge(Vertex a, Vertex b) {
  return mix64(std::uint64_t{std::min(a, b)} << 32U | std::max(a, b));
}

/// The same with a weight.
template <class W>
[[nodiscard]] constexpr std::uint64_t hash_edge(Vertex a, Vertex b, W weight) {
  using Bits = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;
  return mix64(hash_edge(a, b) ^ std::bit_cast<Bits>(weight));
}

/// Sums of a hash over the arcs to a larger vertex, to a smaller one and to the vertex itself. Sums
/// do not depend on the order, so that adjacencies are compared without sorting. Different ones
/// have equal sums with a chance of 2^-64, unless they were made for this.
struct ArcSums {
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  std::uint64_t loops = 0;

  /// `hash` is that of the edge, and of its weight where weights count.
  void add(Vertex source, Vertex target, std::uint64_t hash) {
    up += source < target ? hash : 0;
    down += target < source ? hash : 0;
    loops += source == target ? hash : 0;
  }
  void add(Vertex source, Vertex target) { add(source, target, hash_edge(source, target)); }
  void add(const ArcSums& other) {
    up += other.up;
    down += other.down;
    loops += other.loops;
  }
  /// Every arc leads both ways, equally often.
  [[nodiscard]] bool symmetric() const { return up == down; }
  /// Each arc of one is an arc of the other, the other way round.
  [[nodiscard]] bool is_reverse_of(const ArcSums& other) const {
    return up == other.down && down == other.up && loops == other.loops;
  }
};

// Each in O(n + m), parallel, for an adjacency that passed check_csr.

[[nodiscard]] ArcSums arc_sums(const Csr& csr, int threads);
/// Entries v in the row of v.
[[nodiscard]] EdgeIndex count_self_loops(const Csr& csr, int threads);
/// No row repeats a neighbour or goes back.
[[nodiscard]] bool rows_strictly_ascend(const Csr& csr, int threads);
/// Vertices without an edge in either direction. Builds the transpose of a directed graph.
[[nodiscard]] Vertex count_isolated(const Graph& graph, int threads);

}  // namespace strider
