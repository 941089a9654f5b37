// The device that a benchmark is given.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>

#include "strider/device.hpp"
#include "strider/error.hpp"

namespace benchmark {

/// `seed` is of an emulated one. Throws UsageError where the name is none, UnavailableError.
inline strider::Device open_device(const std::string& name, std::uint64_t seed = 1) {
  if (name == "simt") return strider::Device::simt({.seed = seed});
  if (name == "cuda") return strider::Device::cuda();
  int number = 0;
  const char* const end = name.data() + name.size();
  if (name.starts_with("cuda:") && std::from_chars(name.data() + 5, end, number).ptr == end) {
    return strider::Device::cuda(number);
  }
  throw strider::UsageError("--device " + name + ": expected cuda, cuda:N or simt");
}

/// Of copies large against the cache, and small against the memory.
inline double copy_bandwidth_of(const strider::Device& device) {
  const bool emulated = device.kind() == strider::DeviceKind::kSimt;
  const std::uint64_t most = std::uint64_t{1} << (emulated ? 22U : 31U);
  return measure_copy_bandwidth(device, std::min(most, device.free_bytes() / 4));
}

}  // namespace benchmark
