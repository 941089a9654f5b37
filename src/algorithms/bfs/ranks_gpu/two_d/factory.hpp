// Ranks on a grid with devices.
#pragma once

#include <memory>

#include "algorithms/bfs/ranks/two_d/local.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

/// Local searches on `device`, which is kept. Of `options`, which have been checked, block_threads
/// and edges_per_thread count.
[[nodiscard]] std::shared_ptr<const LocalFactory2d> make_device_factory_2d(
    const Device& device, const DeviceBfsOptions& options);

}  // namespace strider::detail
