// Levels, paths and betweenness on the devices of ranks, emulated or real ones, on the real graphs
// of up to 10^5 edges of a folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "conformance/device_cases.hpp"
#include "conformance/ranks_bc.hpp"
#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "strider/strider.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kMostEdges = 100'000;

/// Both transports, under two schedules.
void searches_every_graph(const PartitionOptions& partition, const ReadOptions& reading = {}) {
  const Cluster cluster;
  on_real_graphs(reading, [&](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    if (graph.num_edges() > kMostEdges) return false;
    const DistInput input = deal_out(cluster, graph);
    const DistValidator validator(cluster, input);
    const DistGraph parts(cluster, input, partition);
    for (const DeviceTransport transport : transports()) {
      for (const std::uint64_t seed : kDeviceSeeds) {
        const Vertex source = graph.num_vertices() / (seed == 1 ? 3 : 2);
        const DistBfsResult result = solver_on(parts, seed, transport, {}).run(source);
        const bool is_right = everywhere(has_levels_of_oracle(result, graph, source)) &&
                              validator.validate(result).passed();
        EXPECT_TRUE(is_right) << name << ", " << device_transport_name(transport) << ", seed "
                              << seed;
        if (!is_right) return true;
      }
    }
    return true;
  });
}

TEST(DistBfsDeviceData, OneD) {
  searches_every_graph({.scheme = PartitionScheme::k1d});
}
TEST(DistBfsDeviceData, TwoD) {
  searches_every_graph({.scheme = PartitionScheme::k2d, .shuffle_seed = 11});
}
TEST(DistBfsDeviceData, Delegate) {
  searches_every_graph({.scheme = PartitionScheme::kDelegate}, kReadUndirected);
}

TEST(DistSsspDeviceData, OneD) {
  on_real_graphs({}, [](const std::string& name, const AnyGraph& graph) {
    if (topology(graph).num_edges() > kMostEdges) return false;
    ranks_sssp_conforms_on_data(graph, name, []<class W>(W) {
      return one_d<W>(Owners::kBlock, on_devices<W>(interrupted()));
    });
    return true;
  });
}

TEST(DistSsspDeviceData, Delegate) {
  on_real_graphs(kReadUndirected, [](const std::string& name, const AnyGraph& graph) {
    if (topology(graph).num_edges() > kMostEdges) return false;
    ranks_sssp_conforms_on_data(
        graph, name, []<class W>(W) { return delegate<W>(std::nullopt, on_devices<W>(plain())); });
    return true;
  });
}

TEST(DistBcDeviceData, BothWaysOnEveryGraph) {
  const Cluster cluster;
  const Device device = test_device(
      {.seed = 41 + static_cast<std::uint64_t>(test_world().rank()), .preempt_one_in = 11});
  on_real_graphs({}, [&](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    if (graph.num_edges() > kMostEdges) return false;
    const DistGraph parts = cut(cluster, list_edges(graph));
    const BetweennessOptions question{.sources = some_vertices(graph.num_vertices(), 3)};
    const BetweennessResult oracle = oracle_of(graph, question);
    for (const BcShare share : {BcShare::kReplicated, BcShare::kPartitioned}) {
      DistBetweennessOptions options = for_ranks(question);
      options.share = share;
      const DistBetweennessResult result =
          betweenness(parts, device, options, {.tuning = {.block_threads = 32}});
      expect_same_scores(gather_scores(result, graph.num_vertices()), oracle,
                         name + ", " + std::string(bc_share_name(share)));
    }
    return true;
  });
}

}  // namespace
}  // namespace strider::test
