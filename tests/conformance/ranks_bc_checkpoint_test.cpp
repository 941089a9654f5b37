// Checkpoints of betweenness on ranks: of both ways of sharing, and the order that those of a
// shared graph keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/bc/ranks/partitioned/ordered_sums.hpp"
#include "conformance/ranks_bc.hpp"
#include "strider/error.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"

namespace strider::test {
namespace {

class Checkpoints : public testing::TestWithParam<BcShare> {
 protected:
  static BcShare share() { return GetParam(); }

  DistBetweennessOptions options(const std::string& path) const {
    DistBetweennessOptions options{.share = share(), .run = {.threads = 1}};
    if (share() == BcShare::kPartitioned) options.tuning.batch_size = 4;
    options.run.progress_interval_seconds = 0;
    options.run.checkpoint = {.path = path, .interval_seconds = 0};
    return options;
  }
  detail::DistBcScores run_on(const comm::Communicator& comm, const detail::Graph1d& graph,
                              const DistBetweennessOptions& options) const {
    return share() == BcShare::kReplicated ? detail::search_replicated(comm, graph, options)
                                           : detail::search_partitioned(comm, graph, options);
  }
};

// Stopped on all ranks; continued by one of them only, to be stopped again; ended by all.
TEST_P(Checkpoints, GoOnOnAnotherNumberOfRanks) {
  const Cluster cluster;
  const SharedFolder folder;
  const Graph graph = make_graph(150, random_edges(150, 500, 6));
  const DistGraph parts = cut(cluster, list_edges(graph));
  DistBetweennessOptions first = options(folder.file("run.bc"));
  first.run.on_progress = [](const BetweennessProgress& so_far) {
    EXPECT_EQ(so_far.total, 150U);
    return so_far.done >= 20 ? RunControl::kStop : RunControl::kContinue;
  };
  EXPECT_THROW(static_cast<void>(betweenness(parts, first)), InterruptedError);

  const comm::Communicator own_comm = test_world().split(test_world().rank(), 0);
  std::uint64_t resumed_at = 0;
  if (test_world().rank() == 0) {
    const detail::Graph1d whole = all_on_one_rank(own_comm, graph);
    DistBetweennessOptions second = options(folder.file("run.bc"));
    second.run.checkpoint.start = CheckpointOptions::Start::kResume;
    second.run.on_progress = [&](const BetweennessProgress& so_far) {
      if (resumed_at == 0) resumed_at = so_far.done;
      return so_far.done >= 60 ? RunControl::kStop : RunControl::kContinue;
    };
    EXPECT_THROW(static_cast<void>(run_on(own_comm, whole, second)), InterruptedError);
    EXPECT_GT(resumed_at, 20U) << "from the beginning";
  }
  test_world().barrier();
  const DistGraph shuffled = cut(cluster, list_edges(graph), {.shuffle_seed = 7});
  DistBetweennessOptions third = options(folder.file("run.bc"));
  third.run.checkpoint.start = CheckpointOptions::Start::kResume;
  std::uint64_t least = 150;
  third.run.on_progress = [&](const BetweennessProgress& so_far) {
    least = std::min(least, so_far.done);
    return RunControl::kContinue;
  };
  const DistBetweennessResult result = betweenness(shuffled, third);
  EXPECT_GT(least, 60U) << "from the beginning";
  const BetweennessResult oracle = betweenness(graph, {.method = BetweennessMethod::kSerial});
  expect_same_scores(gather_scores(result, 150), oracle, "resumed");
  // What is over has a last checkpoint, and nothing left to do.
  expect_same_scores(gather_scores(betweenness(parts, third), 150), oracle, "again");
}

TEST_P(Checkpoints, OfSomethingElseAreRefusedByAll) {
  const Cluster cluster;
  const SharedFolder folder;
  const Graph graph = make_graph(40, random_edges(40, 90, 1));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const DistGraph others = cut(cluster, list_edges(make_graph(40, random_edges(40, 90, 2))));
  DistBetweennessOptions mine = options(folder.file("run.bc"));
  static_cast<void>(betweenness(parts, mine));
  mine.run.checkpoint.start = CheckpointOptions::Start::kResume;
  EXPECT_THROW(static_cast<void>(betweenness(others, mine)), InputError);
  mine.endpoints = BetweennessEndpoints::kIncluded;
  EXPECT_THROW(static_cast<void>(betweenness(parts, mine)), InputError);
  mine.endpoints = BetweennessEndpoints::kExcluded;
  mine.sources = {{1, 2, 3}};
  EXPECT_THROW(static_cast<void>(betweenness(parts, mine)), InputError);
  mine.sources.reset();
  static_cast<void>(betweenness(parts, mine));
  mine.run.checkpoint.path = folder.file("none.bc");
  EXPECT_THROW(static_cast<void>(betweenness(parts, mine)), InputError);
}

INSTANTIATE_TEST_SUITE_P(DistBetweenness, Checkpoints,
                         testing::Values(BcShare::kReplicated, BcShare::kPartitioned),
                         [](const auto& info) { return std::string(bc_share_name(info.param)); });

// Those of edges need the whole graph, which auto takes for them.
TEST(CheckpointsOfASharedGraph, AreOfVertices) {
  const Cluster cluster;
  const SharedFolder folder;
  const DistGraph parts = cut(cluster, list_edges(make_graph(30, line_edges(30))));
  DistBetweennessOptions options{
      .share = BcShare::kPartitioned, .of = BetweennessOf::kEdges, .run = {.threads = 1}};
  options.run.checkpoint.path = folder.file("run.bc");
  EXPECT_THROW(static_cast<void>(betweenness(parts, options)), UsageError);
  options.share = BcShare::kAuto;
  EXPECT_EQ(betweenness(parts, options).share(), BcShare::kReplicated);
}

// In chunks that end anywhere.
TEST(OrderedSums, AreInTheOrderOfTheInputWhoeverOwnsThem) {
  const comm::Communicator& world = test_world();
  constexpr Vertex kVertices = 61;
  std::vector<double> expected(kVertices);
  for (Vertex v = 0; v < kVertices; ++v) expected[v] = v + 0.5;
  for (const auto& owners :
       {detail::OwnerMap::block(kVertices, world.size()),
        detail::OwnerMap::cyclic(kVertices, world.size(), detail::Shuffle(kVertices, 3))}) {
    std::vector<double> own(owners.size(world.rank()));
    for (std::uint32_t v = 0; v < own.size(); ++v) {
      own[v] = expected[owners.global(world.rank(), detail::local_vertex(v))];
    }
    detail::Workspace workspace;
    detail::OrderedSums ordered(workspace, world, owners, 7);
    workspace.take();
    std::vector<double> taken;
    ordered.to_first(own, [&](std::span<const double> sums) {
      EXPECT_LE(sums.size(), 7U);
      taken.insert(taken.end(), sums.begin(), sums.end());
    });
    EXPECT_EQ(taken, world.rank() == 0 ? expected : std::vector<double>());
    std::vector<double> back(own.size(), 0.0);
    std::size_t next = 0;
    ordered.from_first(
        [&](std::span<double> sums) {
          std::copy_n(expected.begin() + static_cast<std::ptrdiff_t>(next), sums.size(),
                      sums.begin());
          next += sums.size();
        },
        back);
    EXPECT_EQ(back, own);
    EXPECT_THROW(ordered.to_first(own, [](std::span<const double>) { throw InputError("full"); }),
                 InputError);
  }
}

}  // namespace
}  // namespace strider::test
