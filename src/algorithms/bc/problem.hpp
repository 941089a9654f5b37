// What is asked, in the form that all methods work on.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "strider/array.hpp"
#include "strider/betweenness.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// A length with room for the sum of all of a path.
__extension__ using WideLength = unsigned __int128;

/// Trees of undirected edges of length zero. A shortest path that enters a tree walks it along the
/// only way to where it leaves it again.
struct ZeroForest {
  /// The vertices of trees of two and more, a tree after the other, parents before their children.
  std::vector<Vertex> vertices;
  /// Where each tree begins in `vertices`, and the end.
  std::vector<std::uint32_t> begins;
  /// A vertex: the tree it is in, or kNoVertex.
  std::vector<Vertex> tree;
  /// A place in `vertices`: the place of the parent, or kNoVertex of a root.
  std::vector<Vertex> parent;
};

/// Edge lengths as integers, one an arc: what weighted paths are summed up in, without rounding.
struct ArcLengths {
  /// One of the two is filled: narrow where sums of n lengths fit into 64 bits.
  SharedArray<std::uint64_t> narrow;
  SharedArray<WideLength> wide;
  /// Lengths a >= b are the same if a - b <= b / 2^slack_shift; 0 stands for "if equal".
  unsigned slack_shift = 0;
  /// Directed: an order of the vertices in which zero lengths lead forward; empty without them.
  std::vector<Vertex> zero_rank;
  /// Undirected: empty without zero lengths.
  ZeroForest zero_forest;

  [[nodiscard]] WideLength operator[](EdgeIndex arc) const {
    return narrow.empty() ? wide[arc] : narrow[arc];
  }
  /// How much longer than the shortest a path may be and still be as short.
  template <class Length>
  [[nodiscard]] Length slack(Length shortest) const {
    return slack_shift == 0 ? Length{0} : static_cast<Length>(shortest >> slack_shift);
  }
  [[nodiscard]] Vertex rank(Vertex v) const { return zero_rank.empty() ? 0 : zero_rank[v]; }
};

/// A graph without self-loops and parallel edges, rows ascending; and the pairs that count.
struct BcProblem {
  Graph graph;
  std::shared_ptr<const ArcLengths> lengths;  ///< null: by hops
  /// In the order in which their dependencies are summed up.
  std::vector<Vertex> sources;
  /// How often a vertex counts as a source; empty: once.
  std::vector<double> source_weights;
  /// How much a vertex counts as a target, whole numbers; empty: 1 each.
  std::vector<double> target_weights;
  BetweennessOf of = BetweennessOf::kVertices;
  BetweennessEndpoints endpoints = BetweennessEndpoints::kExcluded;
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
  int threads = 1;

  [[nodiscard]] double source_weight(Vertex v) const {
    return source_weights.empty() ? 1 : source_weights[v];
  }
  [[nodiscard]] std::size_t num_scores() const {
    return of == BetweennessOf::kVertices ? graph.num_vertices() : graph.num_arcs();
  }
  [[nodiscard]] bool counts_endpoints() const {
    return endpoints == BetweennessEndpoints::kIncluded;
  }
};

/// How much each vertex counts as a target.
class TargetWeights {
 public:
  explicit TargetWeights(const BcProblem& problem)
      : weights_(problem.target_weights.empty() ? nullptr : problem.target_weights.data()) {}
  [[nodiscard]] double operator[](Vertex v) const { return weights_ == nullptr ? 1 : weights_[v]; }

 private:
  const double* weights_;
};

}  // namespace strider::detail
