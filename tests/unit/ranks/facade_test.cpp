// The public face of ranks: inputs of every kind, partitions, results in files.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"
#include "strider/strider.hpp"
#include "support/mpi_world.hpp"
#include "support/shared_folder.hpp"

namespace strider {
namespace {

constexpr KroneckerParameters kKronecker{.scale = 9, .weights = {WeightKind::kUniformReal}};

/// The levels of the first column pair of a table.
std::vector<std::string> levels_in(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> rows;
  for (std::string vertex, level, parent; file >> vertex >> level >> parent;) {
    rows.push_back(vertex + " " + level);
  }
  return rows;
}

/// Collective.
void expect_same_degrees(const DistGraph& parts, const Graph& graph) {
  std::vector<std::uint64_t> degrees;
  std::vector<std::uint64_t> places;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    degrees.push_back(graph.out().degree(v));
    if (v % 50 == 0 || v + 1 == graph.num_vertices()) places.push_back(v);
  }
  const DegreeOrderStatistics order = parts.degree_order_statistics(places);
  EXPECT_EQ(order.sum, graph.num_arcs());
  EXPECT_EQ(order.zeros, std::ranges::count(degrees, std::uint64_t{0}));
  std::ranges::sort(degrees);
  for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(order.at[i], degrees[places[i]]);
  EXPECT_TRUE(parts.degree_order_statistics({}).at.empty());
}

/// Collective.
void expect_gathered(const Cluster& cluster, const DistGraph& parts, const Graph& graph) {
  std::array<double, 2> sums = {0, 0};
  for (const std::uint32_t degree : parts.degrees()) {
    sums[0] += 1;
    sums[1] += degree;
  }
  cluster.sum(sums);
  EXPECT_EQ(sums[0], graph.num_vertices());
  EXPECT_EQ(sums[1], static_cast<double>(graph.num_arcs()));
  const Graph gathered = parts.gather();
  EXPECT_TRUE(std::ranges::equal(gathered.out().offsets(), graph.out().offsets()));
  EXPECT_TRUE(std::ranges::equal(gathered.out().targets(), graph.out().targets()));
}

TEST(Facade, EveryPartitionWritesTheLevelsAndDistancesOfOneMachine) {
  const Cluster cluster;
  const AnyGraph whole = build_any_graph(generate(kKronecker, 1), {.threads = 1});
  const Graph& graph = topology(whole);
  const auto source = static_cast<Vertex>(kronecker_search_key(kKronecker, 0));
  const test::SharedFolder folder;
  const std::string one = folder.file("one");
  const std::string many = folder.file("many");
  const BfsResult tree = bfs(graph, source, {.threads = 1});
  const SsspResult<float> paths =
      sssp(std::get<WeightedGraph<float>>(whole), source, {.threads = 1});
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const DistValidator validator(cluster, input);
  const PartitionOptions partitions[] = {
      {},
      {.distribution = VertexDistribution::kCyclic, .shuffle_seed = 7},
      {.scheme = PartitionScheme::k2d, .shuffle_seed = 7},
      {.scheme = PartitionScheme::kDelegate},
      {.delegate_threshold = 3},
  };
  for (const PartitionOptions& partition : partitions) {
    const DistGraph parts(cluster, input, partition);
    SCOPED_TRACE(partition_name(parts.scheme()));
    EXPECT_EQ(parts.num_edges(), graph.num_edges());
    EXPECT_EQ(parts.facts().edges_listed,
              parts.num_edges() + parts.facts().self_loops + parts.facts().duplicates);
    const std::vector<GlobalVertex> asked = {source, 0, 1, 2};
    const std::vector<std::uint8_t> have_edges = parts.have_edges(asked);
    for (std::size_t i = 0; i < asked.size(); ++i) {
      EXPECT_EQ(have_edges[i] != 0, graph.out().degree(static_cast<Vertex>(asked[i])) > 0);
    }
    expect_same_degrees(parts, graph);
    expect_gathered(cluster, parts, graph);
    // A second solver of the same graph works as well as the first.
    for (int round = 0; round < 2; ++round) {
      const DistBfsResult found = DistBfsSolver(parts).run(source);
      EXPECT_EQ(found.num_reached(), tree.num_reached());
      EXPECT_EQ(found.num_edges_reached(), tree.num_edges_reached());
      EXPECT_EQ(found.num_levels(), tree.num_levels());
      EXPECT_TRUE(validator.validate(found).passed());
      write_result(cluster, input, found, many, ResultFormat::kTsv);
    }
    if (cluster.rank() == 0) {
      write_bfs_result(graph.labels(), tree.parents(), tree.levels(), one, ResultFormat::kTsv);
      EXPECT_EQ(levels_in(many), levels_in(one));
    }
    cluster.barrier();
    const DistSsspResult<float> found = DistSsspSolver<float>(parts).run(source);
    EXPECT_EQ(found.num_reached(), paths.num_reached());
    EXPECT_EQ(found.num_edges_reached(), paths.num_edges_reached());
    EXPECT_TRUE(validator.validate(found).passed());
    write_result(cluster, input, found, many, ResultFormat::kLdbc);
    if (cluster.rank() == 0) {
      write_sssp_result<float>(graph.labels(), paths.parents(), paths.distances(), one,
                               ResultFormat::kLdbc);
      EXPECT_EQ(test::read_whole(many), test::read_whole(one));
    }
    cluster.barrier();
  }
}

TEST(Facade, TakesEdgesThatRanksGive) {
  const Cluster cluster;
  // A ring to which each rank gives one edge.
  const auto ranks = static_cast<std::uint64_t>(cluster.size());
  const auto rank = static_cast<std::uint64_t>(cluster.rank());
  const auto give = [&](GlobalEdge edge, Weights weights) {
    return DistInput::from_edges(cluster, ranks, Directedness::kDirected,
                                 Array<GlobalEdge>(1, edge), std::move(weights));
  };
  const DistInput ring = give({rank, (rank + 1) % ranks}, {});
  EXPECT_EQ(ring.num_edges(), ranks);
  const DistGraph graph(cluster, ring);
  EXPECT_EQ(DistBfsSolver(graph).run(0).num_levels(), ranks);
  EXPECT_EQ(DistSsspSolver<std::uint32_t>(graph).run(0).num_reached(), ranks);
  EXPECT_THROW(static_cast<void>(DistBfsSolver(graph).run(ranks)), UsageError);
  EXPECT_THROW(DistSsspSolver<float>{graph}, UsageError);
  const bool is_last = rank + 1 == ranks;
  EXPECT_THROW(give({rank, is_last ? ranks : 0}, {}), UsageError);
  EXPECT_THROW(give({0, 0}, Array<float>(is_last ? 2 : 1, 1.F)), UsageError);
  if (ranks > 1) {
    EXPECT_THROW(
        give({0, 0}, is_last ? Weights(Array<float>(1, 1.F)) : Weights(Array<double>(1, 1.0))),
        UsageError);
  }
}

TEST(Facade, EdgesWithoutWeightsWeighOne) {
  const Cluster cluster;
  constexpr KroneckerParameters kPlain{.scale = 8};
  const DistInput input = DistInput::generate(cluster, kPlain);
  const DistValidator validator(cluster, input);
  const GlobalVertex source = kronecker_search_key(kPlain, 1);
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    for (const GraphPurpose purpose : {GraphPurpose::kAnySearch, GraphPurpose::kShortestPaths}) {
      DistGraph graph(cluster, input, {.scheme = scheme, .purpose = purpose});
      const DistBfsResult levels = DistBfsSolver(graph).run(source);
      // Weights that are built already need no input.
      if (purpose == GraphPurpose::kShortestPaths) graph.release_input();
      const DistSsspResult<std::uint32_t> paths = DistSsspSolver<std::uint32_t>(graph).run(source);
      EXPECT_EQ(paths.num_reached(), levels.num_reached());
      EXPECT_TRUE(validator.validate(paths).passed());
      EXPECT_EQ(DistBfsSolver(graph).run(source).num_reached(), levels.num_reached());
    }
  }
}

TEST(Facade, OfParallelEdgesTheOneAskedForStays) {
  const Cluster cluster;
  const auto edges = [&](std::uint64_t count) { return cluster.rank() == 0 ? count : 0; };
  Array<GlobalEdge> twice(edges(2), GlobalEdge{0, 1});
  Array<std::uint32_t> weights(edges(2), 1);
  if (cluster.rank() == 0) weights[1] = 5;
  const DistInput input = DistInput::from_edges(cluster, 2, Directedness::kUndirected,
                                                std::move(twice), Weights(std::move(weights)));
  for (const PartitionScheme scheme :
       {PartitionScheme::k1d, PartitionScheme::k2d, PartitionScheme::kDelegate}) {
    for (const Duplicates duplicates : {Duplicates::kRemove, Duplicates::kKeepHeaviest}) {
      const DistGraph graph(
          cluster, input,
          {.scheme = scheme, .duplicates = duplicates, .purpose = GraphPurpose::kShortestPaths});
      const auto found = DistSsspSolver<std::uint32_t>(graph).run(0);
      EXPECT_EQ(found.distance_of(1), duplicates == Duplicates::kRemove ? 1U : 5U)
          << partition_name(scheme);
    }
  }
}

TEST(Facade, RefusesPartitionsThatDoNotFit) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const auto build = [&](const PartitionOptions& options) { DistGraph(cluster, input, options); };
  EXPECT_THROW(build({.grid = "5x7"}), UsageError);
  EXPECT_THROW(build({.grid = "wide"}), UsageError);
  EXPECT_THROW(build({.scheme = PartitionScheme::k1d, .delegate_threshold = 3}), UsageError);
  EXPECT_THROW(build({.scheme = PartitionScheme::k2d, .distribution = VertexDistribution::kCyclic}),
               UsageError);
  EXPECT_THROW(build({.threads = -1}), UsageError);
}

TEST(Facade, FailsToWriteOnAllRanksAlike) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(cluster, kKronecker);
  const DistGraph graph(cluster, input);
  const DistBfsResult found = DistBfsSolver(graph).run(kronecker_search_key(kKronecker, 0));
  for (const char* path : {"/nowhere/at/all.tsv", "/dev/full"}) {
    EXPECT_THROW(write_result(cluster, input, found, path, ResultFormat::kTsv), InputError);
  }
}

TEST(Facade, KnowsItsRanks) {
  const Cluster world;
  EXPECT_GE(world.threads_per_rank(), 1);
  EXPECT_GE(world.rank_on_machine(), 0);
  EXPECT_LE(world.rank_on_machine(), world.rank());
  EXPECT_EQ(world.maximum(world.rank()), world.size() - 1);
}

TEST(Facade, FindsTheFirstRankWithAnotherText) {
  const Cluster world;
  EXPECT_EQ(world.first_difference(""), std::nullopt);
  EXPECT_EQ(world.first_difference("the same"), std::nullopt);
  const int last = world.size() - 1;
  const auto of_last = world.first_difference(world.rank() == last && last > 0 ? "longer" : "text");
  EXPECT_EQ(of_last, last > 0 ? std::optional(last) : std::nullopt);
  const auto of_others = world.first_difference(world.rank() > 0 ? "" : "text");
  EXPECT_EQ(of_others, last > 0 ? std::optional(1) : std::nullopt);
}

}  // namespace
}  // namespace strider
