// What the local part of a search for shortest paths takes of a rank's memory, against what it
// predicts.
#include <gtest/gtest.h>

#include <memory>

#include "algorithms/sssp/ranks/delegate/local.hpp"
#include "algorithms/sssp/ranks/one_d/host/host_paths.hpp"
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

/// What make() and the start of a search take in Arrays is at most what was predicted, and most of
/// it: the rest is for lists, which are no Arrays.
template <class Make>
void expect_predicted(std::uint64_t predicted, const Make& make) {
  const std::uint64_t before = test::held_array_bytes();
  test::restart_peak();
  const auto local = make();
  const std::uint64_t peak = test::peak_array_bytes() - before;
  EXPECT_LE(peak, predicted + kSmallArrays);
  EXPECT_GE(peak + kSmallArrays, predicted / 2);
}

TEST(SsspMemory, OfRowsOfOwnVerticesIsPredicted) {
  const auto& world = test_world();
  const auto source = make_source(kGraph, world.rank(), world.size());
  const auto graph = build_weighted_graph_1d<std::uint32_t>(
      world, *source, OwnerMap::block(source->num_vertices(), world.size()));
  for (const int threads : {1, 2}) {
    expect_predicted(predict_host_paths_bytes(graph), [&] {
      return make_host_paths(graph, 1, {.threads = threads}, comm::Encoding::kAuto);
    });
  }
}

TEST(SsspMemory, WithDelegatesIsPredicted) {
  const auto& world = test_world();
  const auto source = make_source(kGraph, world.rank(), world.size());
  // Without a normal vertex, with a few delegates, without any.
  for (const std::uint64_t threshold : {0, 100, 1 << 20}) {
    const auto graph =
        build_weighted_graph_delegate<std::uint32_t>(world, *source, {.threshold = threshold});
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(std::to_string(threshold) + ", " + std::to_string(threads) + " threads");
      expect_predicted(predict_host_paths_bytes(graph), [&] {
        return make_host_delegate_paths(graph, 1, {.threads = threads}, comm::Encoding::kAuto);
      });
    }
  }
}

}  // namespace
}  // namespace strider::detail
