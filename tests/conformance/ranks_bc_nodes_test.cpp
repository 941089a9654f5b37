// Sources shared where ranks pass for those of other machines than they run on.
#include <gtest/gtest.h>

#include "algorithms/bc/ranks/engine.hpp"
#include "comm/shared_counter.hpp"
#include "conformance/ranks_bc.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "unit/comm/pretended_nodes.hpp"

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

constexpr int (*kNodes[])(int rank) = {[](int) { return 0; }, [](int rank) { return rank / 2; },
                                       [](int rank) { return rank % 2; },
                                       [](int rank) { return rank == 0 ? 0 : 1; }};

/// body(cluster): of ranks that pass for those of machines of some shapes, and of one each.
template <class Body>
void on_nodes_of_any_shape(const Body& body) {
  for (const auto node_of : kNodes) {
    pretend_nodes(node_of);
    body(Cluster());
  }
  pretend_nodes(nullptr);
  body(Cluster());
}

template <class Whole>
void expect_bits(const Cluster& cluster, const EdgeList& list, const Whole& alone,
                 DistBetweennessOptions options) {
  for (const auto distribution : {VertexDistribution::kBlock, VertexDistribution::kCyclic}) {
    const DistGraph parts = cut(cluster, list, {.distribution = distribution});
    options.share = BcShare::kReplicated;
    const BetweennessResult found = gather_scores(betweenness(parts, options), list.num_vertices);
    const std::size_t size = found.scores.size();
    ASSERT_EQ(size,
              options.of == BetweennessOf::kVertices ? alone.scores.size() : alone.edges.size());
    for (std::size_t i = 0; i < size; ++i) {
      ASSERT_EQ(found.scores[i],
                options.of == BetweennessOf::kVertices ? alone.scores[i] : alone.edges[i].score);
    }
  }
}

/// As a rank finds them that has all of the graph for itself.
TEST(SharedSources, GiveTheSameBitsOnNodesOfAnyShape) {
  const comm::Communicator own_comm = test_world().split(test_world().rank(), 0);
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    // Trees hang off it: it is searched in another form.
    const Graph graph = make_graph(1U << 13U, skewed_edges(13, 50000, 5), directedness);
    DistBetweennessOptions options{.samples = 40, .run = {.threads = 1}};
    const detail::DistBcScores alone = [&] {
      DistBetweennessOptions mine = options;
      return detail::search_replicated(own_comm, all_on_one_rank(own_comm, graph), mine);
    }();
    on_nodes_of_any_shape(
        [&](const Cluster& cluster) { expect_bits(cluster, list_edges(graph), alone, options); });
  }
}

TEST(SharedSources, GiveTheSameBitsByWeightsOnNodesOfAnyShape) {
  const comm::Communicator own_comm = test_world().split(test_world().rank(), 0);
  EdgeList list = list_edges(make_graph(300, random_edges(300, 900, 8)));
  Array<double> weights(list.edges.size());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<double>(i % 7) / 10 + 1;
  list.weights = std::move(weights);
  const auto whole = detail::build_weighted_graph_1d<double>(
      own_comm, detail::HeldEdges(list, 0, 1), detail::OwnerMap::block(300, 1));
  const DistBetweennessOptions options{
      .lengths = PathLengths::kWeights, .of = BetweennessOf::kEdges, .run = {.threads = 1}};
  const detail::DistBcScores alone = detail::search_replicated(own_comm, whole, options);
  on_nodes_of_any_shape(
      [&](const Cluster& cluster) { expect_bits(cluster, list, alone, options); });
}

/// What auto compares with the memory that there is.
TEST(SharedSources, ArePredictedWithOneCopyOfTheGraphForEachNode) {
  const Graph graph = make_graph(2000, random_edges(2000, 9000, 2));
  const std::uint64_t once = 2001 * sizeof(EdgeIndex) + graph.num_arcs() * sizeof(Vertex);
  for (const auto node_of : kNodes) {
    pretend_nodes(node_of);
    const auto world = comm::Communicator::duplicate_world();
    const EdgeList list = list_edges(graph);
    const detail::Graph1d part =
        detail::build_graph_1d(world, detail::HeldEdges(list, world.rank(), world.size()),
                               detail::OwnerMap::block(2000, world.size()));
    const auto own = world.split(world.rank(), 0);
    const detail::Graph1d of_one = all_on_one_rank(own, graph);
    const auto here = static_cast<std::uint64_t>(world.ranks_on_node());
    const auto together = detail::shared_sources_bytes(world, part, {});
    const auto apart = detail::shared_sources_bytes(own, of_one, {});
    // Where ranks lie by turns on two machines, the copy is put in order.
    const bool in_order = node_of != kNodes[2] || world.size() < 3;
    EXPECT_EQ(apart - together, (here - (in_order ? 1 : 2)) * once);
  }
  pretend_nodes(nullptr);
}

}  // namespace
}  // namespace strider::test
