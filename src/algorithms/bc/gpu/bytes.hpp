// What betweenness takes of a device's memory, besides the graph.
#pragma once

#include <cstdint>

#include "algorithms/bc/problem.hpp"
#include "gpu/long_rows.hpp"

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

/// Of a problem, what its memory depends on.
struct DeviceBcSizes {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
  bool directed = false;
  bool scores_edges = false;
  bool has_targets = false;
  BetweennessPrecision precision = BetweennessPrecision::kDouble;  ///< that was asked for
  std::uint64_t length_bytes = 0;  ///< of an arc's length; 0: by hops
  bool has_ranks = false;          ///< of zero lengths
  std::uint64_t zero_places = 0;   ///< vertices in trees of zero lengths
};
[[nodiscard]] DeviceBcSizes sizes_of(const BcProblem& problem);

/// What is cut into chunks where 32 sources share a warp. Of an undirected graph `in` has none.
struct LongRowSizes {
  LongRowCounts out;
  LongRowCounts in;
};
[[nodiscard]] LongRowSizes long_rows_of(const Graph& graph);
/// More there cannot be.
[[nodiscard]] LongRowSizes most_long_rows_of(const DeviceBcSizes& sizes);

/// Of the problem besides the device's graph: another where that has self-loops or parallel edges,
/// the transpose, arcs in coordinate form, weights of targets, lengths.
[[nodiscard]] std::uint64_t problem_bytes(const DeviceBcSizes& sizes, bool needs_graph,
                                          bool by_source, bool by_target);
/// Of searches a block a source, however many there are at once: the sums.
[[nodiscard]] std::uint64_t source_search_bytes(const DeviceBcSizes& sizes);
/// Of each source at once.
[[nodiscard]] std::uint64_t source_workspace_bytes(const DeviceBcSizes& sizes, SourceWalk walk);
/// Of searches of 32 sources a warp, however many batches there are at once.
[[nodiscard]] std::uint64_t batched_search_bytes(const DeviceBcSizes& sizes,
                                                 const LongRowSizes& long_rows);
/// Of each batch of 32 sources at once, with rows of that precision.
[[nodiscard]] std::uint64_t batch_bytes(const DeviceBcSizes& sizes, const LongRowSizes& long_rows,
                                        std::uint64_t levels, BetweennessPrecision precision);

/// Of paths drawn at random, however many there are at once: hits.
[[nodiscard]] std::uint64_t path_drawer_bytes(const BcProblem& problem);
/// Of each path at once: two searches.
[[nodiscard]] std::uint64_t path_workspace_bytes(const BcProblem& problem);

}  // namespace strider::detail
