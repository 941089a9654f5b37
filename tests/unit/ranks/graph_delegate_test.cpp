#include "ranks/delegate/graph_delegate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

using test::list_of;
using test::make_graph;
using test::skewed_edges;

using Ends = std::pair<GlobalVertex, GlobalVertex>;
template <class W>
using WeightedArcs = std::map<Ends, W>;

/// An undirected edge is an arc each way.
std::vector<Ends> ends_of(const Edge& edge, Directedness directedness) {
  const auto [u, v] = edge;
  if (u == v) return {};
  if (directedness == Directedness::kDirected) return {{u, v}};
  return {{u, v}, {v, u}};
}

/// Arcs out of a vertex and, if they are directed, into it.
template <class W>
std::vector<std::uint64_t> degrees_of(const WeightedArcs<W>& arcs, const GraphDelegate& g) {
  std::vector<std::uint64_t> degrees(g.owners.num_vertices(), 0);
  for (const auto& [arc, weight] : arcs) {
    ++degrees[arc.first];
    if (g.is_directed()) ++degrees[arc.second];
  }
  return degrees;
}

/// The rows of this rank by the input's numbers: (row, column).
template <class W>
WeightedArcs<W> rows_here(const GraphDelegate& g, const ArcSubgraphs& subgraphs,
                          const WeightedGraphDelegate<W>& weighted) {
  WeightedArcs<W> arcs;
  const auto normal = [&](std::uint32_t v) { return g.global(local_vertex(v)); };
  const auto place_of = [&](std::uint32_t column) {
    if (column < g.num_local) return normal(column);
    const std::uint32_t ghost = column - g.num_local;
    const auto next =
        std::upper_bound(subgraphs.ghost_begin.begin(), subgraphs.ghost_begin.end(), ghost);
    return g.owners.global(static_cast<int>(next - subgraphs.ghost_begin.begin()) - 1,
                           local_vertex(subgraphs.ghost_vertices[ghost]));
  };
  const auto walk = [&](const SmallRows& rows, const Array<W>& weights, auto&& row_name,
                        auto&& column_name) {
    for (std::uint32_t row = 0; row < rows.num_rows(); ++row) {
      EXPECT_TRUE(std::is_sorted(rows.row(row).begin(), rows.row(row).end()));
      for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        const Ends arc(row_name(row), column_name(rows.columns[i]));
        EXPECT_TRUE(arcs.emplace(arc, weights.empty() ? W{} : weights[i]).second);
      }
    }
  };
  const auto delegate = [&](std::uint32_t i) { return g.delegates[i]; };
  walk(subgraphs.nn, weighted.nn, normal, place_of);
  walk(subgraphs.nd, weighted.nd, normal, delegate);
  walk(subgraphs.dn, weighted.dn, delegate, normal);
  walk(subgraphs.dd, weighted.dd, delegate, delegate);
  return arcs;
}

/// The arcs into a vertex are those out of one, turned; those of a delegate are on the same rank,
/// others with the owners of their targets.
template <class W>
void expect_turned(const GraphDelegate& g, const WeightedArcs<W>& out,
                   const WeightedArcs<W>& expected, const std::vector<std::uint64_t>& degrees) {
  std::uint64_t turned = 0;
  for (const auto& [row_and_column, weight] : rows_here(g, g.in(), WeightedGraphDelegate<W>{})) {
    const auto [v, u] = row_and_column;
    EXPECT_EQ(expected.count({u, v}), 1U) << u << " -> " << v;
    if (is_delegate(degrees[u], g.threshold) || is_delegate(degrees[v], g.threshold)) {
      EXPECT_EQ(out.count({u, v}), 1U) << u << " -> " << v;
    } else {
      EXPECT_EQ(g.owners.owner(v), g.rank);
    }
    ++turned;
  }
  EXPECT_EQ(test_world().all_reduce(turned, comm::Reduction::kSum), expected.size());
}

template <class W>
void expect_whole(const WeightedGraphDelegate<W>& weighted, const WeightedArcs<W>& expected) {
  const comm::Communicator& world = test_world();
  const GraphDelegate& g = weighted.graph;
  const std::vector<std::uint64_t> degrees = degrees_of(expected, g);
  std::uint64_t right = 0;
  const WeightedArcs<W> here = rows_here(g, g, weighted);
  for (const auto& [arc, weight] : here) {
    const auto [u, v] = arc;
    EXPECT_EQ(g.owners.owner(keeper({u, degrees[u]}, {v, degrees[v]}, g.threshold)), g.rank)
        << u << " -> " << v;
    const auto found = expected.find(arc);
    right += found != expected.end() && found->second == weight ? 1 : 0;
  }
  // No arc twice on a rank; and no arc on two, as it has one keeper.
  EXPECT_EQ(right, here.size());
  EXPECT_EQ(world.all_reduce(right, comm::Reduction::kSum), expected.size());
  EXPECT_EQ(g.sizes.arcs, expected.size());
  EXPECT_EQ(g.sizes.vertices, degrees.size());
  expect_turned(g, here, expected, degrees);
  EXPECT_EQ(g.num_delegates, std::ranges::count_if(degrees, [&](std::uint64_t degree) {
              return is_delegate(degree, g.threshold);
            }));
  for (std::uint32_t i = 1; i < g.num_delegates; ++i) {
    EXPECT_GE(degrees[g.delegates[i - 1]], degrees[g.delegates[i]]);
  }
  for (std::uint32_t v = 0; v < g.num_local; ++v) {
    const GlobalVertex vertex = g.global(local_vertex(v));
    const std::uint32_t i = g.delegate_of(local_vertex(v));
    EXPECT_EQ(i != kNoDelegate, is_delegate(degrees[vertex], g.threshold));
    if (i != kNoDelegate) {
      EXPECT_EQ(g.delegates[i], vertex);
    }
  }
}

void keeps_every_arc(const EdgeList& list, std::uint64_t threshold) {
  const comm::Communicator& world = test_world();
  constexpr std::uint64_t kHeaviest = 8;  // there the heaviest of parallel edges stay
  Array<std::uint32_t> weights(list.edges.size());
  WeightedArcs<std::uint32_t> expected;
  for (std::size_t i = 0; i < list.edges.size(); ++i) {
    weights[i] = static_cast<std::uint32_t>((i * 7919) % 101);
    for (const Ends& arc : ends_of(list.edges[i], list.directedness)) {
      const auto known = expected.emplace(arc, weights[i]).first;
      known->second = threshold == kHeaviest ? std::max(known->second, weights[i])
                                             : std::min(known->second, weights[i]);
    }
  }
  EdgeList weighted_list = list_of(list.num_vertices, {list.edges.begin(), list.edges.end()});
  weighted_list.directedness = list.directedness;
  weighted_list.weights = std::move(weights);
  const HeldEdges source(weighted_list, world.rank(), world.size());
  const GraphDelegateOptions options{
      .threshold = threshold,
      .shuffle = threshold == 2 ? Shuffle(list.num_vertices, 5) : Shuffle(),
      .duplicates = threshold == kHeaviest ? Duplicates::kKeepHeaviest : Duplicates::kRemove,
      .redistribute = {.threads = 2, .chunk = 100}};
  expect_whole(build_weighted_graph_delegate<std::uint32_t>(world, source, options), expected);
  for (auto& [arc, weight] : expected) weight = 0;
  WeightedGraphDelegate<std::uint32_t> bare;
  bare.graph = build_graph_delegate(world, source, options);
  expect_whole(bare, expected);
}

TEST(GraphDelegate, KeepsEveryArcWhereAlgorithmOnePutsIt) {
  std::vector<EdgeList> lists;
  lists.push_back(list_of(0, {}));
  lists.push_back(list_of(3, {}));
  lists.push_back(list_of(5, {{0, 1}, {1, 0}, {2, 2}, {3, 1}, {1, 3}, {4, 1}}));
  lists.push_back(list_of(256, skewed_edges(8, 3000, 4)));
  for (EdgeList& list : lists) {
    for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
      list.directedness = directedness;
      for (const std::uint64_t threshold : {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{8},
                                            std::uint64_t{64}, kNoDelegates}) {
        keeps_every_arc(list, threshold);
      }
    }
  }
}

TEST(GraphDelegate, TakesNoMoreMemoryThanTableOne) {
  const comm::Communicator& world = test_world();
  for (const int scale : {10, 14}) {
    const auto source =
        make_source(KroneckerParameters{.scale = scale}, world.rank(), world.size());
    for (const std::optional<std::uint64_t> threshold :
         {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{0},
          std::optional<std::uint64_t>{16}, std::optional<std::uint64_t>{kNoDelegates}}) {
      const GraphDelegate g = build_graph_delegate(world, *source, {.threshold = threshold});
      const std::uint64_t bytes =
          world.all_reduce(g.subgraph_bytes().total(), comm::Reduction::kSum);
      const auto table = static_cast<double>(table_one_bytes(g.sizes, world.size()));
      EXPECT_LE(static_cast<double>(bytes), 1.05 * table) << scale;
      // Below it by no more than what shared ghosts save of the 4 bytes each of |Enn| targets.
      EXPECT_GE(static_cast<double>(bytes), 0.95 * (table - 4.0 * static_cast<double>(g.sizes.nn)));
    }
  }
}

TEST(GraphDelegate, SaysWhatEachStepOfBuildingTakes) {
  const comm::Communicator& world = test_world();
  const auto source = make_source(KroneckerParameters{.scale = 12}, world.rank(), world.size());
  const GraphDelegate g = build_graph_delegate(world, *source);
  ASSERT_EQ(g.build_steps.size(), 4U);
  EXPECT_GE(g.build_steps[3].peak_bytes, g.subgraph_bytes().total());
  // Four bytes of a key and eight of an id in a row; twelve of a row, which has 32 arcs or so.
  const std::uint64_t arcs = 2 * source->num_edges();
  EXPECT_LE(world.all_reduce(g.build_steps[1].peak_bytes, comm::Reduction::kSum),
            13 * world.all_reduce(arcs, comm::Reduction::kSum));
}

TEST(GraphDelegate, RefusesWhatItCannotTake) {
  const comm::Communicator& world = test_world();
  const EdgeList list = list_of(4, {{0, 1}, {2, 9}});
  EXPECT_THROW((void)build_graph_delegate(world, HeldEdges(list, world.rank(), world.size())),
               UsageError);
}

}  // namespace
}  // namespace strider::detail
