#include "algorithms/bc/gpu/bytes.hpp"

#include <limits>

namespace strider::detail {
namespace {

constexpr std::uint64_t kWord = 4;
constexpr std::uint64_t kDouble = 8;

/// As kernels have them (slice.hpp, edge_sums.hpp); source_search.cpp holds both to the same.
constexpr std::uint64_t kNodeBytes = 16;
constexpr std::uint64_t kPathCountBytes = 16;
constexpr std::uint64_t kChunkArcs = 1024;
constexpr std::uint64_t kItemBytes = 16;
constexpr std::uint64_t kFactsBytes = 24;

std::uint64_t rows_bytes(const DeviceBcSizes& sizes) {
  const bool small = sizes.arcs <= std::numeric_limits<std::uint32_t>::max();
  return (sizes.vertices + 1) * (small ? kWord : kDouble) + sizes.arcs * kWord;
}

}  // namespace

DeviceBcSizes sizes_of(const BcProblem& problem, bool needs_graph) {
  return {.vertices = problem.graph.num_vertices(),
          .arcs = problem.graph.num_arcs(),
          .directed = problem.graph.is_directed(),
          .scores_edges = problem.of == BetweennessOf::kEdges,
          .has_targets = !problem.target_weights.empty(),
          .has_mutual_targets = !problem.mutual_target_weights.empty(),
          .needs_graph = needs_graph};
}

std::uint64_t source_search_bytes(const DeviceBcSizes& sizes, SourceWalk walk) {
  std::uint64_t bytes = kWord;  // the next source
  if (sizes.needs_graph) bytes += rows_bytes(sizes);
  if (sizes.directed) bytes += rows_bytes(sizes);
  if (walks_edges(walk) || sizes.scores_edges) bytes += kWord * sizes.arcs;
  if (walks_edges(walk) && sizes.directed) bytes += kWord * sizes.arcs;
  if (sizes.has_targets) bytes += kDouble * sizes.vertices;
  if (sizes.has_mutual_targets) bytes += kDouble * sizes.vertices;
  return bytes + kDouble * (sizes.scores_edges ? sizes.arcs : sizes.vertices);
}

std::uint64_t source_slice_bytes(const DeviceBcSizes& sizes, SourceWalk walk) {
  std::uint64_t bytes = kItemBytes + kFactsBytes + (kNodeBytes + kDouble) * sizes.vertices;
  if (has_queues(walk)) bytes += kWord * (sizes.vertices + sizes.vertices + 2);
  if (walks_edges(walk)) {
    bytes += 2 * kPathCountBytes * ((sizes.arcs + kChunkArcs - 1) / kChunkArcs);
  }
  return bytes;
}

}  // namespace strider::detail
