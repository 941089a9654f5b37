#include "devices/device.hpp"

#include <algorithm>

#include "environment.hpp"

namespace strider::cli {

Device open_device(const Verb& verb, std::uint64_t seed, int number_here) {
  const DeviceChoice device = device_choice(verb.run.device);
  const std::optional<std::uint64_t> memory = verb.device.memory;
  if (device.kind == DeviceChoice::Kind::kSimt) {
    const SimtOptions otherwise;
    return Device::simt({.seed = seed, .memory_bytes = memory.value_or(otherwise.memory_bytes)});
  }
  // Where there are none, Device::cuda says so.
  return Device::cuda(device.number.value_or(number_here % std::max(1, Device::num_cuda())),
                      memory.value_or(Device::kNoMemoryLimit));
}

}  // namespace strider::cli
