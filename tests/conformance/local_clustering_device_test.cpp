// Local clustering on a device, emulated under several schedules or a real one: bit by bit the
// coefficients of the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "algorithms/local_clustering/reference/serial.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "strider/local_clustering.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

class LocalClusteringOnDevice : public testing::TestWithParam<Schedule> {
 protected:
  static void expect_coefficients(const Graph& graph) {
    const DeviceGraph there(test_device(GetParam().device), graph);
    const detail::SerialClustering expected = detail::serial_local_clustering(graph);
    const LocalClusteringResult found = local_clustering(there);
    EXPECT_TRUE(std::ranges::equal(found.links, expected.links));
    EXPECT_TRUE(std::ranges::equal(found.coefficients, expected.coefficients));
    const LocalClusteringResult on_host = local_clustering(graph);
    EXPECT_EQ(found.average, on_host.average);
    EXPECT_EQ(found.num_triangles, on_host.num_triangles);
  }
};

TEST_P(LocalClusteringOnDevice, OfShapes) {
  constexpr Vertex kMostVertices = 700;
  for (const auto& [name, graph] : search_graphs()) {
    if (graph.is_directed() || graph.num_vertices() > kMostVertices) continue;
    SCOPED_TRACE(name);
    expect_coefficients(graph);
  }
}

// Rows that a lane, a warp and a block follow, with parallel edges and self-loops, which change
// which end of an edge leads it.
TEST_P(LocalClusteringOnDevice, OfRandomGraphs) {
  expect_coefficients(
      make_graph(300, random_edges(300, 3000, 1), Directedness::kUndirected, kKeepAll));
  std::vector<Edge> edges = skewed_edges(10, 1U << 13U, 12);
  for (Vertex v = 0; v < 1U << 10U; ++v) {
    edges.push_back({0, v});
    if (v % 3 == 0) edges.push_back({v, v});
  }
  expect_coefficients(make_graph(1U << 10U, edges, Directedness::kUndirected, kKeepAll));
}

TEST_P(LocalClusteringOnDevice, OfACompleteGraph) {
  const Vertex n = 60;
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = 0; v < u; ++v) edges.push_back({u, v});
  }
  const DeviceGraph there(test_device(GetParam().device), make_graph(n, edges));
  const LocalClusteringResult found = local_clustering(there);
  EXPECT_TRUE(std::ranges::all_of(found.coefficients, [](double c) { return c == 1; }));
  EXPECT_EQ(found.num_triangles, n * (n - 1) * (n - 2) / 6);
}

INSTANTIATE_TEST_SUITE_P(Schedules, LocalClusteringOnDevice, testing::ValuesIn(all_schedules()),
                         [](const auto& info) { return info.param.name; });

TEST(LocalClusteringOnDevice, RefusesWhatDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  const std::uint64_t all = DeviceGraph::predict_bytes(graph) + 16 * 700 + 12 * graph.num_arcs();
  const DeviceGraph fits(test_device({.memory_bytes = all}), graph);
  EXPECT_EQ(local_clustering(fits).coefficients.size(), 700U);
  const Device tight = test_device({.memory_bytes = all - 1});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("local clustering (",
                            [&] { static_cast<void>(local_clustering(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

TEST(LocalClusteringOnDevice, RefusesDirectedGraphs) {
  const DeviceGraph there(test_device({}), make_graph(2, {{0, 1}}, Directedness::kDirected));
  EXPECT_THROW((void)local_clustering(there), UsageError);
}

}  // namespace
}  // namespace strider::test
