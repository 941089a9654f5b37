// What a run takes of a device's memory, reported before the device has the graph.
#pragma once

#include <cstdint>

#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The least that betweenness() takes of a device's memory besides the graph, with as many sources
/// at once as the options say, or one where they leave it open. Looks at the graph as
/// betweenness() does, and throws as that does: O(n + m).
[[nodiscard]] std::uint64_t least_betweenness_bytes(const Graph& graph,
                                                    const BetweennessOptions& options,
                                                    const DeviceBetweennessOptions& device_options);
/// The same by lengths; W is float, double or std::uint32_t.
template <class W>
[[nodiscard]] std::uint64_t least_betweenness_bytes(const WeightedGraph<W>& graph,
                                                    const BetweennessOptions& options,
                                                    const DeviceBetweennessOptions& device_options);
extern template std::uint64_t least_betweenness_bytes(const WeightedGraph<float>&,
                                                      const BetweennessOptions&,
                                                      const DeviceBetweennessOptions&);
extern template std::uint64_t least_betweenness_bytes(const WeightedGraph<double>&,
                                                      const BetweennessOptions&,
                                                      const DeviceBetweennessOptions&);
extern template std::uint64_t least_betweenness_bytes(const WeightedGraph<std::uint32_t>&,
                                                      const BetweennessOptions&,
                                                      const DeviceBetweennessOptions&);
/// The same of estimate_betweenness().
[[nodiscard]] std::uint64_t least_betweenness_bytes(const Graph& graph,
                                                    const EstimateOptions& options,
                                                    const DeviceBetweennessOptions& device_options);

}  // namespace strider
