// Sources dealt out by a counter where every rank passes for a machine of its own.
#include <gtest/gtest.h>

#include "comm/shared_counter.hpp"
#include "conformance/ranks_bc.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/lonely_ranks.hpp"

namespace strider::test {
namespace {

TEST(SharedCounterOverMachines, IsServedByRank0) {
  const comm::Communicator& world = test_world();
  ASSERT_EQ(world.ranks_on_node(), 1);
  comm::SharedCounter counter(world);
  const int before = num_mpi_probes();
  counter.serve();
  EXPECT_EQ(num_mpi_probes() > before, world.rank() == 0 && world.size() > 1);
  // What waits for others is not taken away from them.
  world.barrier();
  static_cast<void>(counter.take(1));
  counter.serve();
  world.barrier();
  EXPECT_EQ(counter.take(0), static_cast<std::uint64_t>(world.size()));
}

/// Of one call; 0 where none is served. Collective.
int probes_of_serving(const comm::Communicator& world) {
  const comm::SharedCounter counter(world);
  const int before = num_mpi_probes();
  counter.serve();
  return num_mpi_probes() - before;
}

TEST(SharedCounterOverMachines, IsServedAfterEachTake) {
  const Cluster cluster;
  const int probes_each = probes_of_serving(test_world());
  const Graph graph = make_graph(3000, random_edges(3000, 6000, 2));
  const DistGraph parts = cut(cluster, list_edges(graph));
  DistBetweennessOptions options{.share = BcShare::kReplicated, .run = {.threads = 1}};
  // After all that a rank takes but the last batch.
  int takes = 0;
  options.run.progress_interval_seconds = 0;
  options.run.on_progress = [&](const BetweennessProgress&) {
    ++takes;
    return RunControl::kContinue;
  };
  const int before = num_mpi_probes();
  const DistBetweennessResult result = betweenness(parts, options);
  if (cluster.rank() == 0 && cluster.size() > 1) {
    EXPECT_GE(num_mpi_probes() - before, takes * probes_each);
  } else {
    EXPECT_EQ(num_mpi_probes(), before);
  }
  expect_same_scores(gather_scores(result, 3000), betweenness(graph), "shared sources");
}

}  // namespace
}  // namespace strider::test
