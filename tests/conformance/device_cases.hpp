// Searches on the devices of ranks as a program asks for them: ways to cut graphs and to search
// them.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "conformance/bfs.hpp"
#include "conformance/device_schedules.hpp"
#include "strider/dist.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

namespace strider::test {

inline constexpr DelegateSwitch kAtOnce{0, 0};
inline constexpr DelegateSwitch kNever{std::numeric_limits<double>::max(), 0};

/// One of the ways to cut a graph, and of searching it.
struct DeviceCase {
  std::string name;
  PartitionOptions partition;
  DistBfsOptions options = {};
};

[[nodiscard]] inline std::vector<DeviceCase> device_cases() {
  constexpr auto k1d = PartitionScheme::k1d;
  constexpr auto k2d = PartitionScheme::k2d;
  constexpr auto kDelegate = PartitionScheme::kDelegate;
  constexpr auto kTopDown = DistDirection::kTopDown;
  std::vector<DeviceCase> all{
      {"1d", {.scheme = k1d}},
      {"1d, top-down, cyclic, lists",
       {.scheme = k1d, .distribution = VertexDistribution::kCyclic},
       {.direction = kTopDown, .encoding = WireEncoding::kList}},
      {"1d, shuffled, bitmaps",
       {.scheme = k1d, .shuffle_seed = 5},
       {.encoding = WireEncoding::kBitmap}},
      {"2d, near square", {.scheme = k2d, .shuffle_seed = 3}},
      {"2d, bottom-up where it can", {.scheme = k2d}, {.tuning = {.alpha = 1e9, .beta = 1e9}}},
      {"2d, top-down, lists",
       {.scheme = k2d},
       {.direction = kTopDown, .encoding = WireEncoding::kList}},
  };
  const int ranks = test_world().size();
  for (const auto& grid : {"1x" + std::to_string(ranks), std::to_string(ranks) + "x1"}) {
    all.push_back(
        {"2d, " + grid, {.scheme = k2d, .grid = grid}, {.encoding = WireEncoding::kThreshold}});
  }
  const auto delegate = [&](std::string name, std::uint64_t threshold, DistBfsOptions options) {
    all.push_back({"delegate, " + std::move(name),
                   {.scheme = kDelegate, .delegate_threshold = threshold},
                   options});
  };
  constexpr std::uint64_t kNone = ~std::uint64_t{0};
  delegate("top-down, blocking", 3, {.direction = kTopDown, .reduction = MaskReduction::kBlocking});
  delegate("all of them", 0, {});
  delegate("none of them", kNone, {});
  delegate("backward at once", 4, {.tuning = {.dd = kAtOnce, .dn = kAtOnce, .nd = kAtOnce}});
  delegate("gathered by pairs", 6, {.local_all_to_all = LocalAllToAll::kOn, .ranks_per_node = 2});
  delegate("gathered by threes, blocking, bitmaps", 2,
           {.encoding = WireEncoding::kBitmap,
            .reduction = MaskReduction::kBlocking,
            .local_all_to_all = LocalAllToAll::kOn,
            .ranks_per_node = 3});
  delegate("every arc", 5, {.uniquify = Uniquify::kOff});
  delegate(
      "every arc, gathered", kNone,
      {.local_all_to_all = LocalAllToAll::kOn, .uniquify = Uniquify::kOff, .ranks_per_node = 2});
  delegate("one rank a node, lists", 8, {.encoding = WireEncoding::kList, .ranks_per_node = 1});
  return all;
}

/// The ranks are dealt the edges by turns: part of the tables of bytes.
[[nodiscard]] inline DistInput deal_out(const Cluster& cluster, const Graph& graph) {
  const EdgeList list = list_edges(graph);
  std::vector<GlobalEdge> mine;
  const auto ranks = static_cast<std::size_t>(cluster.size());
  for (auto e = static_cast<std::size_t>(cluster.rank()); e < list.edges.size(); e += ranks) {
    mine.push_back({list.edges[e].source, list.edges[e].target});
  }
  return DistInput::from_edges(cluster, graph.num_vertices(), graph.directedness(),
                               Array<GlobalEdge>::copy_of(mine));
}

/// Whether this rank's part of the tree has the levels of the oracle's.
[[nodiscard]] inline bool has_levels_of_oracle(const DistBfsResult& result, const Graph& graph,
                                               Vertex source) {
  const BfsResult expected = bfs_oracle(graph, source);
  if (result.num_reached() != expected.num_reached() ||
      result.num_levels() != expected.num_levels()) {
    return false;
  }
  for (Vertex place = 0; place < result.num_owned(); ++place) {
    const auto v = static_cast<Vertex>(result.vertex(place));
    if (result.levels()[place] != expected.levels()[v]) return false;
  }
  return true;
}

[[nodiscard]] inline DistBfsSolver solver_on(const DistGraph& graph, std::uint64_t seed,
                                             DeviceTransport transport,
                                             const DistBfsOptions& options) {
  DeviceSchedule on = device_schedule(seed);
  on.options.transport = transport;
  on.options.tuning.warp_degree = 4;
  on.options.tuning.block_degree = 40;
  return DistBfsSolver(graph, test_device(on.device), options, on.options);
}

/// Those that MPI allows with the device under test.
[[nodiscard]] inline std::vector<DeviceTransport> transports() {
  if (gpu_direct_where_taken() == DeviceTransport::kHostStaged)
    return {DeviceTransport::kHostStaged};
  return {DeviceTransport::kHostStaged, DeviceTransport::kGpuDirect};
}

}  // namespace strider::test
