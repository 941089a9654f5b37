// Options of betweenness on a device.
#pragma once

#include "strider/device_betweenness.hpp"

namespace strider::detail {

/// Throws UsageError where one is out of range.
void check_device_options(const DeviceBetweennessOptions& options);
void check_device_betweenness_options(const BetweennessOptions& options,
                                      const DeviceBetweennessOptions& device_options);

}  // namespace strider::detail
