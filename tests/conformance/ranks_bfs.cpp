#include "conformance/ranks_bfs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conformance/gathered_tree.hpp"
#include "graph/sources.hpp"
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

bool same_levels(const Graph& graph, const BfsQuery& query, const GatheredTree& whole,
                 const DistBfsTree& tree, const std::string& what) {
  const BfsResult expected = bfs_oracle(graph, query);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (whole.values[v] == expected.levels()[v]) continue;
    ADD_FAILURE() << what << ", vertex " << v << ": level " << whole.values[v] << " instead of "
                  << expected.levels()[v];
    return false;
  }
  EXPECT_EQ(tree.num_reached, expected.num_reached()) << what;
  EXPECT_EQ(tree.num_levels, expected.num_levels()) << what;
  return tree.num_reached == expected.num_reached() && tree.num_levels == expected.num_levels();
}

bool is_valid(const EdgeList& list, const BfsQuery& query, const GatheredTree& whole,
              const std::string& what) {
  const std::vector<Level> levels(whole.values.begin(), whole.values.end());
  const BfsValidation validation =
      validate_bfs(list, query, whole.parents, LevelView(std::span<const Level>(levels)), 1);
  for (const BfsViolation& violation : validation.violations) {
    ADD_FAILURE() << what << ": " << violation.message;
  }
  return validation.passed();
}

}  // namespace

bool expect_ranks_bfs_tree(const EdgeList& list, const Graph& graph, const BfsQuery& query,
                           const DistBfsEngine& engine, const DistBfsTree& tree,
                           const std::string& what) {
  std::vector<std::uint64_t> levels;
  for (Vertex v = 0; v < tree.levels().size(); ++v) levels.push_back(tree.levels()[v]);
  // Without parents, any that are vertices.
  const std::vector<GlobalVertex> none(tree.has_parents() ? 0 : levels.size(),
                                       detail::kNoGlobalVertex);
  const auto parents = tree.has_parents() ? tree.parents.span() : std::span(none);
  const auto whole = gather_tree(engine.owners(), parents, levels, what);
  return whole && everywhere(same_levels(graph, query, *whole, tree, what) &&
                             (!tree.has_parents() || is_valid(list, query, *whole, what)));
}

BfsMaker on_ranks(const DistBfsFactory& make, const DistBfsSettings& settings) {
  return [=](const Graph& graph, const BfsOptions& options) -> CheckedBfs {
    const auto list = std::make_shared<const EdgeList>(list_edges(graph));
    DistBfsSettings with_trace = settings;
    with_trace.trace = options.trace;
    const std::shared_ptr<DistBfsEngine> engine = make(test_world(), *list, with_trace);
    return {[=, tree = std::make_shared<DistBfsTree>()](const BfsQuery& asked,
                                                        const std::string& what) {
      tree->trace.push_back({});  // as a search leaves it that was traced
      const std::vector<Vertex> sources = detail::checked_sources(asked, graph.num_vertices());
      const std::vector<GlobalVertex> names(sources.begin(), sources.end());
      tree->output = asked.output;
      engine->search({.sources = names, .depth = asked.depth, .target = asked.target}, *tree);
      const BfsQuery query = as_it_ended(graph, asked, tree->depth);
      if (asked.target) {
        const Level level = bfs_oracle(graph, {.sources = sources}).levels()[*asked.target];
        EXPECT_EQ(tree->depth, level) << what;
      }
      if (!expect_ranks_bfs_tree(*list, graph, query, *engine, *tree, what)) return false;
      if (with_trace.trace == BfsTrace::kOff) {
        EXPECT_TRUE(tree->trace.empty()) << what;
      } else {
        expect_trace(graph, query, tree->trace, what);
      }
      return everywhere(!testing::Test::HasFailure());
    }};
  };
}

void ranks_bfs_traces(const BfsMaker& make) {
  const Graph graph = make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 11));
  const CheckedBfs search = make(graph, {.trace = BfsTrace::kLevels});
  for (const Vertex source : some_sources(graph)) {
    if (!search(source, "traced")) return;
  }
  make(graph, {})(1, "not traced");
}

void ranks_bfs_conforms_when_reused(const DistBfsFactory& make, const DistBfsSettings& settings) {
  const Graph skewed = make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 5));
  const Graph line = make_graph(350, line_edges(350));  // wide levels from one end, narrow inside
  const EdgeList skewed_list = list_edges(skewed);
  const EdgeList line_list = list_edges(line);
  const auto skewed_engine = make(test_world(), skewed_list, settings);
  const auto line_engine = make(test_world(), line_list, settings);
  DistBfsTree tree;
  for (const Vertex source : {0U, 175U, 349U}) {
    for (const BfsOutput output : {BfsOutput::kLevels, BfsOutput::kTree}) {
      tree.output = output;
      line_engine->search(source, tree);
      if (!expect_ranks_bfs_tree(line_list, line, {.sources = {&source, 1}}, *line_engine, tree,
                                 "line"))
        return;
    }
    for (const Vertex i : {1U, 2U, 3U, 4U}) {
      tree.output = i == 2 ? BfsOutput::kLevels : BfsOutput::kTree;
      const Vertex other = (source + 51 * i) % 2048;
      skewed_engine->search(other, tree);
      if (!expect_ranks_bfs_tree(skewed_list, skewed, {.sources = {&other, 1}}, *skewed_engine,
                                 tree, "skewed"))
        return;
    }
  }
}

void ranks_bfs_conforms(const DistBfsFactory& make, const DistBfsSettings& settings,
                        const TakenGraphs& taken) {
  const BfsMaker search = on_ranks(make, settings);
  ranks_bfs_conforms_on_all_shapes(search, taken);
  ranks_bfs_conforms_on_random_graphs(search, 12, taken);
  ranks_bfs_traces(search);
  ranks_bfs_conforms_when_reused(make, settings);
}

std::vector<BfsDirection> ranks_bfs_directions(const DistBfsFactory& make, unsigned scale,
                                               DistBfsSettings settings,
                                               Directedness directedness) {
  const EdgeList list =
      list_edges(make_graph(1U << scale, skewed_edges(scale, 16U << scale, 8), directedness));
  settings.trace = BfsTrace::kLevels;
  const auto engine = make(test_world(), list, settings);
  DistBfsTree tree;
  engine->search(list.edges[0].source, tree);
  std::vector<BfsDirection> directions;
  for (const BfsLevelTrace& level : tree.trace) directions.push_back(level.direction);
  return directions;
}

void ranks_bfs_conforms_among_isolated(const BfsMaker& make) {
  constexpr Vertex kVertices = 3000;
  constexpr Vertex kEach = 5;  // a vertex of so many has edges
  const auto spread = [](std::vector<Edge> edges) {
    for (Edge& edge : edges) edge = {kEach * edge.source, kEach * edge.target};
    return edges;
  };
  // A line has more levels than bytes count.
  std::vector<Edge> line(300);
  for (Vertex v = 0; v < line.size(); ++v) line[v] = {v, v + 1};
  for (const Directedness directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    for (const std::vector<Edge>& edges : {spread(skewed_edges(9, 4000, 5)), spread(line)}) {
      const Graph graph = make_graph(kVertices, edges, directedness);
      const CheckedBfs search = make(graph, {});
      const std::string what = "among isolated vertices";
      EXPECT_TRUE(search(5, what) && search(1, what) && search(kVertices - 1, what));
      const std::vector<Vertex> mixed = {1, 5, 1501, 2000, kVertices - 1};
      const std::vector<Vertex> isolated = {1, 2, 3, kVertices - 2};
      for (const Level depth : {Level{0}, Level{2}, kUnreached}) {
        EXPECT_TRUE(search({.sources = mixed, .depth = depth}, what + ", some of them sources"));
        EXPECT_TRUE(search({.sources = isolated, .depth = depth}, what + ", from them alone"));
      }
      EXPECT_TRUE(search({.sources = {mixed.data() + 1, 1}, .target = 2}, what + ", until one"));
      EXPECT_TRUE(search({.sources = mixed, .target = 1501}, what + ", until a source"));
      EXPECT_TRUE(search({.sources = isolated, .target = 5}, what + ", from them until another"));
    }
  }
}

void ranks_bfs_goes_both_ways(const DistBfsFactory& make) {
  const std::vector<BfsDirection> directions = ranks_bfs_directions(make, 10);
  EXPECT_GT(std::ranges::count(directions, BfsDirection::kTopDown), 0);
  EXPECT_GT(std::ranges::count(directions, BfsDirection::kBottomUp), 0);
}

void ranks_bfs_conforms_on_data(const DistBfsFactory& make, const ReadOptions& reading) {
  constexpr std::uint64_t kMostEdges = 1U << 22U;
  on_real_graphs(reading, [&](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    if (graph.num_edges() > kMostEdges) return false;
    const CheckedBfs search = on_ranks(make)(graph, {});
    static_cast<void>(search(0, name) && search(graph.num_vertices() / 3, name));
    return true;
  });
}

}  // namespace strider::test
