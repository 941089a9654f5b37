// The devices of benchmarks by name.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>

#include "strider/device.hpp"
#include "strider/error.hpp"

namespace benchmark {

/// "cuda", "cuda:1" or "simt".
inline strider::Device open_device(const std::string& name, std::uint64_t seed) {
  if (name == "simt") return strider::Device::simt({.seed = seed});
  if (name == "cuda") return strider::Device::cuda();
  int number = 0;
  const char* const end = name.data() + name.size();
  if (name.starts_with("cuda:") && std::from_chars(name.data() + 5, end, number).ptr == end) {
    return strider::Device::cuda(number);
  }
  throw strider::UsageError("--device " + name + ": expected cuda, cuda:N or simt");
}

}  // namespace benchmark
