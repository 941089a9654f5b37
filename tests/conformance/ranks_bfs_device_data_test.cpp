// Every scheme on devices, emulated, on the real graphs of up to 10^5 edges of a folder that
// STRIDER_DATA_DIR names: both transports, under two schedules.
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "conformance/device_cases.hpp"
#include "strider/strider.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kMostEdgesOfSearches = 100'000;

/// Levels are the oracle's, and the tree is one of the input's edges. On all ranks alike.
bool is_right(const DistBfsResult& result, const DistValidator& validator, const Graph& graph,
              Vertex source) {
  const BfsResult expected = bfs(graph, source, {.method = BfsMethod::kSerial, .threads = 1});
  bool same = result.num_reached() == expected.num_reached() &&
              result.num_levels() == expected.num_levels();
  for (std::size_t place = 0; same && place < result.num_owned(); ++place) {
    const auto v = static_cast<Vertex>(result.vertex(place));
    same = result.levels()[static_cast<Vertex>(place)] == expected.levels()[v];
  }
  const auto everywhere =
      test_world().all_reduce(static_cast<std::uint32_t>(same ? 1 : 0), comm::Reduction::kMin);
  return validator.validate(result).passed() && everywhere == 1;
}

void searches_every_graph(const PartitionOptions& partition, bool takes_directed) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const Cluster cluster;
  int searched = 0;
  static_cast<void>(
      for_each_real_graph(*folder, {}, [&](const std::string& name, const LoadedGraph& loaded) {
        const Graph& graph = topology(loaded.graph);
        if (graph.num_edges() > kMostEdgesOfSearches || (graph.is_directed() && !takes_directed))
          return;
        const DistInput input = input_of(cluster, graph);
        const DistValidator validator(cluster, input);
        const DistGraph parts(cluster, input, partition);
        for (const DeviceTransport transport : transports()) {
          for (const std::uint64_t seed : kDeviceSeeds) {
            const Vertex source = graph.num_vertices() / (seed == 1 ? 3 : 2);
            const DistBfsResult result = solver_on(parts, seed, transport, {}).run(source);
            ASSERT_TRUE(is_right(result, validator, graph, source))
                << name << ", " << device_transport_name(transport) << ", seed " << seed;
          }
        }
        ++searched;
      }));
  std::cout << searched << " searched\n";
  if (searched > 0) return;
  if (!takes_directed) GTEST_SKIP() << "no undirected graph in " << *folder;
  ADD_FAILURE() << "no graph in " << *folder;
}

TEST(DistBfsDeviceData, OneD) {
  searches_every_graph({.scheme = PartitionScheme::k1d}, true);
}
TEST(DistBfsDeviceData, TwoD) {
  searches_every_graph({.scheme = PartitionScheme::k2d, .shuffle_seed = 11}, true);
}
TEST(DistBfsDeviceData, Delegate) {
  searches_every_graph({.scheme = PartitionScheme::kDelegate}, false);
}

}  // namespace
}  // namespace strider::test
