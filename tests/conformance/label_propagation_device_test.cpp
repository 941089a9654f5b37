// Label propagation on a device, emulated under several schedules or a real one: bit by bit the
// labels of the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/label_propagation/reference/serial.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "strider/label_propagation.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

class LabelPropagationOnDevice : public testing::TestWithParam<Schedule> {
 protected:
  static void expect_labels(const Graph& graph, std::uint32_t iterations) {
    const DeviceGraph there(test_device(GetParam().device), graph);
    const auto found = label_propagation(there, {.iterations = iterations});
    const auto expected = detail::serial_label_propagation(graph, iterations);
    EXPECT_TRUE(std::ranges::equal(found.labels, expected));
    EXPECT_EQ(found.iterations, label_propagation(graph, {.iterations = iterations}).iterations);
  }
};

TEST_P(LabelPropagationOnDevice, OfShapes) {
  constexpr Vertex kMostVertices = 700;
  for (const auto& [name, graph] : search_graphs()) {
    if (graph.is_directed() || graph.num_vertices() > kMostVertices) continue;
    SCOPED_TRACE(name);
    for (const std::uint32_t iterations : {0U, 1U, 9U}) expect_labels(graph, iterations);
  }
}

// Rows that a lane, a warp and a block follow, with parallel edges and self-loops.
TEST_P(LabelPropagationOnDevice, OfRandomGraphs) {
  expect_labels(make_graph(300, random_edges(300, 1500, 1), Directedness::kUndirected, kKeepAll),
                9);
  std::vector<Edge> edges = skewed_edges(11, 1U << 12U, 12);
  for (Vertex v = 0; v < 1U << 11U; ++v) edges.push_back({0, v});
  expect_labels(make_graph(1U << 11U, edges, Directedness::kUndirected, kKeepAll), 4);
}

INSTANTIATE_TEST_SUITE_P(Schedules, LabelPropagationOnDevice, testing::ValuesIn(all_schedules()),
                         [](const auto& info) { return info.param.name; });

TEST(LabelPropagationOnDevice, RefusesWhatDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  const std::uint64_t all =
      DeviceGraph::predict_bytes(graph) + 12 * 700 + 16 * graph.num_arcs() + 4;
  const DeviceGraph fits(test_device({.memory_bytes = all}), graph);
  EXPECT_GT(label_propagation(fits).iterations, 0U);
  const Device tight = test_device({.memory_bytes = all - 1});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("label propagation (",
                            [&] { static_cast<void>(label_propagation(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

TEST(LabelPropagationOnDevice, RefusesDirectedGraphs) {
  const DeviceGraph there(test_device({}), make_graph(2, {{0, 1}}, Directedness::kDirected));
  EXPECT_THROW((void)label_propagation(there), UsageError);
}

}  // namespace
}  // namespace strider::test
