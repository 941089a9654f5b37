// What the whole graph takes of a rank's own memory.
#include <gtest/gtest.h>

#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "strider/error.hpp"
#include "support/counted_memory.hpp"
#include "support/mpi_world.hpp"
#include "unit/ranks/memory_testing.hpp"

namespace strider::detail {
namespace {

TEST(WholeGraphMemory, IsThatOfOneRankOrOfNone) {
  const auto& world = test_world();
  const auto source = make_source(RmatParameters{.scale = 13}, world.rank(), world.size());
  const std::uint64_t n = source->num_vertices();
  for (const OwnerMap& owners :
       {OwnerMap::block(n, world.size()), OwnerMap::cyclic(n, world.size())}) {
    const Graph1d part = build_graph_1d(world, *source, owners);
    const std::uint64_t before = test::held_array_bytes();
    test::restart_peak();
    const Graph whole = gather_whole_graph(world, part, 1);
    const WholeGraphMemory predicted = whole_graph_memory(world, part, 0);
    const std::uint64_t held = test::held_array_bytes() - before;
    const std::uint64_t peak = test::peak_array_bytes() - before;
    if (predicted.sharing > 1) {
      EXPECT_EQ(predicted.sharing, world.size());
      EXPECT_LE(peak, kSmallArrays);
    } else {
      EXPECT_GE(held, predicted.bytes_once);
      EXPECT_LE(held, predicted.bytes_once + kSmallArrays);
      EXPECT_LE(peak, predicted.bytes + kSmallArrays);
    }
  }
}

}  // namespace
}  // namespace strider::detail
