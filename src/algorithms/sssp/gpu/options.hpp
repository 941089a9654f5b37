// The options of shortest paths on devices.
#pragma once

#include "strider/device_sssp.hpp"

namespace strider::detail {

/// Throws UsageError that names the option out of range.
void check_device_sssp_options(const DeviceSsspOptions& options, Vertex num_vertices);

}  // namespace strider::detail
