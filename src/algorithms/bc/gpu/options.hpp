// Options of betweenness on a device.
#pragma once

#include "algorithms/bc/problem.hpp"
#include "strider/device_betweenness.hpp"

namespace strider::detail {

/// Throws UsageError where one is out of range.
void check_device_options(const DeviceBetweennessOptions& options);
void check_device_betweenness_options(const BetweennessOptions& options,
                                      const DeviceBetweennessOptions& device_options);
/// Of searches by lengths, and of sampled paths, besides: the method must be kAuto.
void check_device_options_by_lengths(const DeviceBetweennessOptions& options);
void check_device_sampling_options(const DeviceBetweennessOptions& options);

/// Throws UsageError where lengths are for the host only: of 128 bits, or zero.
void require_device_lengths(const ArcLengths& lengths);

}  // namespace strider::detail
