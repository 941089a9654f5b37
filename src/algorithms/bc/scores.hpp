// From sums of dependencies to scores.
#pragma once

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// What the scale of scores depends on.
struct ScoreFacts {
  double num_vertices = 0;
  double num_sources = 0;
  bool is_directed = false;
  BetweennessOf of = BetweennessOf::kVertices;
  bool counts_endpoints = false;
  BetweennessScale scale = BetweennessScale::kPairs;
  // Of the options:
  bool has_sources = false;
  bool has_targets = false;
  bool is_sampled = false;
};

/// What the sum of a vertex is multiplied by: of one that was drawn as a sample, and of another.
struct VertexScales {
  double drawn;
  double other;
};
[[nodiscard]] VertexScales vertex_scales(const ScoreFacts& facts);
/// What the sum of an edge is.
[[nodiscard]] double edge_scale(const ScoreFacts& facts);

/// Scales the sums of `problem`, one a vertex, in place.
void scale_vertex_scores(const BcProblem& problem, const BetweennessOptions& options,
                         std::span<double> sums);

/// The edges of the problem's graph with their scores, from sums one an arc.
void make_edge_scores(const BcProblem& problem, const BetweennessOptions& options,
                      std::span<const double> sums, BetweennessResult& result);

}  // namespace strider::detail
