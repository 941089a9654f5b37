// Core numbers on a device, emulated under several schedules or a real one.
#include <gtest/gtest.h>

#include "conformance/core.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

class CoreOnDevice : public testing::TestWithParam<Schedule> {};

TEST_P(CoreOnDevice, IsThatOfTheOracle) {
  for (const Vertex n : {1U, 300U}) {
    expect_cores(core_graphs(n, false), [](const Graph& graph) {
      return to_found(core_numbers(DeviceGraph(test_device(GetParam().device), graph)));
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Schedules, CoreOnDevice, testing::ValuesIn(all_schedules()),
                         [](const auto& info) { return info.param.name; });

TEST(CoreOnDevice, IsRefusedWhereItDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  const std::uint64_t bytes = DeviceGraph::predict_bytes(graph) + 20 * 700;
  const Device tight = test_device({.memory_bytes = bytes});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("core numbers (", [&] { static_cast<void>(core_numbers(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

TEST(CoreOnDevice, RefusesDirectedGraphs) {
  const DeviceGraph there(test_device({}), make_graph(2, {{0, 1}}, Directedness::kDirected));
  EXPECT_THROW((void)core_numbers(there), UsageError);
}

}  // namespace
}  // namespace strider::test
