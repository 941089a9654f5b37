// How much of a device's memory a run takes, computed before the device has the graph.
#pragma once

#include <cstdint>

#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The least number of bytes of the device's memory that betweenness() takes besides the graph. It
/// counts as many sources at once as DeviceBetweennessTuning::sources_at_once says, or one source
/// if that is 0. It examines the graph as betweenness() does and throws the same errors. O(n + m).
[[nodiscard]] std::uint64_t least_betweenness_bytes(const Graph& graph,
                                                    const BetweennessOptions& options,
                                                    const DeviceBetweennessOptions& device_options);
/// The same for betweenness by lengths; W is float, double or std::uint32_t.
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
/// The same for estimate_betweenness().
[[nodiscard]] std::uint64_t least_betweenness_bytes(const Graph& graph,
                                                    const EstimateOptions& options,
                                                    const DeviceBetweennessOptions& device_options);

}  // namespace strider
