// 1D search against the oracle, on every kind of owner map, direction, encoding and thread count.
#include <gtest/gtest.h>

#include "algorithms/bfs/ranks/one_d/search.hpp"
#include "conformance/owners_1d.hpp"
#include "conformance/ranks_bfs.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "support/mpi_world.hpp"
#include "support/taken.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using detail::DistBfsSettings;
using Direction = DistBfsSettings::Direction;

DistBfsFactory one_d(Owners owners, Encoding encoding) {
  return
      [=](const comm::Communicator& world, const EdgeList& list, const DistBfsSettings& settings) {
        const detail::HeldEdges source(list, world.rank(), world.size());
        auto graph = std::make_shared<const detail::Graph1d>(detail::build_graph_1d(
            world, source, make_owners(owners, list.num_vertices, world.size())));
        return taken(world, [&](detail::Workspace& workspace) {
          return detail::make_one_d(workspace, world, graph, {settings, encoding});
        });
      };
}

TEST(OneD, DirectionOptimizingOnBlocks) {
  ranks_bfs_conforms(one_d(Owners::kBlock, Encoding::kAuto), {});
}
TEST(OneD, TopDownOnCyclicOwners) {
  ranks_bfs_conforms(one_d(Owners::kCyclic, Encoding::kAuto), {.direction = Direction::kTopDown});
}
TEST(OneD, HybridOnShuffledOwners) {
  DistBfsSettings settings;
  settings.threads = 2;
  ranks_bfs_conforms(one_d(Owners::kShuffled, Encoding::kAuto), settings);
}
TEST(OneD, EveryEncoding) {
  for (const Encoding encoding :
       {Encoding::kThreshold, Encoding::kList, Encoding::kBitmap, Encoding::kVarint}) {
    for (const Direction direction : {Direction::kTopDown, Direction::kDirectionOptimizing}) {
      ranks_bfs_conforms_on_random_graphs(
          one_d(Owners::kCyclic, encoding),
          {.direction = direction, .threads = 1 + test_world().rank() % 2}, DistShapes::kAll, 6);
    }
  }
}
TEST(OneD, ConformsOnRealGraphs) {
  ranks_bfs_conforms_on_data(one_d(Owners::kCyclic, Encoding::kAuto), {}, DistShapes::kAll);
}

}  // namespace
}  // namespace strider::test
