// Shortest paths through a tree of edges of length zero.
#pragma once

#include <span>
#include <vector>

#include "algorithms/bc/path_count.hpp"
#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// All vertices of a tree are equally far from the source. Paths enter at any of them, walk the
/// only way within the tree, and end or leave at any other; so each vertex is come to by as many
/// paths as enter the tree altogether. What lies on a path is found by two sums over each side of
/// each tree edge: of the paths that enter there, and of what goes on from there. Sums, never
/// differences: a side may be smaller than the rounding of the whole.
class ZeroTreeFlow {
 public:
  explicit ZeroTreeFlow(const ZeroForest& forest)
      : forest_(forest),
        first_child_(forest.vertices.size() + 1, 0),
        entering_(forest.vertices.size()),
        entering_below_(forest.vertices.size()),
        entering_above_(forest.vertices.size()),
        going_on_(forest.vertices.size()),
        going_below_(forest.vertices.size()),
        going_below_later_(forest.vertices.size()),
        going_above_(forest.vertices.size()) {
    // Children stand side by side, in the order of their parents.
    for (const Vertex parent : forest.parent) {
      if (parent != kNoVertex) ++first_child_[parent];
    }
    Vertex next = 0;
    for (std::size_t tree = 0; tree + 1 < forest.begins.size(); ++tree) {
      next = forest.begins[tree] + 1;
      for (Vertex p = forest.begins[tree]; p < forest.begins[tree + 1]; ++p) {
        const Vertex children = first_child_[p];
        first_child_[p] = next;
        next += children;
      }
    }
    first_child_.back() = next;
  }

  /// The vertices of a tree; place p of the forest is member p - begin.
  [[nodiscard]] Vertex begin(Vertex tree) const { return forest_.begins[tree]; }
  [[nodiscard]] Vertex end(Vertex tree) const { return forest_.begins[tree + 1ULL]; }
  [[nodiscard]] Vertex vertex(Vertex place) const { return forest_.vertices[place]; }
  [[nodiscard]] Vertex parent(Vertex place) const { return forest_.parent[place]; }

  /// Paths that enter at each place; set before count().
  PathCount& entering(Vertex place) { return entering_[place]; }
  /// The paths that come to any vertex of the tree.
  PathCount count(Vertex tree) {
    add_below(tree, entering_, entering_below_);
    add_above(tree, entering_, entering_below_, entering_above_);
    PathCount all = entering_below_[begin(tree)];
    all.normalize();
    return all;
  }

  /// What goes on from each place outside of the tree, in units of the tree's count: the sum of
  /// the coefficients of successors. Set before spread().
  double& going_on(Vertex place) { return going_on_[place]; }
  /// `ending(place)`: what ends at a place. Returns the coefficient of the whole tree.
  template <class Ending>
  double spread(Vertex tree, const Ending& ending) {
    for (Vertex p = end(tree); p-- > begin(tree);) {
      double below = 0;
      for (Vertex c = last_child(tree, p); c-- > first_child_[p];) {
        going_below_later_[c] = below;
        below += going_below_[c];
      }
      going_below_[p] = going_on_[p] + ending(p) + below;
    }
    going_above_[begin(tree)] = 0;
    for (Vertex p = begin(tree); p < end(tree); ++p) {
      add_others(tree, p, going_above_[p] + going_on_[p] + ending(p), going_below_, going_above_);
    }
    return going_below_[begin(tree)];
  }

  /// Of paths that come to the place and do not end there; in the tree's units.
  [[nodiscard]] double dependency(Vertex tree, Vertex p, std::int32_t exponent) const {
    double on_from_parent = going_on_[p];
    for (Vertex c = first_child_[p]; c < last_child(tree, p); ++c)
      on_from_parent += going_below_[c];
    double sum = flow(entering_[p], on_from_parent + going_above_[p], exponent) +
                 flow(entering_above_[p], on_from_parent, exponent);
    double before = going_on_[p] + going_above_[p];
    // What goes on to all but the child that it comes from: before it, and after it.
    for (Vertex c = first_child_[p]; c < last_child(tree, p); ++c) {
      sum += flow(entering_below_[c], before + going_below_later_[c], exponent);
      before += going_below_[c];
    }
    return sum;
  }
  /// Of paths over the edge between a place and its parent, upwards and downwards.
  [[nodiscard]] double up(Vertex p, std::int32_t exponent) const {
    return flow(entering_below_[p], going_above_[p], exponent);
  }
  [[nodiscard]] double down(Vertex p, std::int32_t exponent) const {
    return flow(entering_above_[p], going_below_[p], exponent);
  }

 private:
  [[nodiscard]] Vertex last_child(Vertex tree, Vertex p) const {
    return p + 1 < end(tree) ? first_child_[p + 1ULL] : end(tree);
  }

  static double flow(const PathCount& paths, double coefficient, std::int32_t exponent) {
    return paths.mantissa * share_of_successor(paths.exponent, coefficient, exponent);
  }

  void add_below(Vertex tree, const std::vector<PathCount>& own, std::vector<PathCount>& below) {
    for (Vertex p = end(tree); p-- > begin(tree);) {
      PathCount sum = own[p];
      for (Vertex c = first_child_[p]; c < last_child(tree, p); ++c) sum += below[c];
      below[p] = sum;
    }
  }
  void add_above(Vertex tree, const std::vector<PathCount>& own,
                 const std::vector<PathCount>& below, std::vector<PathCount>& above) {
    above[begin(tree)] = {};
    for (Vertex p = begin(tree); p < end(tree); ++p) {
      PathCount rest = above[p];
      rest += own[p];
      add_others(tree, p, rest, below, above);
    }
  }
  /// above[c] = rest + below of all children of p but c, for each child c.
  template <class Sum>
  void add_others(Vertex tree, Vertex p, Sum rest, const std::vector<Sum>& below,
                  std::vector<Sum>& above) {
    const Vertex first = first_child_[p];
    const Vertex last = last_child(tree, p);
    for (Vertex c = first; c < last; ++c) {
      above[c] = rest;
      rest += below[c];
    }
    Sum after{};
    for (Vertex c = last; c-- > first;) {
      above[c] += after;
      after += below[c];
    }
  }

  const ZeroForest& forest_;
  std::vector<Vertex> first_child_;
  std::vector<PathCount> entering_;
  std::vector<PathCount> entering_below_;  // at or below a place
  std::vector<PathCount> entering_above_;  // anywhere else
  std::vector<double> going_on_;
  std::vector<double> going_below_;
  std::vector<double> going_below_later_;  // of the children of the same parent that come after
  std::vector<double> going_above_;
};

}  // namespace strider::detail
