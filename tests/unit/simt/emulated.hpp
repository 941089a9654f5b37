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
