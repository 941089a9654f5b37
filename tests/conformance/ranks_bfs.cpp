#include "conformance/ranks_bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "partition/ids.hpp"
#include "partition/owner_map.hpp"
#include "strider/validate.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

using detail::DistBfsEngine;
using detail::DistBfsSettings;
using detail::DistBfsTree;
using detail::OwnerMap;

BfsResult oracle(const Graph& graph, Vertex source) {
  return bfs(graph, source, {.method = BfsMethod::kSerial, .threads = 1});
}

/// Whether it is so on every rank.
bool everywhere(const comm::Communicator& world, bool here) {
  return world.all_reduce(static_cast<std::uint32_t>(here ? 1 : 0), comm::Reduction::kMin) == 1;
}

/// The parts of all ranks, on every rank, in the input's numbers.
struct WholeTree {
  std::vector<Vertex> parents;
  std::vector<Level> levels;
};

/// Each rank puts in what it owns, and the ranks add up: what two own, or none, shows as a wrong
/// count.
bool gather(const comm::Communicator& world, const OwnerMap& owners, std::size_t n,
            const DistBfsTree& tree, const std::string& what, WholeTree& whole) {
  const std::uint32_t mine = owners.size(world.rank());
  const bool sizes_fit = tree.parents.size() == mine && tree.levels().size() == mine;
  if (!sizes_fit) {
    ADD_FAILURE() << what << ": arrays of " << tree.parents.size() << " parents and "
                  << tree.levels().size() << " levels for " << mine << " vertices";
  }
  if (!everywhere(world, sizes_fit)) return false;
  std::vector<std::uint32_t> owned(n, 0);
  std::vector<std::uint32_t> parents(n, 0);
  std::vector<std::uint32_t> levels(n, 0);
  bool well = true;
  for (std::uint32_t i = 0; i < mine; ++i) {
    const GlobalVertex v = owners.global(world.rank(), detail::local_vertex(i));
    ++owned[v];
    const GlobalVertex parent = tree.parents[i];
    if (parent != detail::kNoGlobalVertex && parent >= n) {
      ADD_FAILURE() << what << ", vertex " << v << ": its parent " << parent << " is no vertex";
      well = false;
    }
    parents[v] = static_cast<Vertex>(parent);
    levels[v] = tree.levels()[i];
  }
  if (!everywhere(world, well)) return false;
  world.all_reduce(std::span(owned), comm::Reduction::kSum);
  world.all_reduce(std::span(parents), comm::Reduction::kSum);
  world.all_reduce(std::span(levels), comm::Reduction::kSum);
  for (std::size_t v = 0; v < n; ++v) {
    if (owned[v] == 1) continue;
    ADD_FAILURE() << what << ", vertex " << v << " has " << owned[v] << " owners";
    return false;
  }
  whole.parents = std::move(parents);
  whole.levels = std::move(levels);
  return true;
}

bool same_levels(const Graph& graph, Vertex source, const WholeTree& whole, const DistBfsTree& tree,
                 const std::string& what) {
  const BfsResult expected = oracle(graph, source);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (whole.levels[v] == expected.levels()[v]) continue;
    ADD_FAILURE() << what << ", vertex " << v << ": level " << whole.levels[v] << " instead of "
                  << expected.levels()[v];
    return false;
  }
  EXPECT_EQ(tree.num_reached, expected.num_reached()) << what;
  EXPECT_EQ(tree.num_levels, expected.num_levels()) << what;
  return tree.num_reached == expected.num_reached() && tree.num_levels == expected.num_levels();
}

bool is_valid(const EdgeList& list, Vertex source, const WholeTree& whole,
              const std::string& what) {
  const BfsValidation validation =
      validate_bfs(list, source, whole.parents, LevelView(std::span<const Level>(whole.levels)), 1);
  for (const BfsViolation& violation : validation.violations) {
    ADD_FAILURE() << what << ": " << violation.message;
  }
  return validation.passed();
}

/// A level costs messages between all ranks, so that deep searches take long on few cores.
constexpr Level kDeep = 260;
constexpr Level kTooDeep = 1000;

/// The first, the last, and the one with most edges; of deep graphs the first only.
std::vector<Vertex> some_sources(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  if (oracle(graph, 0).num_levels() > kDeep) return {0};
  Vertex widest = 0;
  for (Vertex v = 0; v < n; ++v) {
    if (graph.out().degree(v) > graph.out().degree(widest)) widest = v;
  }
  std::vector<Vertex> sources{0, n - 1, widest};
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

bool searches_well(const comm::Communicator& world, const EdgeList& list, const Graph& graph,
                   Vertex source, DistBfsEngine& engine, DistBfsTree& tree,
                   const std::string& name) {
  engine.search(source, tree);
  return expect_ranks_bfs_tree(world, list, graph, source, engine, tree,
                               name + " from " + std::to_string(source));
}

bool is_taken(const Graph& graph, DistShapes shapes) {
  return shapes == DistShapes::kAll || !graph.is_directed();
}

}  // namespace

bool expect_ranks_bfs_tree(const comm::Communicator& world, const EdgeList& list,
                           const Graph& graph, GlobalVertex source, const DistBfsEngine& engine,
                           const DistBfsTree& tree, const std::string& what) {
  WholeTree whole;
  if (!gather(world, engine.owners(), graph.num_vertices(), tree, what, whole)) return false;
  const auto root = static_cast<Vertex>(source);
  return everywhere(
      world, same_levels(graph, root, whole, tree, what) && is_valid(list, root, whole, what));
}

void ranks_bfs_conforms_on_all_shapes(const DistBfsFactory& make, const DistBfsSettings& settings,
                                      DistShapes shapes) {
  const comm::Communicator& world = test_world();
  static const std::vector<NamedGraph> kShapes = search_graphs();
  for (const NamedGraph& shape : kShapes) {
    if (!is_taken(shape.graph, shapes) || oracle(shape.graph, 0).num_levels() > kTooDeep) continue;
    const EdgeList list = list_edges(shape.graph);
    const auto engine = make(world, list, settings);
    DistBfsTree tree;
    for (const Vertex source : some_sources(shape.graph)) {
      if (!searches_well(world, list, shape.graph, source, *engine, tree, shape.name)) return;
    }
  }
}

void ranks_bfs_conforms_on_random_graphs(const DistBfsFactory& make,
                                         const DistBfsSettings& settings, DistShapes shapes,
                                         std::uint64_t graphs) {
  const comm::Communicator& world = test_world();
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    CounterRng rng(20260102, seed);
    const auto scale = static_cast<unsigned>(1 + rng.below(11));
    const auto n = static_cast<Vertex>((1U << (scale - 1)) + rng.below(1U << (scale - 1)) + 1);
    const std::size_t count = rng.below(1 + n * (1ULL << rng.below(5)));
    const bool skewed = rng.below(2) == 0;
    const bool directed = rng.below(2) == 0 && shapes == DistShapes::kAll;
    EdgeList list;
    list.num_vertices = skewed ? 1U << scale : n;
    list.directedness = directed ? Directedness::kDirected : Directedness::kUndirected;
    const std::vector<Edge> edges =
        skewed ? skewed_edges(scale, count, seed) : random_edges(n, count, seed);
    list.edges = Array<Edge>::copy_of(edges);
    const Graph graph = make_graph(list.num_vertices, edges, list.directedness);
    const auto engine = make(world, list, settings);
    DistBfsTree tree;
    for (int i = 0; i < 2; ++i) {
      const auto source = static_cast<Vertex>(rng.below(graph.num_vertices()));
      const std::string name = "random graph " + std::to_string(seed);
      if (!searches_well(world, list, graph, source, *engine, tree, name)) return;
    }
  }
}

void ranks_bfs_traces(const DistBfsFactory& make, const DistBfsSettings& settings) {
  const comm::Communicator& world = test_world();
  const Graph graph = make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 11));
  const EdgeList list = list_edges(graph);
  DistBfsSettings traced = settings;
  traced.trace = BfsTrace::kLevels;
  const auto engine = make(world, list, traced);
  DistBfsTree tree;
  for (const Vertex source : some_sources(graph)) {
    if (!searches_well(world, list, graph, source, *engine, tree, "traced")) return;
    const BfsResult expected = oracle(graph, source);
    std::vector<BfsLevelTrace> levels(expected.num_levels(),
                                      BfsLevelTrace{0, 0, 0, BfsDirection::kTopDown, 0});
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      if (expected.levels()[v] == kUnreached) continue;
      ++levels[expected.levels()[v]].vertices;
      levels[expected.levels()[v]].edges += graph.out().degree(v);
    }
    EXPECT_EQ(tree.trace.size(), levels.size());
    for (std::size_t l = 0; l < std::min(tree.trace.size(), levels.size()); ++l) {
      EXPECT_EQ(tree.trace[l].level, l);
      EXPECT_EQ(tree.trace[l].vertices, levels[l].vertices) << "level " << l;
      EXPECT_EQ(tree.trace[l].edges, levels[l].edges) << "level " << l;
      EXPECT_GE(tree.trace[l].seconds, 0);
    }
  }
  const auto silent = make(world, list, settings);
  silent->search(1, tree);
  EXPECT_TRUE(tree.trace.empty());
}

void ranks_bfs_conforms_when_reused(const DistBfsFactory& make, const DistBfsSettings& settings) {
  const comm::Communicator& world = test_world();
  const Graph skewed = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 5));
  const Graph line = make_graph(350, line_edges(350));  // wide levels from one end, narrow inside
  const EdgeList skewed_list = list_edges(skewed);
  const EdgeList line_list = list_edges(line);
  const auto skewed_engine = make(world, skewed_list, settings);
  const auto line_engine = make(world, line_list, settings);
  DistBfsTree tree;
  for (const Vertex source : {0U, 175U, 349U}) {
    if (!searches_well(world, line_list, line, source, *line_engine, tree, "line")) return;
    for (const Vertex i : {1U, 2U, 3U}) {
      if (!searches_well(world, skewed_list, skewed, (source + 51 * i) % 2048, *skewed_engine, tree,
                         "skewed")) {
        return;
      }
    }
  }
}

void ranks_bfs_goes_both_ways(const DistBfsFactory& make) {
  const EdgeList list = list_edges(make_graph(1U << 10U, skewed_edges(10, 1U << 14U, 8)));
  const auto engine = make(test_world(), list, {.trace = BfsTrace::kLevels});
  DistBfsTree tree;
  engine->search(list.edges[0].source, tree);
  const auto levels_going = [&](BfsDirection direction) {
    return std::ranges::count(tree.trace, direction, &BfsLevelTrace::direction);
  };
  EXPECT_GT(levels_going(BfsDirection::kTopDown), 0);
  EXPECT_GT(levels_going(BfsDirection::kBottomUp), 0);
}

void ranks_bfs_conforms_on_data(const DistBfsFactory& make, const DistBfsSettings& settings,
                                DistShapes shapes, std::uint64_t most_edges) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const comm::Communicator& world = test_world();
  int searched = 0;
  bool well = true;
  (void)for_each_real_graph(*folder, {}, [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& graph = topology(loaded.graph);
    if (!well || !is_taken(graph, shapes) || graph.num_edges() > most_edges) return;
    const EdgeList list = list_edges(graph);
    const auto engine = make(world, list, settings);
    DistBfsTree tree;
    for (const Vertex source : {Vertex{0}, graph.num_vertices() / 3}) {
      well = well && searches_well(world, list, graph, source, *engine, tree, name);
    }
    ++searched;
  });
  if (searched > 0) return;
  if (shapes == DistShapes::kUndirected) GTEST_SKIP() << "no undirected graph in " << *folder;
  ADD_FAILURE() << "no graph in " << *folder;
}

}  // namespace strider::test
