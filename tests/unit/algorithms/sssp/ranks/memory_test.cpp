// What a rank declares for a search for shortest paths is what it takes.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "algorithms/sssp/ranks/host/host_paths.hpp"
#include "algorithms/sssp/ranks/parents.hpp"
#include "algorithms/sssp/ranks/path_graph.hpp"
#include "base/workspace.hpp"
#include "comm/sparse_exchange.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "support/counted_memory.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

constexpr RmatParameters kGraph{.scale = 13, .weights = {.kind = WeightKind::kUniformInteger}};
/// Arrays of a few bytes are not in the account.
constexpr std::uint64_t kSmallArrays = 1 << 16;

/// Most of it as Arrays: the rest is for lists, which are none.
template <class Graph>
void expect_takes_what_it_declares(Graph&& graph, int threads) {
  const std::uint64_t before = test::held_array_bytes();
  test::restart_peak();
  Workspace workspace;
  const auto part = make_path_graph<std::uint32_t>(
      workspace, std::make_shared<const Graph>(std::move(graph)), threads);
  const std::uint64_t of_graph = test::held_array_bytes() - before;
  comm::SparseExchange sparse(test_world());
  PathParents<std::uint32_t> parents(workspace, test_world(), sparse, *part, threads);
  HostPaths<std::uint32_t> paths(workspace, *part, 1, {.threads = threads});
  const std::uint64_t declared = workspace.host_bytes();
  EXPECT_EQ(test::held_array_bytes() - before, of_graph);
  workspace.take();
  const std::uint64_t peak = test::peak_array_bytes() - before - of_graph;
  EXPECT_LE(peak, declared + kSmallArrays);
  EXPECT_GE(peak + kSmallArrays, declared / 2);
}

TEST(SsspMemory, OfRowsOfOwnVertices) {
  const auto& world = test_world();
  const auto source = make_source(kGraph, world.rank(), world.size());
  for (const int threads : {1, 2}) {
    expect_takes_what_it_declares(
        build_weighted_graph_1d<std::uint32_t>(
            world, *source, OwnerMap::block(source->num_vertices(), world.size())),
        threads);
  }
}

TEST(SsspMemory, WithDelegates) {
  const auto& world = test_world();
  const auto source = make_source(kGraph, world.rank(), world.size());
  // Without a normal vertex, with a few delegates, without any.
  for (const std::uint64_t threshold : {0, 100, 1 << 20}) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(std::to_string(threshold) + ", " + std::to_string(threads) + " threads");
      expect_takes_what_it_declares(
          build_weighted_graph_delegate<std::uint32_t>(world, *source, {.threshold = threshold}),
          threads);
    }
  }
}

}  // namespace
}  // namespace strider::detail
