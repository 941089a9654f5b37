// The options of searches on devices.
#pragma once

#include "strider/gpu.hpp"

namespace strider::detail {

/// Throws UsageError that names the option out of range.
void check_device_bfs_options(const DeviceBfsOptions& options);

}  // namespace strider::detail
