// The local part of a 1D search for shortest paths on the cores of a host.
#pragma once

#include <memory>

#include "algorithms/sssp/ranks/one_d/local.hpp"
#include "comm/encoding/encoding.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Bytes that make_host_paths takes, with what searches put into lists.
template <class W>
[[nodiscard]] std::uint64_t predict_host_paths_bytes(const WeightedGraph1d<W>& graph);

/// Of a graph that outlives it, and buckets of that width. Throws MemoryError.
template <class W>
[[nodiscard]] std::unique_ptr<LocalPaths1d<W>> make_host_paths(const WeightedGraph1d<W>& graph,
                                                               double delta,
                                                               const DistSsspSettings& settings,
                                                               comm::Encoding encoding);

}  // namespace strider::detail
