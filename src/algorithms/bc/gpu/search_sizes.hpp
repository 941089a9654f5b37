// Ways to search from a source on a device, and what their memory depends on.
#pragma once

#include <cstdint>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// By equal shares of all arcs: arcs that a warp adds up before it looks at its borders.
inline constexpr std::uint32_t kChunkArcs = 1024;

/// How a block searches from a source.
enum class SourceWalk : std::uint8_t { kByVertices, kByEdges, kByQueues, kHybrid, kByLengths };

[[nodiscard]] constexpr bool has_queues(SourceWalk walk) {
  return walk == SourceWalk::kByQueues || walk == SourceWalk::kHybrid ||
         walk == SourceWalk::kByLengths;
}
[[nodiscard]] constexpr bool walks_edges(SourceWalk walk) {
  return walk == SourceWalk::kByEdges || walk == SourceWalk::kHybrid;
}

struct BcSizes {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = false;
  bool scores_edges = false;
  bool has_targets = false;

  [[nodiscard]] std::uint64_t scores() const { return scores_edges ? arcs : vertices; }
};
[[nodiscard]] inline BcSizes sizes_of(const BcProblem& problem) {
  return {.vertices = problem.graph.num_vertices(),
          .arcs = problem.graph.num_arcs(),
          .directed = problem.graph.is_directed(),
          .scores_edges = problem.of == BetweennessOf::kEdges,
          .has_targets = !problem.target_weights.empty()};
}

}  // namespace strider::detail
