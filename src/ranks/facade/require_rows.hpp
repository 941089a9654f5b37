// What methods have in common that work on the rows of a graph.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "base/parallel.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "strider/error.hpp"

namespace strider::detail {

enum class RowsOf : std::uint8_t { kAnyGraph, kUndirectedGraph };

/// The rows of this rank. Throws UsageError, on every rank, where the graph is partitioned in
/// another way, or directed and may not be. `name` and `needs` are those of the method in messages:
/// "closeness", "needs".
inline const Graph1d& require_rows(const DistGraph::State& graph, std::string_view name,
                                   std::string_view needs, RowsOf taken = RowsOf::kAnyGraph) {
  if (graph.one_d() == nullptr) {
    throw UsageError(fmt::format("{} {} the partition 1d", name, needs));
  }
  if (taken == RowsOf::kUndirectedGraph && graph.is_directed()) {
    throw UsageError(
        fmt::format("{} on ranks {} an undirected graph: use --undirected", name, needs));
  }
  return *graph.one_d();
}

/// The threads of a rank that an option asks for; 0: those that the graph was partitioned with.
/// Throws UsageError.
[[nodiscard]] inline int threads_of(const DistGraph::State& graph, int threads) {
  return threads == 0 ? graph.threads : resolve_threads(threads);
}

}  // namespace strider::detail
