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

template <class W>
using WeightedArcs = std::map<std::pair<GlobalVertex, GlobalVertex>, W>;

/// The arcs of this rank in the input's numbers, each checked to be where Algorithm 1 puts it.
template <class W>
WeightedArcs<W> arcs_here(const WeightedGraphDelegate<W>& weighted, const Graph& whole) {
  const GraphDelegate& g = weighted.graph;
  WeightedArcs<W> arcs;
  const auto degree = [&](GlobalVertex v) { return whole.out().degree(static_cast<Vertex>(v)); };
  const auto add = [&](GlobalVertex u, GlobalVertex v, const Array<W>& weights, std::size_t i) {
    EXPECT_EQ(g.owners.owner(keeper({u, degree(u)}, {v, degree(v)}, g.threshold)), g.rank)
        << u << " -> " << v;
    EXPECT_TRUE(arcs.emplace(std::pair(u, v), weights.empty() ? W{} : weights[i]).second);
  };
  const auto normal = [&](std::uint32_t v) { return g.global(local_vertex(v)); };
  const auto place_of = [&](std::uint32_t column) {
    if (column < g.num_local) return normal(column);
    const std::uint32_t ghost = column - g.num_local;
    const auto next = std::upper_bound(g.ghost_begin.begin(), g.ghost_begin.end(), ghost);
    return g.owners.global(static_cast<int>(next - g.ghost_begin.begin()) - 1,
                           local_vertex(g.ghost_vertices[ghost]));
  };
  const auto walk = [&](const SmallRows& rows, const Array<W>& weights, auto&& row_name,
                        auto&& column_name) {
    for (std::uint32_t row = 0; row < rows.num_rows(); ++row) {
      EXPECT_TRUE(std::is_sorted(rows.row(row).begin(), rows.row(row).end()));
      for (std::uint32_t i = rows.offsets[row]; i < rows.offsets[row + 1]; ++i) {
        add(row_name(row), column_name(rows.columns[i]), weights, i);
      }
    }
  };
  const auto delegate = [&](std::uint32_t i) { return g.delegates[i]; };
  walk(g.nn, weighted.nn, normal, place_of);
  walk(g.nd, weighted.nd, normal, delegate);
  walk(g.dn, weighted.dn, delegate, normal);
  walk(g.dd, weighted.dd, delegate, delegate);
  return arcs;
}

template <class W>
void expect_whole(const WeightedGraphDelegate<W>& weighted, const Graph& whole,
                  const WeightedArcs<W>& expected) {
  const comm::Communicator& world = test_world();
  const GraphDelegate& g = weighted.graph;
  std::uint64_t right = 0;
  const WeightedArcs<W> here = arcs_here(weighted, whole);
  for (const auto& arc : here) {
    const auto found = expected.find(arc.first);
    right += found != expected.end() && found->second == arc.second ? 1 : 0;
  }
  // No arc twice on a rank; and no arc on two, as it has one keeper.
  EXPECT_EQ(right, here.size());
  EXPECT_EQ(world.all_reduce(right, comm::Reduction::kSum), expected.size());
  EXPECT_EQ(g.sizes.arcs, expected.size());
  EXPECT_EQ(g.sizes.vertices, whole.num_vertices());
  std::uint64_t delegates = 0;
  for (Vertex v = 0; v < whole.num_vertices(); ++v) {
    delegates += is_delegate(whole.out().degree(v), g.threshold);
  }
  EXPECT_EQ(g.num_delegates, delegates);
  for (std::uint32_t i = 0; i < g.num_delegates; ++i) {
    const auto degree = [&](std::uint32_t d) {
      return whole.out().degree(static_cast<Vertex>(g.delegates[d]));
    };
    if (i > 0) {
      EXPECT_GE(degree(i - 1), degree(i));
    }
  }
  for (std::uint32_t v = 0; v < g.num_local; ++v) {
    const std::uint32_t i = g.delegate_of(local_vertex(v));
    EXPECT_EQ(i != kNoDelegate,
              is_delegate(whole.out().degree(static_cast<Vertex>(g.global(local_vertex(v)))),
                          g.threshold));
    if (i != kNoDelegate) {
      EXPECT_EQ(g.delegates[i], g.global(local_vertex(v)));
    }
  }
}

TEST(GraphDelegate, KeepsEveryArcWhereAlgorithmOnePutsIt) {
  const comm::Communicator& world = test_world();
  const std::vector<EdgeList> lists = [] {
    std::vector<EdgeList> made;
    made.push_back(list_of(0, {}));
    made.push_back(list_of(3, {}));
    made.push_back(list_of(5, {{0, 1}, {1, 0}, {2, 2}, {3, 1}, {1, 3}, {4, 1}}));
    made.push_back(list_of(256, skewed_edges(8, 3000, 4)));
    return made;
  }();
  for (const EdgeList& list : lists) {
    EdgeList copy = list_of(list.num_vertices, {list.edges.begin(), list.edges.end()});
    const Graph whole = build_graph(std::move(copy));
    constexpr std::uint64_t kHeaviest = 8;  // there the heaviest of parallel edges stay
    for (const std::uint64_t threshold :
         {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{8}, std::uint64_t{64}, kNoDelegates}) {
      Array<std::uint32_t> weights(list.edges.size());
      WeightedArcs<std::uint32_t> expected;
      for (std::size_t i = 0; i < list.edges.size(); ++i) {
        const auto [u, v] = list.edges[i];
        weights[i] = static_cast<std::uint32_t>((i * 7919) % 101);
        if (u == v) continue;
        for (const auto& arc : {std::pair<GlobalVertex, GlobalVertex>(u, v),
                                std::pair<GlobalVertex, GlobalVertex>(v, u)}) {
          const auto known = expected.emplace(arc, weights[i]).first;
          known->second = threshold == kHeaviest ? std::max(known->second, weights[i])
                                                 : std::min(known->second, weights[i]);
        }
      }
      EdgeList weighted_list = list_of(list.num_vertices, {list.edges.begin(), list.edges.end()});
      weighted_list.weights = std::move(weights);
      const HeldEdges source(weighted_list, world.rank(), world.size());
      const GraphDelegateOptions options{
          .threshold = threshold,
          .shuffle = threshold == 2 ? Shuffle(list.num_vertices, 5) : Shuffle(),
          .duplicates = threshold == kHeaviest ? Duplicates::kKeepHeaviest : Duplicates::kRemove,
          .redistribute = {.threads = 2, .chunk = 100}};
      expect_whole(build_weighted_graph_delegate<std::uint32_t>(world, source, options), whole,
                   expected);
      for (auto& [arc, weight] : expected) weight = 0;
      WeightedGraphDelegate<std::uint32_t> bare;
      bare.graph = build_graph_delegate(world, source, options);
      expect_whole(bare, whole, expected);
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
  ASSERT_EQ(g.build_steps.size(), 5U);
  EXPECT_GE(g.build_steps[4].peak_bytes, g.subgraph_bytes().total());
  // Eight bytes of an arc on its way and eight of one that has come.
  const std::uint64_t arcs = 2 * source->num_edges();
  EXPECT_LE(world.all_reduce(g.build_steps[1].peak_bytes, comm::Reduction::kSum),
            16 * world.all_reduce(arcs, comm::Reduction::kSum));
}

TEST(GraphDelegate, RefusesWhatItCannotTake) {
  const comm::Communicator& world = test_world();
  EdgeList list = list_of(4, {{0, 1}, {2, 9}});
  EXPECT_THROW((void)build_graph_delegate(world, HeldEdges(list, world.rank(), world.size())),
               UsageError);
  list = list_of(4, {{0, 1}});
  list.directedness = Directedness::kDirected;
  EXPECT_THROW((void)build_graph_delegate(world, HeldEdges(list, world.rank(), world.size())),
               UsageError);
}

}  // namespace
}  // namespace strider::detail
