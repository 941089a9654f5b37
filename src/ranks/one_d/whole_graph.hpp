// The whole of a graph on every rank.
#pragma once

#include <cstdint>

#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The graph that `part` is one rank's part of, vertices as the input numbers them, rows ascending.
/// Each rank sends its rows to each other one. Throws UsageError where the graph has more vertices
/// than one machine takes, MemoryError; on all ranks. It has `labels`. Collective.
[[nodiscard]] Graph gather_whole_graph(const comm::Communicator& comm, const Graph1d& part,
                                       int threads, const Labels& labels = {});
/// With weights. Collective.
template <EdgeWeight W>
[[nodiscard]] WeightedGraph<W> gather_whole_graph(const comm::Communicator& comm,
                                                  const WeightedGraph1d<W>& part, int threads,
                                                  const Labels& labels = {});

/// The most that gathering takes of a rank's memory at once, the result among it.
[[nodiscard]] std::uint64_t whole_graph_bytes(const Graph1d& part, std::uint64_t weight_bytes);

}  // namespace strider::detail
