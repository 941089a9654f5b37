// Emulated devices for the tests of the emulator.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "simt/simt.hpp"

namespace strider::test {

namespace emulator = simt::emulator;
using simt::u32;
using simt::u64;

/// Settings that differ in everything that a kernel's result must not depend on.
inline std::vector<emulator::Settings> schedules() {
  std::vector<emulator::Settings> all;
  for (const u64 seed : {1, 2, 3}) {
    for (const u32 preempt : {0, 3}) {
      for (const u32 resident : {1, 4}) {
        all.push_back({.seed = seed,
                       .preempt_one_in = preempt,
                       .cooperative_blocks = 4,
                       .resident_blocks = resident});
      }
    }
  }
  return all;
}

/// One queue of a device, and memory as long as a vector says: AddressSanitizer guards its ends.
struct Bench {
  explicit Bench(const emulator::Settings& settings = {}) : device(settings), queue(device) {}
  template <class... P>
  void run(simt::LaunchShape shape, void (*kernel)(P...), std::type_identity_t<P>... arguments) {
    simt::launch(&queue, shape, kernel, arguments...);
    device.wait_for(queue);
  }
  template <class... P>
  void run_cooperative(simt::LaunchShape shape, void (*kernel)(P...),
                       std::type_identity_t<P>... arguments) {
    simt::launch_cooperative(&queue, shape, kernel, arguments...);
    device.wait_for(queue);
  }
  emulator::EmulatedDevice device;
  emulator::Queue queue;
};

}  // namespace strider::test
