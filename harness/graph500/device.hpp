// The Graph500 benchmark on a device.
#pragma once

#include "graph500/graph500.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider {

/// run_graph500 on `device`. The graph is copied there within kernel 1, for kernel 2 with the
/// degree layout where LayoutChoice::kByGraph or kDegree and a method that uses it ask for it, and
/// searched once, so that kernels are loaded. A search is timed from the call until its parents,
/// and its levels or distances, stand in the device's memory, in the graph's own vertex numbers;
/// they are copied from there to be counted and validated. Of `options` bfs and sssp are not looked
/// at, of `sssp` not cutoff, target and parents. Throws as run_graph500 does, UsageError where the
/// layout is locality, MemoryError where the device has not enough memory.
[[nodiscard]] Graph500Report run_graph500(const Graph500Options& options, const Device& device,
                                          const DeviceBfsOptions& bfs,
                                          const DeviceSsspOptions& sssp = {});

}  // namespace strider
