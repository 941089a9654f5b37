// The searches on a device, one factory each: what they return works once the workspace is taken.
#pragma once

#include <memory>

#include "algorithms/bfs/gpu/engine.hpp"
#include "gpu/graph_arrays.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// A launch a level and mapping: edge-mapped, vertex-mapped, twc, merge-path.
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_level_by_level(Workspace& workspace,
                                                                   const GraphArrays& graph,
                                                                   const DeviceBfsOptions& options);
/// For DeviceBfsMethod::kAuto also: then small frontiers are walked as by make_persistent.
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_direction_optimizing(
    Workspace& workspace, const GraphArrays& graph, const DeviceBfsOptions& options);
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_persistent(Workspace& workspace,
                                                               const GraphArrays& graph,
                                                               const DeviceBfsOptions& options);

}  // namespace strider::detail::STRIDER_DEVICE
