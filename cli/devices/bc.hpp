// Betweenness on the device that --device names.
#pragma once

#include <string>

#include "bc_options.hpp"
#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

/// With the method that --algorithm names: those of a device have names of the host's. Throws
/// UsageError where it is none.
[[nodiscard]] DeviceBetweennessOptions device_betweenness_options(const BcOptions& options);

/// As `exact` asks, by hops, with the method and the tuning of `options`; sets the device's name.
/// Throws UnavailableError, MemoryError, UsageError where --algorithm is no method of a device.
[[nodiscard]] BetweennessResult betweenness_on_device(const BcOptions& options, const Graph& graph,
                                                      const BetweennessOptions& exact,
                                                      std::string& device_name);

/// The same by weight; W is float, double or std::uint32_t. Throws WeightError besides.
template <class W>
[[nodiscard]] BetweennessResult betweenness_on_device(const BcOptions& options,
                                                      const WeightedGraph<W>& graph,
                                                      const BetweennessOptions& exact,
                                                      std::string& device_name);

/// The same of paths drawn at random.
[[nodiscard]] BetweennessEstimate estimate_on_device(const BcOptions& options, const Graph& graph,
                                                     const EstimateOptions& adaptive,
                                                     std::string& device_name);

}  // namespace strider::cli
