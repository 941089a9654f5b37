// The rules that are checked edge by edge, and the marking of tree edges that were met.
#pragma once

#include "base/atomics.hpp"
#include "validate/claim.hpp"

namespace strider::detail {

/// What one thread found.
struct EdgeFindings {
  EdgeIndex traversed = 0;
  Witness levels;
  Witness span;
  void merge(const EdgeFindings& findings) {
    traversed += findings.traversed;
    levels.merge(findings.levels);
    span.merge(findings.span);
  }
};

/// Looks at edges one by one, in any order and from any number of threads at once. Each thread has
/// its own copy, which shares the marks. An edge of a directed graph goes from u to v.
template <class L, Directedness kDirectedness>
class EdgeRules {
 public:
  /// seen[v], 0 at first, becomes 1 where the edge between v and its parent is met.
  EdgeRules(const BfsClaim<L>& claim, std::span<std::uint8_t> seen)
      : claim_(claim),
        last_level_(static_cast<L>(std::min<Level>(claim.depth_limit, kNoLevel))),
        seen_(seen) {}

  /// Whether both ends were reached. Not of a self-loop.
  [[nodiscard]] bool is_traversed(Vertex u, Vertex v) const {
    const bool u_reached = claim_.levels[u] != kNoLevel;
    const bool v_reached = claim_.levels[v] != kNoLevel;
    return u_reached & v_reached & (u != v);
  }

  /// Whether a search would have reached an end of the edge earlier than the claim says.
  [[nodiscard]] bool is_broken(Vertex u, Vertex v) const {
    const bool forward = is_too_far(u, v);
    const bool backward = kBothWays && is_too_far(v, u);
    return forward | backward;
  }

  /// Adds a broken edge to the findings.
  void report(Vertex u, Vertex v, EdgeFindings& findings) const {
    const Vertex far = is_too_far(u, v) ? v : u;
    (claim_.has_level(far) ? findings.levels : findings.span).merge({far, far == v ? u : v});
  }

  /// Marks the end whose parent is the other.
  void mark_tree_edge(Vertex u, Vertex v) const {
    const bool v_is_child = claim_.parents[v] == u;
    const bool u_is_child = kBothWays && claim_.parents[u] == v;
    if (u_is_child | v_is_child) [[unlikely]] {
      // Relaxed: all marks are the same, and are read after the threads have joined.
      if (v_is_child) store_relaxed(seen_[v], std::uint8_t{1});
      if (u_is_child) store_relaxed(seen_[u], std::uint8_t{1});
    }
  }

 private:
  static constexpr L kNoLevel = BfsClaim<L>::kNoLevel;
  static constexpr bool kBothWays = kDirectedness == Directedness::kUndirected;

  /// Whether `to` was not reached, or more than a level after `from`, which was and from which the
  /// search went on. Without branches: where half the vertices are unreached, they would be
  /// mispredicted.
  [[nodiscard]] bool is_too_far(Vertex from, Vertex to) const {
    const L near = claim_.levels[from];
    const L far = claim_.levels[to];
    return (near < last_level_) & ((far > std::uint64_t{near} + 1) | (far == kNoLevel));
  }

  BfsClaim<L> claim_;
  L last_level_;  // above all levels where the search went on to its end
  std::span<std::uint8_t> seen_;
};

}  // namespace strider::detail
