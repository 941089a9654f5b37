// Shortest paths of ranks on devices, emulated or real, in the real graphs of up to 10^5 edges of
// the folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <optional>

#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "conformance/ranks_sssp_graphs.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdgesOfPaths = 100'000;

TEST(DistSsspDeviceData, OneD) {
  ranks_sssp_conforms_on_data(
      {one_d<float>(Owners::kBlock, on_devices<float>(interrupted())),
       one_d<double>(Owners::kBlock, on_devices<double>(interrupted())),
       one_d<std::uint32_t>(Owners::kBlock, on_devices<std::uint32_t>(interrupted()))},
      DistShapes::kAll, kMostEdgesOfPaths);
}

TEST(DistSsspDeviceData, Delegate) {
  ranks_sssp_conforms_on_data(
      {delegate<float>(std::nullopt, on_devices<float>(plain())),
       delegate<double>(std::nullopt, on_devices<double>(plain())),
       delegate<std::uint32_t>(std::nullopt, on_devices<std::uint32_t>(plain()))},
      DistShapes::kUndirected, kMostEdgesOfPaths);
}

}  // namespace
}  // namespace strider::test
