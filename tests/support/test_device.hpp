// The device that a test program runs on: an emulated one, or the CUDA device that the environment
// names in STRIDER_TEST_DEVICE ("cuda", "cuda:1"). So no case is written twice.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>

#include "gpu/emulated/open.hpp"
#include "strider/device.hpp"
#include "strider/error.hpp"

namespace strider::test {

/// The number of the CUDA device under test; nullopt on an emulated one. Throws where the
/// environment names neither.
inline std::optional<int> cuda_under_test() {
  const char* const variable = std::getenv("STRIDER_TEST_DEVICE");
  const std::string name = variable == nullptr ? "simt" : variable;
  if (name == "simt") return std::nullopt;
  if (name == "cuda") return 0;
  if (name.starts_with("cuda:")) return std::stoi(name.substr(5));
  throw std::invalid_argument("STRIDER_TEST_DEVICE is '" + name + "': expected simt or cuda[:N]");
}
inline bool is_emulated() {
  return !cuda_under_test().has_value();
}

/// How an emulated device behaves.
using SimtSettings = simt::emulator::Settings;

/// The device under test. Of the settings, a CUDA device takes the memory only.
inline Device test_device(const SimtSettings& settings = {}) {
  const std::optional<int> number = cuda_under_test();
  return number ? Device::cuda(*number, settings.memory_bytes) : detail::open_emulated(settings);
}

/// What make(graph on a device) takes there beside the graph.
template <class OnDevice, class AnyKindOfGraph, class Make>
std::uint64_t workspace_bytes(const AnyKindOfGraph& graph, const Make& make) {
  const Device roomy = test_device({.memory_bytes = 1U << 26U});
  const OnDevice there(roomy, graph);
  const std::uint64_t before = roomy.free_bytes();
  const auto made = make(there);
  return before - roomy.free_bytes();
}

/// Skips every test of the program, and says why, where the device under test is not there.
class DeviceUnderTest : public testing::Environment {
 public:
  void SetUp() override {
    try {
      static_cast<void>(test_device());
    } catch (const UnavailableError& error) {
      // cmake/StriderRooms.cmake and scripts/gpu.sh look for these words.
      GTEST_SKIP() << "no CUDA device: " << error.what();
    }
  }
};
inline testing::Environment* const kDeviceUnderTest =
    testing::AddGlobalTestEnvironment(new DeviceUnderTest);

}  // namespace strider::test
