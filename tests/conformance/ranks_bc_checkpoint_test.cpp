// Checkpoints of betweenness on ranks: of both ways of sharing, and the order that those of a
// shared graph keep.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
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

/// What is shared, and whose scores are asked for.
using SharingOf = std::tuple<BcShare, BetweennessOf>;

class Checkpoints : public testing::TestWithParam<SharingOf> {
 protected:
  static BcShare share() { return std::get<0>(GetParam()); }
  static BetweennessOf of() { return std::get<1>(GetParam()); }

  DistBetweennessOptions options(const std::string& path) const {
    DistBetweennessOptions options{.share = share(), .of = of(), .run = {.threads = 1}};
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
  const BetweennessResult oracle =
      betweenness(graph, {.method = BetweennessMethod::kSerial, .of = of()});
  expect_same_scores(gather_scores(cluster, result, 150), oracle, "resumed");
  // What is over has a last checkpoint, and nothing left to do.
  expect_same_scores(gather_scores(cluster, betweenness(parts, third), 150), oracle, "again");
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
  if (of() == BetweennessOf::kVertices) {
    mine.endpoints = BetweennessEndpoints::kIncluded;
    EXPECT_THROW(static_cast<void>(betweenness(parts, mine)), InputError);
    mine.endpoints = BetweennessEndpoints::kExcluded;
  }
  mine.sources = {{1, 2, 3}};
  EXPECT_THROW(static_cast<void>(betweenness(parts, mine)), InputError);
  mine.sources.reset();
  static_cast<void>(betweenness(parts, mine));
  mine.run.checkpoint.path = folder.file("none.bc");
  EXPECT_THROW(static_cast<void>(betweenness(parts, mine)), InputError);
}

INSTANTIATE_TEST_SUITE_P(DistBetweenness, Checkpoints,
                         testing::Values(SharingOf{BcShare::kReplicated, BetweennessOf::kVertices},
                                         SharingOf{BcShare::kPartitioned, BetweennessOf::kVertices},
                                         SharingOf{BcShare::kPartitioned, BetweennessOf::kEdges}),
                         [](const auto& info) {
                           const bool of_edges = std::get<1>(info.param) == BetweennessOf::kEdges;
                           return std::string(bc_share_name(std::get<0>(info.param))) +
                                  (of_edges ? "_edges" : "");
                         });

// As many arcs as vertices; loops and parallel arcs, which have no scores.
TEST(CheckpointsOfASharedGraph, ScoresOfEdgesGoOnToTheSameBits) {
  const Cluster cluster;
  const SharedFolder folder;
  constexpr Vertex kVertices = 90;
  std::vector<Edge> edges = random_edges(kVertices, 400, 3);
  for (Vertex v = 0; v < 20; ++v) edges.insert(edges.end(), {edges[v], {v, v}});
  const Graph graph = make_graph(kVertices, edges, Directedness::kDirected);
  EdgeList list;
  list.num_vertices = kVertices;
  list.directedness = Directedness::kDirected;
  list.edges = Array<Edge>::copy_of(edges);
  const DistGraph parts = cut(cluster, list, {.distribution = VertexDistribution::kCyclic});
  DistBetweennessOptions options{.share = BcShare::kPartitioned,
                                 .tuning = {.batch_size = 8},
                                 .of = BetweennessOf::kEdges,
                                 .run = {.threads = 1}};
  const BetweennessResult whole = gather_scores(cluster, betweenness(parts, options), kVertices);
  options.run.progress_interval_seconds = 0;
  options.run.checkpoint.path = folder.file("run.bc");
  options.run.on_progress = [](const BetweennessProgress& so_far) {
    return so_far.done >= 40 ? RunControl::kStop : RunControl::kContinue;
  };
  EXPECT_THROW(static_cast<void>(betweenness(parts, options)), InterruptedError);
  options.run.on_progress = {};
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  const BetweennessResult resumed = gather_scores(cluster, betweenness(parts, options), kVertices);
  expect_equal_bits(resumed, whole, "resumed");
  expect_same_scores(whole, betweenness(graph, {.of = BetweennessOf::kEdges}), "whole");
}

// A ring has as many arcs as vertices.
TEST(CheckpointsOfASharedGraph, OfVerticesAreNoneOfEdges) {
  const Cluster cluster;
  const SharedFolder folder;
  std::vector<Edge> ring = line_edges(30);
  ring.push_back({29, 0});
  const DistGraph parts = cut(cluster, list_edges(make_graph(30, ring, Directedness::kDirected)));
  DistBetweennessOptions options{.share = BcShare::kPartitioned, .run = {.threads = 1}};
  options.run.checkpoint.path = folder.file("run.bc");
  static_cast<void>(betweenness(parts, options));
  options.run.checkpoint.start = CheckpointOptions::Start::kResume;
  static_cast<void>(betweenness(parts, options));
  options.of = BetweennessOf::kEdges;
  EXPECT_THROW(static_cast<void>(betweenness(parts, options)), InputError);
}

/// Of every arc from one vertex to another, its name.
double name_of(GlobalVertex from, GlobalVertex to) {
  return static_cast<double>(from * 1000 + to + 1);
}

// In chunks that end anywhere.
TEST(OrderedSums, AreInTheOrderOfTheInputWhoeverOwnsThem) {
  const comm::Communicator& world = test_world();
  constexpr Vertex kVertices = 61;
  std::vector<Edge> edges = random_edges(kVertices, 300, 9);
  for (Vertex v = 0; v < 10; ++v) edges.insert(edges.end(), {edges[v], {v, v}});
  const Graph simple = make_graph(kVertices, edges);
  std::vector<double> expected;
  for (Vertex v = 0; v < kVertices; ++v) {
    for (const Vertex to : simple.out().neighbors(v)) expected.push_back(name_of(v, to));
  }
  EdgeList list;
  list.num_vertices = kVertices;
  list.edges = Array<Edge>::copy_of(edges);
  const detail::HeldEdges held(list, world.rank(), world.size());
  for (const auto& owners :
       {detail::OwnerMap::block(kVertices, world.size()),
        detail::OwnerMap::cyclic(kVertices, world.size(), detail::Shuffle(kVertices, 3))}) {
    const detail::Graph1d graph = detail::build_graph_1d(
        world, held, owners, {.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep});
    std::vector<double> own(graph.rows.num_arcs(), -1.0);
    for (std::uint32_t v = 0; v < graph.num_rows(); ++v) {
      const GlobalVertex from = graph.global_of(detail::local_vertex(v));
      for (EdgeIndex arc = graph.rows.offsets()[v]; arc < graph.rows.offsets()[v + 1ULL]; ++arc) {
        own[arc] = name_of(from, graph.global_of(detail::local_id(graph.rows.targets()[arc])));
      }
    }
    constexpr std::size_t kMostSums = 12;
    const detail::OrderedSums ordered(world, graph, BetweennessOf::kEdges,
                                      {.vertices = 7, .sums = kMostSums});
    EXPECT_EQ(ordered.size(), expected.size());
    std::vector<double> taken;
    ordered.to_first(own, [&](std::span<const double> sums) {
      // All of one vertex, where it has more.
      const bool is_one_vertex =
          !sums.empty() && std::floor(sums.front() / 1000) == std::floor(sums.back() / 1000);
      EXPECT_TRUE(sums.size() <= kMostSums || is_one_vertex) << sums.size();
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
    // Parallel arcs have one sum between them, loops none.
    std::size_t given = 0;
    for (std::size_t arc = 0; arc < back.size(); ++arc) {
      given += back[arc] == own[arc] ? 1 : 0;
      EXPECT_TRUE(back[arc] == own[arc] || back[arc] == 0) << arc;
    }
    EXPECT_EQ(world.all_reduce(std::uint64_t{given}, comm::Reduction::kSum), expected.size());
    EXPECT_THROW(ordered.to_first(own, [](std::span<const double>) { throw InputError("full"); }),
                 InputError);
  }
}

}  // namespace
}  // namespace strider::test
