// A context of the kind of device that a test is compiled for.
#pragma once

#include <memory>
#include <vector>

#include "gpu/buffer.hpp"
#include "gpu/context.hpp"
#include "support/test_device.hpp"
#ifdef __CUDACC__
#include "gpu/cuda/open.hpp"
#else
#include "gpu/emulated/open.hpp"
#endif

namespace strider::detail::STRIDER_DEVICE {

#ifdef __CUDACC__
inline constexpr bool kEmulated = false;
/// How a device behaves: a CUDA device in its own way.
struct Schedule {};
inline std::vector<Schedule> schedules() {
  return {{}};
}
inline std::unique_ptr<DeviceObject> open(const Schedule& /*schedule*/ = {},
                                          std::uint64_t memory = 1U << 30U) {
  DeviceFacts facts;
  return open_context(test::cuda_under_test().value_or(0), memory, facts);
}
/// A second one, where there is: else another context of the same.
inline std::unique_ptr<DeviceObject> open_another(const Schedule& /*schedule*/ = {},
                                                  std::uint64_t memory = 1U << 30U) {
  int count = 0;
  simt::check(cudaGetDeviceCount(&count), "cudaGetDeviceCount");
  DeviceFacts facts;
  return open_context((test::cuda_under_test().value_or(0) + 1) % count, memory, facts);
}
#else
inline constexpr bool kEmulated = true;
using Schedule = simt::emulator::Settings;
/// Different in everything that a kernel's result must not depend on.
inline std::vector<Schedule> schedules() {
  std::vector<Schedule> all;
  for (const simt::u64 seed : {1, 2, 3}) {
    for (const simt::u32 preempt : {0, 3}) {
      for (const simt::u32 resident : {1, 4}) {
        all.push_back({.seed = seed, .preempt_one_in = preempt, .resident_blocks = resident});
      }
    }
  }
  for (const simt::u64 seed : {1, 2}) {
    for (const auto starved : {simt::emulator::Starved::kBlock, simt::emulator::Starved::kWarp,
                               simt::emulator::Starved::kLane}) {
      all.push_back({.seed = seed, .preempt_one_in = seed == 1 ? 0U : 3U, .starved = starved});
    }
  }
  return all;
}
inline std::unique_ptr<DeviceObject> open(const Schedule& schedule = {},
                                          std::uint64_t memory = 1U << 30U) {
  DeviceFacts facts;
  Schedule settings = schedule;
  settings.memory_bytes = memory;
  return open_context(settings, facts);
}
inline std::unique_ptr<DeviceObject> open_another(const Schedule& schedule = {},
                                                  std::uint64_t memory = 1U << 30U) {
  return open(schedule, memory);
}
#endif

}  // namespace strider::detail::STRIDER_DEVICE
