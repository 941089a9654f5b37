// Ranks that own rows, with devices.
#pragma once

#include <memory>

#include "algorithms/bfs/ranks/one_d/local.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

/// Local searches on `device`, which is kept. Of `options`, which have been checked, block_threads
/// and edges_per_thread count.
[[nodiscard]] std::shared_ptr<const LocalFactory1d> make_device_factory_1d(
    const Device& device, const DeviceBfsOptions& options);

}  // namespace strider::detail
