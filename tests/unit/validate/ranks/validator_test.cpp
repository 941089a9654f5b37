// The distributed validation finds what the one of a single machine finds, word by word, wherever
// the fault is.
#include "validate/ranks/validator.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/sssp.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"

namespace strider {
namespace {

using test::list_of;

using detail::kNoGlobalVertex;
using detail::NoWeight;
using detail::OwnerMap;
using detail::TreeBlock;
using detail::Tuples;

template <class W>
const Array<W>* weights_of(const EdgeList& list) {
  return std::get_if<Array<W>>(&list.weights);
}

/// The tuples of a list of which each rank reads a share, in rounds of a few edges.
template <class W>
Tuples<W> collect(const EdgeList& list) {
  const comm::Communicator& world = test_world();
  const detail::HeldEdges source(list, world.rank(), world.size());
  return detail::collect_tuples<W>(world, source, {.chunk = 37});
}

/// A claim on all vertices, as one machine has it.
template <class Depth>
struct Claim {
  Vertex source = 0;
  std::vector<Vertex> parents;
  std::vector<Depth> depths;
};

/// This rank's part of it.
template <class Depth>
TreeBlock<Depth> block_of(const OwnerMap& owners, const Claim<Depth>& claim) {
  const int rank = test_world().rank();
  TreeBlock<Depth> block;
  const std::uint32_t size = owners.size(rank);
  block.first = size == 0 ? 0 : owners.global(rank, detail::local_vertex(0));
  block.parents = Array<GlobalVertex>(size);
  block.depths = Array<Depth>(size);
  for (std::size_t v = 0; v < size; ++v) {
    const Vertex parent = claim.parents[block.first + v];
    block.parents[v] = parent == kNoVertex ? kNoGlobalVertex : parent;
    block.depths[v] = claim.depths[block.first + v];
  }
  return block;
}

/// How often each rule was broken, to see that each can be.
template <class Rule>
using BrokenRules = std::map<Rule, int>;

template <class Rule, class Expected>
void expect_same_tree_check(const DistValidation<Rule>& found, const Expected& expected,
                            BrokenRules<Rule>& broken) {
  EXPECT_EQ(found.num_reached, expected.num_reached);
  EXPECT_EQ(found.edges_traversed, expected.edges_traversed);
  ASSERT_EQ(found.violations.size(), expected.violations.size());
  for (std::size_t i = 0; i < found.violations.size(); ++i) {
    EXPECT_EQ(found.violations[i].rule, expected.violations[i].rule);
    EXPECT_EQ(found.violations[i].vertex, expected.violations[i].vertex);
    EXPECT_EQ(found.violations[i].message, expected.violations[i].message);
    ++broken[found.violations[i].rule];
  }
}

EdgeList list_of(const Graph& graph) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      if (graph.is_directed() || u <= v) edges.push_back({u, v});
    }
  }
  return list_of(graph.num_vertices(), edges, graph.directedness());
}

Claim<Level> searched(const EdgeList& list, Vertex source) {
  std::vector<std::vector<Vertex>> neighbors(list.num_vertices);
  for (const auto& [u, v] : list.edges) {
    neighbors[u].push_back(v);
    if (list.directedness == Directedness::kUndirected) neighbors[v].push_back(u);
  }
  Claim<Level> tree{source, std::vector<Vertex>(list.num_vertices, kNoVertex),
                    std::vector<Level>(list.num_vertices, kUnreached)};
  tree.parents[source] = source;
  tree.depths[source] = 0;
  std::queue<Vertex> queue({source});
  for (; !queue.empty(); queue.pop()) {
    const Vertex u = queue.front();
    for (const Vertex v : neighbors[u]) {
      if (tree.depths[v] != kUnreached) continue;
      tree.depths[v] = tree.depths[u] + 1;
      tree.parents[v] = u;
      queue.push(v);
    }
  }
  return tree;
}

/// Spoils one to three places at random. A number past the vertices stands for a parent that is
/// none.
template <class Depth>
void spoil_tree(Claim<Depth>& claim, const std::vector<Depth>& depths, std::uint64_t seed) {
  const auto n = static_cast<std::uint64_t>(claim.parents.size());
  auto draw = [&, at = std::uint64_t{0}](std::uint64_t below) mutable {
    return mix64(seed * 1000 + at++) % below;
  };
  for (std::uint64_t faults = 1 + draw(3); faults > 0; --faults) {
    const auto v = static_cast<Vertex>(draw(n));
    switch (draw(8)) {
      case 0:
        claim.parents[v] = static_cast<Vertex>(draw(n));
        break;
      case 1:
        claim.parents[v] = kNoVertex;
        break;
      case 2:
        claim.parents[v] = static_cast<Vertex>(n + draw(3));
        break;
      case 3:
        claim.parents[v] = v;
        break;
      case 4:
        claim.depths[v] = depths[draw(depths.size())];
        break;
      case 5:  // unreached as a whole
        claim.parents[v] = kNoVertex;
        claim.depths[v] = depths.back();
        break;
      case 6: {  // a cycle
        const auto u = static_cast<Vertex>(draw(n));
        claim.parents[v] = u;
        claim.parents[u] = v;
        claim.depths[u] = claim.depths[v] = depths.front();
        break;
      }
      default:
        std::swap(claim.depths[v], claim.depths[draw(n)]);
    }
  }
}

TEST(DistValidator, FindsWhatOneMachineFindsInLevels) {
  BrokenRules<BfsRule> broken;
  std::vector<EdgeList> lists;
  for (const test::NamedGraph& named : test::search_graphs()) {
    if (named.graph.num_vertices() > 0 && named.graph.num_vertices() < 3000) {
      lists.push_back(list_of(named.graph));
    }
  }
  lists.push_back(list_of(60, test::random_edges(60, 120, 5)));
  lists.push_back(list_of(60, test::random_edges(60, 120, 6), Directedness::kDirected));
  std::uint64_t seed = 0;
  for (const EdgeList& list : lists) {
    const Tuples<NoWeight> tuples = collect<NoWeight>(list);
    for (int trial = 0; trial < 12; ++trial, ++seed) {
      const auto source = static_cast<Vertex>(mix64(seed) % list.num_vertices);
      const GlobalVertex sources[] = {source};
      Claim<Level> claim = searched(list, source);
      if (trial > 0) spoil_tree(claim, {0, 1, 2, 3, 7, kUnreached}, seed);
      const BfsValidation expected =
          validate_bfs(list, source, claim.parents, LevelView(std::span(claim.depths)), 1);
      if (trial == 0) {
        EXPECT_TRUE(expected.passed());
      }
      expect_same_tree_check(validate_levels(test_world(), tuples, {.sources = sources},
                                             block_of(tuples.owners(), claim), 1 + trial % 2),
                             expected, broken);
    }
  }
  for (const BfsRule rule : {BfsRule::kTree, BfsRule::kTreeLevels, BfsRule::kEdgeLevels,
                             BfsRule::kSpan, BfsRule::kTreeEdges}) {
    EXPECT_GT(broken[rule], 5);
  }
}

template <class W>
EdgeList weighted(EdgeList list, std::uint64_t seed) {
  Array<W> weights(list.edges.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    weights[i] = static_cast<W>(static_cast<double>(mix64(seed + i) % 8) / 4);  // zeros, too
  }
  list.weights = std::move(weights);
  return list;
}

template <class W>
void find_in_distances(const EdgeList& list, BrokenRules<SsspRule>& broken) {
  using Depth = SsspDistance<W>;
  const Tuples<W> tuples = collect<W>(list);
  const AnyGraph any = build_any_graph(
      [&] {
        EdgeList copy =
            list_of(list.num_vertices, {list.edges.begin(), list.edges.end()}, list.directedness);
        copy.weights = Array<W>::copy_of(weights_of<W>(list)->span());
        return copy;
      }(),
      {.threads = 1});
  SsspSolver<W> solver(std::get<WeightedGraph<W>>(any), {.method = SsspMethod::kDijkstra});
  for (std::uint64_t trial = 0; trial < 40; ++trial) {
    const auto source = static_cast<Vertex>(mix64(trial) % list.num_vertices);
    const SsspResult<W> tree = solver.run(source);
    Claim<Depth> claim{source,
                       {tree.parents().begin(), tree.parents().end()},
                       {tree.distances().begin(), tree.distances().end()}};
    std::vector<Depth> depths = {0, 1, 2, kInfiniteDistance<W>};
    if constexpr (std::is_floating_point_v<Depth>) {
      depths.insert(depths.begin(), {Depth{-1}, std::numeric_limits<Depth>::quiet_NaN()});
    }
    if (trial > 0) spoil_tree(claim, depths, trial);
    const SsspValidationOptions options{
        .cutoff = trial % 3 == 2 ? 1.5 : std::numeric_limits<double>::infinity(),
        .tolerance = trial % 5 == 4 ? 1e-3 : 0,
        .threads = 1};
    const SsspValidation expected =
        validate_sssp<W>(list, source, claim.parents, claim.depths, options);
    if (trial == 0) {
      EXPECT_TRUE(expected.passed());
    }
    expect_same_tree_check(validate_distances<W>(test_world(), tuples, source,
                                                 block_of(tuples.owners(), claim), options),
                           expected, broken);
  }
}

TEST(DistValidator, FindsWhatOneMachineFindsInDistances) {
  BrokenRules<SsspRule> broken;
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const EdgeList list = list_of(70, test::random_edges(70, 150, 9), directedness);
    const auto copy = [&] {
      return list_of(70, {list.edges.begin(), list.edges.end()}, directedness);
    };
    find_in_distances<float>(weighted<float>(copy(), 1), broken);
    find_in_distances<double>(weighted<double>(copy(), 2), broken);
    find_in_distances<std::uint32_t>(weighted<std::uint32_t>(copy(), 3), broken);
  }
  for (const SsspRule rule : {SsspRule::kTree, SsspRule::kTreeDistances, SsspRule::kEdgeDistances,
                              SsspRule::kSpan, SsspRule::kTreeEdges}) {
    EXPECT_GT(broken[rule], 5);
  }
}

TEST(DistValidator, FindsAFaultOnEveryRank) {
  // A line of which one vertex after the other is called unreached.
  const EdgeList list = list_of(1000, test::line_edges(1000));
  const Tuples<NoWeight> tuples = collect<NoWeight>(list);
  std::set<int> ranks;
  const GlobalVertex source = 0;
  for (Vertex v = 20; v < 1000; v += 20) {
    Claim<Level> claim = searched(list, 0);
    claim.parents[v] = kNoVertex;
    claim.depths[v] = kUnreached;
    const auto found = validate_levels(test_world(), tuples, {.sources = {&source, 1}},
                                       block_of(tuples.owners(), claim), 1);
    ASSERT_EQ(found.violations.size(), v < 999 ? 2U : 1U);
    EXPECT_EQ(found.violations.back().rule, BfsRule::kSpan);
    EXPECT_EQ(found.violations.back().vertex, v);
    ranks.insert(tuples.owners().owner(v));
  }
  std::size_t with_vertices = 0;
  for (int r = 0; r < test_world().size(); ++r) {
    with_vertices += tuples.owners().size(r) > 0 ? 1 : 0;
  }
  EXPECT_EQ(ranks.size(), with_vertices);
}

TEST(DistValidator, RefusesWhatIsNoTuple) {
  const comm::Communicator& world = test_world();
  const auto collect_edge = [&](GlobalEdge of_last, float weight_of_last) {
    const bool is_last = world.rank() == world.size() - 1;
    const detail::HeldEdges source(10, Directedness::kUndirected,
                                   Array<GlobalEdge>(1, is_last ? of_last : GlobalEdge{3, 4}),
                                   Array<float>(1, is_last ? weight_of_last : 1.F));
    static_cast<void>(detail::collect_tuples<float>(world, source));
  };
  collect_edge({3, 4}, 0);
  EXPECT_THROW(collect_edge({3, 10}, 1), UsageError);
  collect_edge({3, 4}, -1);
  const Tuples<NoWeight> tuples = collect<NoWeight>(list_of(3, {{0, 1}}));
  const GlobalVertex no_vertex = 3;
  const DistBfsQuery query{.sources = {&no_vertex, 1}};
  EXPECT_THROW(static_cast<void>(validate_levels(world, tuples, query, TreeBlock<Level>{}, 1)),
               UsageError);
  EXPECT_THROW(static_cast<void>(validate_levels(world, tuples, {}, TreeBlock<Level>{}, 1)),
               UsageError);
}

TEST(TreeBlock, BringsEveryVertexHomeFromAnyPartition) {
  const comm::Communicator& world = test_world();
  constexpr std::uint64_t kVertices = 501;
  const OwnerMap blocks = OwnerMap::block(kVertices, world.size());
  for (const OwnerMap& owners :
       {OwnerMap::block(kVertices, world.size(), detail::Shuffle(kVertices, 3)),
        OwnerMap::cyclic(kVertices, world.size())}) {
    const auto vertex_of = [&](std::size_t v) {
      return owners.global(world.rank(), detail::local_vertex(v));
    };
    Array<GlobalVertex> parents(owners.size(world.rank()));
    for (std::size_t v = 0; v < parents.size(); ++v) parents[v] = vertex_of(v) + 1000;
    const TreeBlock<Level> block = detail::to_tree_block<Level>(
        world, blocks, std::as_const(parents).span(), vertex_of,
        [&](std::size_t v) { return static_cast<Level>(parents[v] + 1); });
    ASSERT_EQ(block.size(), blocks.size(world.rank()));
    for (std::size_t v = 0; v < block.size(); ++v) {
      EXPECT_EQ(block.parents[v], block.first + v + 1000);
      EXPECT_EQ(block.depths[v], block.first + v + 1001);
    }
  }
  // Vertex 0 comes from all ranks, the others from none.
  const Array<GlobalVertex> parents(1, 0);
  EXPECT_THROW(static_cast<void>(detail::to_tree_block<Level>(
                   world, blocks, parents.span(), [](std::size_t) { return GlobalVertex{0}; },
                   [](std::size_t) { return Level{0}; })),
               Error);
}

}  // namespace
}  // namespace strider
