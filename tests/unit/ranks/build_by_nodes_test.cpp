// Builds whose messages go by way of nodes, which are so many consecutive ranks here: as many
// records come in the same order, and so the same graphs.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "comm/traffic.hpp"
#include "comm/two_level_exchange.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/redistribute.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "support/compare_graphs.hpp"
#include "support/directed_source.hpp"
#include "support/gather.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

constexpr int kDirectly = 1;
/// Nodes of these: where ranks are not shared out evenly, messages go directly.
constexpr int kShapes[] = {2, 3};

using test::to_vector;

/// Whether there are several nodes of so many ranks, all as large.
bool has_even_nodes(int shape) {
  return test_world().size() % shape == 0 && test_world().size() > shape;
}
/// Those of kShapes that messages can take.
std::vector<int> even_shapes() {
  std::vector<int> shapes;
  std::ranges::copy_if(kShapes, std::back_inserter(shapes), has_even_nodes);
  return shapes;
}

/// Chunks of a build whose messages are short. Records take 16 bytes at most.
constexpr std::uint64_t kShortChunk = 100;
void expect_by_nodes_if_even(const EdgeSource& source, int shape) {
  const RedistributePlan plan = plan_redistribution<GlobalEdge, NoWeight, 2>(
      test_world(), source, {.chunk = kShortChunk, .ranks_per_node = shape});
  EXPECT_EQ(plan.by_nodes, has_even_nodes(shape));
}

std::vector<std::uint32_t> columns_of(const LocalMatrix& matrix) {
  std::vector<std::uint32_t> entries;
  for (std::uint32_t c = 0; c < matrix.num_columns(); ++c) {
    for (const std::uint32_t row : matrix.rows(c)) entries.insert(entries.end(), {c, row});
  }
  return entries;
}

/// Messages of this rank in all-to-all exchanges of so many ranks.
std::uint64_t all_to_all_messages(const comm::Communicator& comm, int group) {
  std::uint64_t messages = 0;
  for (const comm::StepSum& step : comm.traffic().step_sums()) {
    if (step.name == comm::StepName{comm::StepKind::kAllToAll, group}) messages += step.messages;
  }
  return messages;
}

std::unique_ptr<EdgeSource> source_of(WeightKind weights = WeightKind::kNone) {
  const RmatParameters parameters{.scale = 9, .weights = {.kind = weights}};
  return make_source(parameters, test_world().rank(), test_world().size());
}

/// Edges of which each names all ranks.
struct Copies {
  const HeldEdges& source;

  /// What comes, in its order.
  std::vector<GlobalEdge> send(const RedistributeSettings& settings) const {
    const auto& world = test_world();
    std::vector<GlobalEdge> came;
    redistribute<GlobalEdge, NoWeight, 8>(
        world, source, settings,
        [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
          for (int r = 0; r < world.size(); ++r) {
            emit(r, GlobalEdge{static_cast<GlobalVertex>(world.rank()), edge.number});
          }
        },
        [&](Array<GlobalEdge>&& part) { came.insert(came.end(), part.begin(), part.end()); });
    return came;
  }
};

TEST(BuildByNodes, SendsAMessageToEachNodeAndToEachRankOfItsOwn) {
  const auto& world = test_world();
  const auto ranks = static_cast<std::uint64_t>(world.size());
  constexpr std::uint64_t kRounds = 5;
  constexpr std::uint64_t kChunk = 10;
  const EdgeList list = test::random_list(100, kRounds * kChunk * ranks, Directedness::kDirected);
  const HeldEdges source(list, world.rank(), world.size());
  const Copies copies{source};
  const RedistributeSettings directly{.chunk = kChunk, .ranks_per_node = kDirectly};
  world.traffic().restart();
  const std::vector<GlobalEdge> expected = copies.send(directly);
  // One for what is sent, and one to say how much it is.
  EXPECT_EQ(all_to_all_messages(world, world.size()), kRounds * 2 * (ranks - 1));
  ASSERT_EQ(expected.size(), kRounds * kChunk * ranks);
  for (const int shape : even_shapes()) {
    const auto here = static_cast<std::uint64_t>(shape);
    const std::uint64_t nodes = ranks / here;
    world.traffic().restart();
    EXPECT_EQ(copies.send({.chunk = kChunk, .ranks_per_node = shape}), expected);
    const bool square = nodes == here;
    std::uint64_t messages = all_to_all_messages(world, shape);
    if (!square) messages += all_to_all_messages(world, static_cast<int>(nodes));
    EXPECT_EQ(messages, kRounds * 2 * (nodes + here - 2)) << shape << " ranks a node";
    EXPECT_EQ(all_to_all_messages(world, world.size()), 0U);
  }
}

TEST(BuildByNodes, GoesDirectlyWhereMessagesAreLong) {
  const auto& world = test_world();
  const auto ranks = static_cast<std::uint64_t>(world.size());
  const EdgeList list = test::random_list(100, 20'000 * ranks, Directedness::kDirected);
  const HeldEdges source(list, world.rank(), world.size());
  const auto by_nodes = [&](std::uint64_t chunk, int ranks_per_node) {
    return plan_redistribution<GlobalEdge, NoWeight, 2>(
               world, source, {.chunk = chunk, .ranks_per_node = ranks_per_node})
        .by_nodes;
  };
  for (const int shape : {2, 3, 4}) {
    EXPECT_EQ(by_nodes(10, shape), has_even_nodes(shape)) << shape;
    EXPECT_EQ(comm::TwoLevelExchange(world, shape).has_two_levels(), has_even_nodes(shape));
  }
  EXPECT_FALSE(by_nodes(20'000, 2));
  // All are on one machine.
  EXPECT_FALSE(by_nodes(10, 0));
  EXPECT_FALSE(by_nodes(10, world.size()));
  // Nodes of different sizes.
  EXPECT_FALSE(by_nodes(10, world.rank() == 0 ? 1 : 2));
  EXPECT_GT((redistribute_bytes<GlobalEdge, NoWeight, 2>({10, true}, world.size()).most),
            (redistribute_bytes<GlobalEdge, NoWeight, 2>({10, false}, world.size()).most));
}

// The first node has records for the first rank of two nodes: less than two shares for each of
// these, but its own first rank passes on all of them.
TEST(BuildByNodes, CutsChunksOfWhichARankWouldPassOnTooMuch) {
  const auto& world = test_world();
  const auto ranks = static_cast<std::uint64_t>(world.size());
  constexpr std::uint64_t kChunk = 50;
  constexpr std::uint64_t kRounds = 4;
  const EdgeList list = test::random_list(100, kRounds * kChunk * ranks, Directedness::kDirected);
  const HeldEdges source(list, world.rank(), world.size());
  for (const int shape : even_shapes()) {
    SCOPED_TRACE(shape);
    const auto here = static_cast<std::uint64_t>(shape);
    std::vector<std::uint64_t> before(ranks, 0);
    std::uint64_t came = 0;
    std::uint64_t parts = 0;
    redistribute<GlobalEdge, NoWeight, 2>(
        world, source, {.chunk = kChunk, .ranks_per_node = shape},
        [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
          if (world.rank() >= shape) return;
          for (const int to : {0, shape}) {
            emit(to, GlobalEdge{static_cast<GlobalVertex>(world.rank()), edge.number});
          }
        },
        [&](Array<GlobalEdge>&& records) {
          came += records.size();
          ++parts;
          for (const auto& [rank, number] : records) {
            EXPECT_EQ(number, before[rank]++) << "in the order of the slice";
          }
        });
    const bool gets_some = world.rank() == 0 || world.rank() == shape;
    EXPECT_EQ(came, gets_some ? here * kRounds * kChunk : 0);
    EXPECT_EQ(parts, kRounds * ((here + kMostShares - 1) / kMostShares));
  }
}

TEST(BuildByNodes, MakesTheSame1d) {
  const auto& world = test_world();
  const auto source = source_of(WeightKind::kUniformInteger);
  const OwnerMap owners = OwnerMap::block(source->num_vertices(), world.size());
  const auto build = [&](int ranks_per_node) {
    return build_weighted_graph_1d<std::uint32_t>(
        world, *source, owners, {.chunk = kShortChunk, .ranks_per_node = ranks_per_node});
  };
  const auto expected = build(kDirectly);
  for (const int shape : kShapes) {
    SCOPED_TRACE(shape);
    expect_by_nodes_if_even(*source, shape);
    const auto graph = build(shape);
    test::expect_equal_csr(graph.topology.rows, expected.topology.rows);
    EXPECT_EQ(to_vector(graph.weights.span()), to_vector(expected.weights.span()));
    EXPECT_EQ(graph.topology.num_edges, expected.topology.num_edges);
  }
}

TEST(BuildByNodes, MakesTheSame2d) {
  const auto source = source_of();
  const auto build = [&](int ranks_per_node) {
    return build_graph_2d(test_world(), *source,
                          {.chunk = kShortChunk, .ranks_per_node = ranks_per_node});
  };
  const Graph2d expected = build(kDirectly);
  for (const int shape : kShapes) {
    SCOPED_TRACE(shape);
    expect_by_nodes_if_even(*source, shape);
    const Graph2d graph = build(shape);
    EXPECT_EQ(columns_of(graph.by_source), columns_of(expected.by_source));
    EXPECT_EQ(columns_of(graph.by_target), columns_of(expected.by_target));
  }
}

void expect_equal_subgraphs(const ArcSubgraphs& arcs, const ArcSubgraphs& expected) {
  for (const auto rows :
       {&ArcSubgraphs::nn, &ArcSubgraphs::nd, &ArcSubgraphs::dn, &ArcSubgraphs::dd}) {
    EXPECT_EQ(to_vector((arcs.*rows).offsets.span()), to_vector((expected.*rows).offsets.span()));
    EXPECT_EQ(to_vector((arcs.*rows).columns.span()), to_vector((expected.*rows).columns.span()));
  }
  EXPECT_EQ(arcs.ghost_begin, expected.ghost_begin);
  EXPECT_EQ(to_vector(arcs.ghost_vertices.span()), to_vector(expected.ghost_vertices.span()));
}

void expect_same_delegates_and_tuples(const EdgeSource& source) {
  const auto settings = [](int ranks_per_node) {
    return RedistributeSettings{.chunk = kShortChunk, .ranks_per_node = ranks_per_node};
  };
  const auto build = [&](int ranks_per_node) {
    return build_graph_delegate(test_world(), source,
                                {.threshold = 16, .redistribute = settings(ranks_per_node)});
  };
  const GraphDelegate expected = build(kDirectly);
  const auto tuples = collect_tuples<NoWeight>(test_world(), source, settings(kDirectly));
  EXPECT_GT(expected.nn.columns.size(), 0U);
  EXPECT_EQ(expected.into.nn.columns.size() > 0, expected.is_directed());
  for (const int shape : kShapes) {
    SCOPED_TRACE(shape);
    expect_by_nodes_if_even(source, shape);
    const GraphDelegate graph = build(shape);
    EXPECT_EQ(to_vector(graph.delegates.span()), to_vector(expected.delegates.span()));
    expect_equal_subgraphs(graph, expected);
    expect_equal_subgraphs(graph.into, expected.into);
    const auto same = collect_tuples<NoWeight>(test_world(), source, settings(shape));
    for (std::uint32_t v = 0; v < tuples.owners().size(test_world().rank()); ++v) {
      EXPECT_EQ(to_vector(same.row(v)), to_vector(tuples.row(v)));
    }
  }
}

TEST(BuildByNodes, MakesTheSameDelegatesAndTuples) {
  expect_same_delegates_and_tuples(*source_of());
}
TEST(BuildByNodes, MakesTheSameDelegatesAndTuplesOfADirectedGraph) {
  expect_same_delegates_and_tuples(test::DirectedSource(source_of()));
}

}  // namespace
}  // namespace strider::detail
