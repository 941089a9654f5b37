// What betweenness takes of a device's memory, besides the graph.
#pragma once

#include <cstdint>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// How a block searches from a source.
enum class SourceWalk : std::uint8_t { kByVertices, kByEdges, kByQueues, kHybrid };

[[nodiscard]] constexpr bool has_queues(SourceWalk walk) {
  return walk == SourceWalk::kByQueues || walk == SourceWalk::kHybrid;
}
[[nodiscard]] constexpr bool walks_edges(SourceWalk walk) {
  return walk == SourceWalk::kByEdges || walk == SourceWalk::kHybrid;
}

/// Of a problem, what its memory depends on.
struct DeviceBcSizes {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = false;
  bool scores_edges = false;
  bool has_targets = false;
  bool has_mutual_targets = false;
  /// The device holds a graph with self-loops or parallel edges: it is given another without.
  bool needs_graph = false;
};
[[nodiscard]] DeviceBcSizes sizes_of(const BcProblem& problem, bool needs_graph);

/// Of the whole search, however many sources are searched from at once: another graph, the
/// transpose, arcs in coordinate form, weights of targets, sums.
[[nodiscard]] std::uint64_t source_search_bytes(const DeviceBcSizes& sizes, SourceWalk walk);
/// Of each source at once.
[[nodiscard]] std::uint64_t source_slice_bytes(const DeviceBcSizes& sizes, SourceWalk walk);

}  // namespace strider::detail
