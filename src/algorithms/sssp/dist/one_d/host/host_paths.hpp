// The local part of a 1D search for shortest paths on a core of a host.
#pragma once

#include <memory>

#include "algorithms/sssp/dist/one_d/local.hpp"
#include "comm/encoding/encoding.hpp"
#include "dist/graph_1d.hpp"

namespace strider::detail {

/// Of a graph that outlives it, and buckets of that width. Throws MemoryError.
template <class W>
[[nodiscard]] std::unique_ptr<LocalPaths1d<W>> make_host_paths(const WeightedGraph1d<W>& graph,
                                                               double delta,
                                                               comm::Encoding encoding);
extern template std::unique_ptr<LocalPaths1d<float>> make_host_paths(const WeightedGraph1d<float>&,
                                                                     double, comm::Encoding);
extern template std::unique_ptr<LocalPaths1d<double>> make_host_paths(
    const WeightedGraph1d<double>&, double, comm::Encoding);
extern template std::unique_ptr<LocalPaths1d<std::uint32_t>> make_host_paths(
    const WeightedGraph1d<std::uint32_t>&, double, comm::Encoding);

}  // namespace strider::detail
