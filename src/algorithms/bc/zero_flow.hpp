// Shortest paths through a tree of edges of length zero, from one source.
//
// All vertices of a tree are equally far from the source. Paths enter at any of them, walk the only
// way within the tree, and end or leave at any other; so each vertex is come to by as many paths as
// enter the tree altogether. What lies on a path is found by two sums over each side of each tree
// edge: of the paths that enter there, and of what continues from there. Sums, never differences: a
// side may be smaller than the rounding of the whole. O(1) a vertex and step.
#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/bc/path_count.hpp"
#include "algorithms/bc/problem.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Where a vertex stands in its tree. Places of a tree lie side by side, parents before their
/// children, and the children of a parent side by side.
struct ZeroPlace {
  Vertex vertex;
  Vertex parent;       ///< a place, or kNoVertex of a root
  Vertex child_begin;  ///< places
  Vertex child_end;
  Vertex begin;  ///< of its tree: the root
  Vertex end;
};

/// All places, those of a tree after those of the one before.
[[nodiscard]] std::vector<ZeroPlace> zero_places(const ZeroForest& forest);

/// What a search from one source knows of a place.
struct ZeroFlow {
  PathCount entering;  ///< paths that come from outside of the tree; set before count_entering()
  PathCount below;     ///< those that enter here or below
  PathCount above;     ///< those that enter anywhere else
  /// In units of the tree's count: coefficients of the successors outside, and what ends here; set
  /// before spread().
  double continuing;
  double ending;
  double going_below;        ///< what continues or ends here or below
  double going_below_later;  ///< and from the children of the same parent that come after
  double going_above;        ///< and anywhere else
};

/// The trees, and the search.
class ZeroFlows {
 public:
  constexpr ZeroFlows(const ZeroPlace* places, ZeroFlow* flows) : places_(places), flows_(flows) {}

  /// The paths that come to any vertex of the tree, normalized.
  [[nodiscard]] constexpr PathCount count_entering(Vertex root) const {
    for (Vertex p = places_[root].end; p-- > root;) {
      PathCount sum = flows_[p].entering;
      for (Vertex c = places_[p].child_begin; c < places_[p].child_end; ++c) sum += flows_[c].below;
      flows_[p].below = sum;
    }
    flows_[root].above = {};
    for (Vertex p = root; p < places_[root].end; ++p) {
      PathCount rest = flows_[p].above;
      rest += flows_[p].entering;
      add_others<&ZeroFlow::below, &ZeroFlow::above>(p, rest);
    }
    PathCount all = flows_[root].below;
    all.normalize();
    return all;
  }

  /// Returns the coefficient of the whole tree.
  [[nodiscard]] constexpr double spread(Vertex root) const {
    for (Vertex p = places_[root].end; p-- > root;) {
      double below = 0;
      for (Vertex c = places_[p].child_end; c-- > places_[p].child_begin;) {
        flows_[c].going_below_later = below;
        below += flows_[c].going_below;
      }
      flows_[p].going_below = flows_[p].continuing + flows_[p].ending + below;
    }
    flows_[root].going_above = 0;
    for (Vertex p = root; p < places_[root].end; ++p) {
      const ZeroFlow& own = flows_[p];
      add_others<&ZeroFlow::going_below, &ZeroFlow::going_above>(
          p, own.going_above + own.continuing + own.ending);
    }
    return flows_[root].going_below;
  }

  /// Of paths that come to the place and do not end there. `exponent`: of the tree's count, here
  /// and below.
  [[nodiscard]] constexpr double dependency(Vertex p, std::int32_t exponent) const {
    const ZeroFlow& own = flows_[p];
    const ZeroPlace& place = places_[p];
    double on_from_parent = own.continuing;
    for (Vertex c = place.child_begin; c < place.child_end; ++c) {
      on_from_parent += flows_[c].going_below;
    }
    double sum = flow(own.entering, on_from_parent + own.going_above, exponent) +
                 flow(own.above, on_from_parent, exponent);
    double before = own.continuing + own.going_above;
    // From a child, paths continue to all but this child: to those before it and to those after it.
    for (Vertex c = place.child_begin; c < place.child_end; ++c) {
      sum += flow(flows_[c].below, before + flows_[c].going_below_later, exponent);
      before += flows_[c].going_below;
    }
    return sum;
  }
  /// Of paths over the edge between a place and its parent, upwards and downwards.
  [[nodiscard]] constexpr double up(Vertex p, std::int32_t exponent) const {
    return flow(flows_[p].below, flows_[p].going_above, exponent);
  }
  [[nodiscard]] constexpr double down(Vertex p, std::int32_t exponent) const {
    return flow(flows_[p].above, flows_[p].going_below, exponent);
  }

 private:
  static constexpr double flow(const PathCount& paths, double coefficient, std::int32_t exponent) {
    return paths.mantissa * share_of_successor(paths.exponent, coefficient, exponent);
  }

  /// Above of each child = rest + Below of all other children of p.
  template <auto Below, auto Above, class Sum>
  constexpr void add_others(Vertex p, Sum rest) const {
    const Vertex first = places_[p].child_begin;
    const Vertex last = places_[p].child_end;
    for (Vertex c = first; c < last; ++c) {
      flows_[c].*Above = rest;
      rest += flows_[c].*Below;
    }
    Sum after{};
    for (Vertex c = last; c-- > first;) {
      flows_[c].*Above += after;
      after += flows_[c].*Below;
    }
  }

  const ZeroPlace* places_;
  ZeroFlow* flows_;
};

}  // namespace strider::detail
