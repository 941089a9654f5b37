// Builds, components, forests and betweenness on ranks of which one has no memory from some
// moment on, or for a moment: all say so, no rank waits, and the next run is as if nothing had
// been.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/bc/ranks/engine.hpp"
#include "algorithms/msf/ranks/engine.hpp"
#include "conformance/ranks_bc.hpp"
#include "conformance/ranks_components.hpp"
#include "conformance/ranks_msf.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/redistribute.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "support/compare_graphs.hpp"
#include "support/failing_rank.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kListed = 400;

/// All records are for the last rank, which gets its chunks in parts, or they are shared out.
void expect_error_on_the_way(bool to_last, int ranks_per_node, AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  const EdgeList list = random_list(100, kListed, Directedness::kDirected);
  const detail::HeldEdges source(list, world.rank(), world.size());
  const auto ranks = static_cast<std::uint64_t>(world.size());
  std::uint64_t came = 0;
  const auto send = [&] {
    came = 0;
    detail::redistribute<GlobalEdge, detail::NoWeight, 1>(
        world, source, {.chunk = 30, .ranks_per_node = ranks_per_node},
        [&](const detail::ListedEdge<detail::NoWeight>& edge, auto&& emit) {
          const std::uint64_t rank = to_last ? ranks - 1 : edge.target % ranks;
          emit(static_cast<int>(rank), GlobalEdge{edge.source, edge.target});
        },
        [&](Array<GlobalEdge>&& records) { came += records.size(); });
  };
  const auto expect_unharmed = [&](int nth, bool /*failed*/) {
    send();
    EXPECT_EQ(world.all_reduce(came, comm::Reduction::kSum), kListed) << "after " << nth;
  };
  expect_error_on_all_ranks(send, expect_unharmed, 10, after);
}

TEST(RedistributeMemory, RunsOutOnTheWay) {
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    for (const int ranks_per_node : {1, 2}) {
      expect_error_on_the_way(false, ranks_per_node, after);
      expect_error_on_the_way(true, ranks_per_node, after);
    }
  }
}

TEST(BuildMemory, OfDelegatesRunsOut) {
  const comm::Communicator& world = test_world();
  const EdgeList list = random_list(100, kListed, Directedness::kDirected);
  const detail::HeldEdges source(list, world.rank(), world.size());
  detail::GraphDelegate graph;
  const auto build = [&] {
    graph = detail::build_graph_delegate(world, source,
                                         {.threshold = 8, .redistribute = {.chunk = 100}});
  };
  build();
  const std::uint64_t arcs = graph.sizes.arcs;
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    expect_error_on_all_ranks(
        build,
        [&](int nth, bool /*failed*/) {
          build();
          EXPECT_EQ(graph.sizes.arcs, arcs) << "after allocation " << nth;
        },
        20, after);
  }
}

TEST(BuildMemory, OfGridsRunsOut) {
  const comm::Communicator& world = test_world();
  const EdgeList list = random_list(256, kListed, Directedness::kDirected);
  const detail::HeldEdges source(list, world.rank(), world.size());
  detail::Graph2d graph;
  const auto build = [&] { graph = detail::build_graph_2d(world, source, {.chunk = 100}); };
  build();
  const std::uint64_t arcs = graph.num_arcs;
  for (const AllocationsAfter after : {AllocationsAfter::kSucceed, AllocationsAfter::kFail}) {
    expect_error_on_all_ranks(
        build,
        [&](int nth, bool /*failed*/) {
          build();
          EXPECT_EQ(graph.num_arcs, arcs) << "after allocation " << nth;
        },
        20, after);
  }
}

void expect_error_of_components(const PartitionOptions& options, AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(300, random_edges(300, 350, 1));
  const std::vector<Vertex> expected = detail::serial_components(graph);
  const DistGraph shared(cluster, share_out(cluster, list_edges(graph)), options);
  const auto expect_unharmed = [&](int nth, bool /*failed*/) {
    EXPECT_EQ(to_found(components(shared), graph.num_vertices()).labels, expected)
        << "after allocation " << nth;
  };
  expect_error_on_all_ranks([&] { static_cast<void>(components(shared)); }, expect_unharmed, 20,
                            after);
}

TEST(ComponentsMemory, RunsOutForAMoment) {
  for (const PartitionOptions& options : component_partitions()) {
    expect_error_of_components(options, AllocationsAfter::kSucceed);
  }
}
TEST(ComponentsMemory, RunsOutForGood) {
  for (const PartitionOptions& options : component_partitions()) {
    expect_error_of_components(options, AllocationsAfter::kFail);
  }
}

using Weight = std::uint32_t;
using Make = DistMsfFactory<Weight>;

/// Of 2^scale vertices.
WeightedGraph<Weight> skewed(int scale, std::size_t edges) {
  std::vector<Link<Weight>> links;
  for (const Edge& edge : skewed_edges(scale, edges, 3)) {
    links.push_back({edge.source, edge.target, edge.source * 31 + edge.target});
  }
  return make_weighted(1U << static_cast<unsigned>(scale), links);
}

Make over_nodes(int ranks_per_node) {
  return [=](const auto& world, const auto& graph, const DistMsfOptions& options) {
    return detail::make_boruvka_on_ranks<Weight>(
        world, comm::TwoLevelExchange(world, ranks_per_node), graph, options);
  };
}

/// All make an engine and run it, of which one allocation fails.
void expect_error_of_forests(const WeightedGraph<Weight>& graph, const Make& make,
                             const DistMsfOptions& options, AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  const auto part = shared_out(graph);
  std::unique_ptr<detail::DistMsfEngine<Weight>> engine;
  detail::DistForest<Weight> forest;
  const auto make_and_run = [&] {
    engine.reset();
    engine = make(world, part, options);
    engine->run(forest);
  };
  const auto expect_unharmed = [&](int nth, bool /*failed*/) {
    if (engine == nullptr) engine = make(world, part, options);
    engine->run(forest);
    expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest),
                  "after allocation " + std::to_string(nth));
  };
  expect_error_on_all_ranks(make_and_run, expect_unharmed, 31, after);
}

TEST(MsfMemory, RunsOutForAMoment) {
  // All edges are light; some are heavy, in rounds.
  expect_error_of_forests(skewed(8, 400), detail::make_dist_auto<Weight>,
                          {.tuning = {.replicating_ranks = 0}}, AllocationsAfter::kSucceed);
  expect_error_of_forests(skewed(8, 3000), detail::make_dist_auto<Weight>,
                          {.tuning = {.gather_edges = 0, .replicating_ranks = 0}},
                          AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutForGood) {
  expect_error_of_forests(skewed(8, 3000), detail::make_dist_auto<Weight>,
                          {.tuning = {.gather_edges = 0, .replicating_ranks = 0}},
                          AllocationsAfter::kFail);
}
TEST(MsfMemory, RunsOutOnTwoThreads) {
  if (test_world().size() > 2) GTEST_SKIP() << "on one and two ranks";
  expect_error_of_forests(skewed(8, 3000), detail::make_dist_auto<Weight>,
                          {.threads = 2, .tuning = {.replicating_ranks = 0}},
                          AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutOverTwoLevels) {
  EXPECT_EQ(comm::TwoLevelExchange(test_world(), 2).has_two_levels(), test_world().size() > 2);
  expect_error_of_forests(skewed(8, 3000), over_nodes(2), {.tuning = {.gather_edges = 20}},
                          AllocationsAfter::kSucceed);
}
TEST(MsfMemory, RunsOutWhereRanksReplicate) {
  if (test_world().size() == 1) GTEST_SKIP() << "one rank replicates nothing";
  const Make replicated = detail::make_replicated<Weight>;
  expect_error_of_forests(skewed(8, 400), replicated, {}, AllocationsAfter::kSucceed);
  expect_error_of_forests(skewed(8, 3000), replicated, {}, AllocationsAfter::kSucceed);
  expect_error_of_forests(skewed(8, 3000), replicated, {}, AllocationsAfter::kFail);
}

void expect_error_of_ghs(const GhsOptions& options, int threads,
                         AllocationsAfter after = AllocationsAfter::kSucceed) {
  const comm::Communicator& world = test_world();
  const WeightedGraph<Weight> graph = skewed(9, 6000);
  const auto part = shared_out(graph);
  int errors = 0;
  // Each time a later allocation fails, in steps that grow.
  for (int nth = 0, step = 1; step < 200; nth += step, step += 1 + step / 8) {
    const auto engine = detail::make_ghs<Weight>(world, part, {.threads = threads, .ghs = options});
    detail::DistForest<Weight> forest;
    errors += fails_on_all_ranks([&] { engine->run(forest); }, nth, after) ? 1 : 0;
    engine->run(forest);
    expect_forest(graph, MsfObjective::kMinimum, gather_forest(*part, forest), "after an error");
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(errors, 5);
}

TEST(GhsMemory, RunsOutInTheMiddle) {
  expect_error_of_ghs({}, 1);
  expect_error_of_ghs({.finish_test = GhsFinishTest::kAllReduce, .finish_frequency = 50}, 1);
  expect_error_of_ghs({.aggregation_bytes = 64}, 2);
}
TEST(GhsMemory, RunsOutForGood) {
  expect_error_of_ghs({}, 1, AllocationsAfter::kFail);
}

/// As the public face does it: what all ranks sum up after that is not of betweenness.
void search(const detail::Graph1d& part, const DistBetweennessOptions& options) {
  static_cast<void>(options.share == BcShare::kReplicated
                        ? detail::search_replicated(test_world(), part, options)
                        : detail::search_partitioned(test_world(), part, options));
}

void expect_error_of_scores(const DistBetweennessOptions& options, AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(50, random_edges(50, 120, 3));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const BetweennessResult oracle =
      betweenness(graph, {.method = BetweennessMethod::kSerial, .of = options.of});
  const auto expect_unharmed = [&](int nth, bool failed) {
    if (failed && nth % 8 != 0) return;
    expect_same_scores(gather_scores(betweenness(parts, options), 50), oracle,
                       "after allocation " + std::to_string(nth));
  };
  expect_error_on_all_ranks([&] { search(*parts.state()->one_d(), options); }, expect_unharmed, 16,
                            after);
}

class MemoryOfScores : public testing::TestWithParam<DistBetweennessOptions> {};

TEST_P(MemoryOfScores, RunsOutForAMoment) {
  expect_error_of_scores(GetParam(), AllocationsAfter::kSucceed);
}
TEST_P(MemoryOfScores, RunsOutForGood) {
  expect_error_of_scores(GetParam(), AllocationsAfter::kFail);
}

INSTANTIATE_TEST_SUITE_P(DistBetweenness, MemoryOfScores,
                         testing::Values(DistBetweennessOptions{.share = BcShare::kReplicated,
                                                                .run = {.threads = 1}},
                                         DistBetweennessOptions{.share = BcShare::kPartitioned,
                                                                .tuning = {.batch_size = 3},
                                                                .run = {.threads = 1}},
                                         DistBetweennessOptions{.share = BcShare::kPartitioned,
                                                                .tuning = {.batch_size = 16},
                                                                .of = BetweennessOf::kEdges,
                                                                .run = {.threads = 1}}),
                         [](const auto& info) {
                           return std::string(bc_share_name(info.param.share)) +
                                  (info.param.of == BetweennessOf::kEdges ? "_edges" : "");
                         });

// Looks at bounds among what all do together.
void expect_error_of_estimates(AllocationsAfter after) {
  const Cluster cluster;
  const Graph graph = make_graph(50, random_edges(50, 120, 3));
  const DistGraph parts = cut(cluster, list_edges(graph));
  const EstimateOptions options{.epsilon = 0.1, .top = 2, .run = {.threads = 1}};
  const BetweennessEstimate one = estimate_betweenness(graph, options);
  const auto expect_unharmed = [&](int nth, bool failed) {
    if (failed && nth % 8 != 0) return;
    const BetweennessEstimate many = estimate_betweenness(parts, options);
    EXPECT_EQ(many.samples, one.samples) << nth;
    EXPECT_EQ(many.bound, one.bound) << nth;
  };
  expect_error_on_all_ranks([&] { static_cast<void>(estimate_betweenness(parts, options)); },
                            expect_unharmed, 16, after);
}

TEST(DistEstimateMemory, RunsOutForAMoment) {
  expect_error_of_estimates(AllocationsAfter::kSucceed);
}
TEST(DistEstimateMemory, RunsOutForGood) {
  expect_error_of_estimates(AllocationsAfter::kFail);
}

}  // namespace
}  // namespace strider::test
