#include "algorithms/bc/gpu/bytes.hpp"

#include <algorithm>
#include <limits>

namespace strider::detail {
namespace {

constexpr std::uint64_t kWord = 4;
constexpr std::uint64_t kFloat = 4;
constexpr std::uint64_t kDouble = 8;

/// Sizes of what kernels work with in source_workspace.hpp, edge_sums.hpp, batched_steps.hpp and
/// zero_flow.hpp. Static assertions there hold them equal.
constexpr std::uint64_t kNodeBytes = 16;
constexpr std::uint64_t kPathCountBytes = 16;
constexpr std::uint64_t kRecordBytes = 16;
constexpr std::uint64_t kFactsBytes = 24;
constexpr std::uint64_t kRelaxationBytes = 8;
constexpr std::uint64_t kZeroPlaceBytes = 24;
constexpr std::uint64_t kZeroFlowBytes = 88;
constexpr std::uint64_t kSourcesPerBatch = 32;
constexpr std::uint64_t kLevelFactsBytes = 16;

std::uint64_t rows_bytes(const DeviceBcSizes& sizes) {
  const bool small = sizes.arcs <= std::numeric_limits<std::uint32_t>::max();
  return (sizes.vertices + 1) * (small ? kWord : kDouble) + sizes.arcs * kWord;
}

}  // namespace

DeviceBcSizes sizes_of(const BcProblem& problem) {
  return {
      .vertices = problem.graph.num_vertices(),
      .arcs = problem.graph.num_arcs(),
      .directed = problem.graph.is_directed(),
      .scores_edges = problem.of == BetweennessOf::kEdges,
      .has_targets = !problem.target_weights.empty(),
      .precision = problem.precision,
      .length_bytes = problem.lengths == nullptr      ? 0
                      : problem.lengths->wide.empty() ? sizeof(std::uint64_t)
                                                      : sizeof(WideLength),
      .has_ranks = problem.lengths != nullptr && !problem.lengths->zero_rank.empty(),
      .zero_places = problem.lengths == nullptr ? 0 : problem.lengths->zero_forest.vertices.size()};
}

LongRowSizes long_rows_of(const Graph& graph) {
  LongRowSizes sizes{.out = count_long_rows(graph.out().offsets().span()), .in = {}};
  if (graph.is_directed()) sizes.in = count_long_rows(graph.in().offsets().span());
  return sizes;
}
LongRowSizes most_long_rows_of(const DeviceBcSizes& sizes) {
  const LongRowCounts most = most_long_rows(sizes.arcs);
  return {.out = most, .in = sizes.directed ? most : LongRowCounts{}};
}

std::uint64_t problem_bytes(const DeviceBcSizes& sizes, bool needs_graph, bool by_source,
                            bool by_target) {
  std::uint64_t bytes = 0;
  if (needs_graph) bytes += rows_bytes(sizes);
  if (sizes.directed) bytes += rows_bytes(sizes);
  if (by_source) bytes += kWord * sizes.arcs;
  if (by_target && sizes.directed) bytes += kWord * sizes.arcs;
  if (sizes.has_targets) bytes += kDouble * sizes.vertices;
  bytes += (sizes.directed ? 2 : 1) * sizes.length_bytes * sizes.arcs;
  if (sizes.has_ranks) bytes += kWord * sizes.vertices;
  if (sizes.zero_places != 0) bytes += kWord * sizes.vertices + kZeroPlaceBytes * sizes.zero_places;
  return bytes;
}

std::uint64_t source_search_bytes(const DeviceBcSizes& sizes) {
  return kWord + kDouble * (sizes.scores_edges ? sizes.arcs : sizes.vertices);
}

std::uint64_t source_workspace_bytes(const DeviceBcSizes& sizes, SourceWalk walk) {
  std::uint64_t bytes = kRecordBytes + kFactsBytes + (kNodeBytes + kDouble) * sizes.vertices;
  if (has_queues(walk)) bytes += kWord * (sizes.vertices + sizes.vertices + 2);
  if (walk == SourceWalk::kByLengths) {
    const std::uint64_t relaxation =
        sizes.length_bytes == sizeof(WideLength) ? kRelaxationBytes : 0;
    bytes += (2 * kWord + sizes.length_bytes + relaxation) * sizes.vertices +
             kZeroFlowBytes * sizes.zero_places;
  }
  if (walks_edges(walk)) {
    bytes += 2 * kPathCountBytes * ((sizes.arcs + kChunkArcs - 1) / kChunkArcs);
  }
  return bytes;
}

std::uint64_t batched_search_bytes(const DeviceBcSizes& sizes, const LongRowSizes& long_rows) {
  const std::uint64_t lists =
      long_rows_bytes(long_rows.out) + (sizes.directed ? long_rows_bytes(long_rows.in) : 0);
  return lists + kLevelFactsBytes + kDouble + kDouble * sizes.vertices;
}

std::uint64_t batch_bytes(const DeviceBcSizes& sizes, const LongRowSizes& long_rows,
                          std::uint64_t levels, BetweennessPrecision precision) {
  const std::uint64_t row =
      kSourcesPerBatch * (precision == BetweennessPrecision::kSingle ? kFloat : kDouble);
  const std::uint64_t chunk = kSourcesPerBatch * kDouble + kWord;
  const std::uint64_t entry = kWord + row + kDouble + kWord * (levels + 1);
  const std::uint64_t chunks = std::max(long_rows.out.chunks, long_rows.in.chunks);
  return entry * sizes.vertices + chunk * chunks + kWord +
         kSourcesPerBatch * (kRecordBytes + kDouble);
}

std::uint64_t path_drawer_bytes(const BcProblem& problem) {
  return kDouble + kWord * problem.graph.num_vertices();
}
std::uint64_t path_workspace_bytes(const BcProblem& problem) {
  return 2 * (kNodeBytes + kWord) * problem.graph.num_vertices();
}

}  // namespace strider::detail
