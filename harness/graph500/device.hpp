// The Graph500 benchmark on a device.
#pragma once

#include "graph500/graph500.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider {

/// run_graph500 with kernel 2 on `device`. The graph is copied there within kernel 1, with the
/// degree layout where LayoutChoice::kByGraph or kDegree and a method that uses it ask for it, and
/// searched once, so that kernels are loaded. A search is timed from the call until its parents and
/// levels stand in the device's memory, in the graph's own vertex numbers; they are copied from
/// there to be counted and validated. Of `options` bfs is not looked at. Throws as run_graph500
/// does, UsageError where the layout is patches, MemoryError where the device has not enough
/// memory, UnavailableError where kernel 3 is asked for.
[[nodiscard]] Graph500Report run_graph500(const Graph500Options& options, const Device& device,
                                          const DeviceBfsOptions& bfs);

}  // namespace strider
