// Diameters on the emulated device.
#include <gtest/gtest.h>

#include "conformance/diameter.hpp"
#include "strider/gpu.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

TEST(DiameterOnADevice, IsThatOfTheOracle) {
  const Device device = test_device({});
  for (const Vertex n : {1U, 8U, 40U}) {
    expect_diameters(diameter_graphs(n), [&](const Graph& graph, const DiameterOptions& options) {
      return to_found(diameter(DeviceGraph(device, graph), options));
    });
  }
}

}  // namespace
}  // namespace strider::test
