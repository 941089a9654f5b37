// What is asked of searches that ranks make together, as far as one rank needs to know it.
#pragma once

#include <cstdint>
#include <vector>

#include "ranks/one_d/rows_1d.hpp"
#include "strider/array.hpp"
#include "strider/dist_bc.hpp"

namespace strider::detail {

struct BetweennessQuery {
  BetweennessOf of = BetweennessOf::kVertices;
  bool counts_endpoints = false;
  std::uint64_t num_sources = 0;
  /// Ascending, the same on all ranks; empty where every vertex is one.
  std::vector<GlobalVertex> sources;
  /// As in BcProblem, but of the rank's own vertices.
  Array<double> target_weights;
  /// Stands for sources and targets in checkpoints.
  std::uint64_t hash = 0;

  [[nodiscard]] GlobalVertex source(std::uint64_t place) const {
    return sources.empty() ? place : sources[place];
  }
  [[nodiscard]] double target_weight(std::uint32_t own) const {
    return target_weights.empty() ? 1 : target_weights[own];
  }
};

/// Throws UsageError where options exclude one another or are none of this way of sharing. Does not
/// communicate.
[[nodiscard]] BetweennessQuery make_betweenness_query(const Graph1d& graph,
                                                      const DistBetweennessOptions& options);

}  // namespace strider::detail
