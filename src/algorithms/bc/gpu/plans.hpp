// From a problem and a device to a plan of the runner.
#pragma once

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/gpu/engine.hpp"
#include "strider/device.hpp"

namespace strider::detail {

/// The method's engine, ready on the device: so that what does not fit is refused before a source
/// has been searched from. `needs_graph`: the device holds a graph with self-loops or parallel
/// edges, and the problem's is without. Throws UsageError, MemoryError.
[[nodiscard]] BcPlan plan_on_device(const DeviceGraph& graph, const BcProblem& problem,
                                    bool needs_graph, const DeviceBetweennessOptions& options);

/// Who draws paths on the device, in `room` bytes of its memory; 0: half of what is free. As
/// plan_on_device.
[[nodiscard]] std::unique_ptr<PathDrawer> path_drawer_on_device(
    const DeviceGraph& graph, const BcProblem& problem, bool needs_graph, std::uint64_t seed,
    const DeviceBetweennessOptions& options, std::uint64_t room = 0);

/// What the method takes besides the graph, with so many sources at once.
[[nodiscard]] std::uint64_t predict_bytes_on_device(const DeviceBcSizes& sizes,
                                                    DeviceBetweennessMethod method,
                                                    std::uint32_t sources_at_once);

/// The least with which plan_on_device() and what it plans go through, once the device has the
/// graph: with the sources at once that are asked for, or one.
[[nodiscard]] std::uint64_t least_bytes_on_device(const BcProblem& problem, bool needs_graph,
                                                  const DeviceBetweennessOptions& options);
/// The same of path_drawer_on_device().
[[nodiscard]] std::uint64_t least_drawer_bytes(const BcProblem& problem, bool needs_graph,
                                               const DeviceBetweennessOptions& options);

/// Sources that are added up on the device before the sums are fetched.
[[nodiscard]] std::size_t device_batch(const BcProblem& problem);

}  // namespace strider::detail
