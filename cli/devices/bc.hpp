// Betweenness on the device that --device names.
#pragma once

#include <string>

#include "bc_options.hpp"
#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

/// As `exact` asks, by hops, with the method and the tuning of `options`; sets the device's name.
/// Throws UnavailableError, MemoryError, UsageError where --algorithm is no method of a device.
[[nodiscard]] BetweennessResult betweenness_on_device(const BcOptions& options, const Graph& graph,
                                                      const BetweennessOptions& exact,
                                                      std::string& device_name);

/// The same of paths drawn at random.
[[nodiscard]] BetweennessEstimate estimate_on_device(const BcOptions& options, const Graph& graph,
                                                     const EstimateOptions& adaptive,
                                                     std::string& device_name);

}  // namespace strider::cli
