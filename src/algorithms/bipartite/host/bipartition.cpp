// The sides of a bipartite graph, or the proof that it is none (Koenig 1916: a graph is bipartite
// if and only if it has no odd cycle).
//
//   level = distance from the least vertex of the component, one search from all of these at once
//   side = the parity of the level
//   where an edge has both ends on one side, of the least such edge:
//     from either end, go to the least neighbour one level nearer, until both ways have come to
//     one vertex: an odd cycle
//
// Invariant: the ends of an edge differ by at most one level, so those on one side are on one
// level: both ways have the same length, and the edge makes it odd. All that is chosen is the least
// of its kind: sides and cycle do not depend on threads. O(n + m) work besides the components.
#include <algorithm>
#include <utility>

#include "algorithms/bipartite/odd_cycle.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/both_ways.hpp"
#include "strider/bfs.hpp"
#include "strider/bipartite.hpp"
#include "strider/components.hpp"

namespace strider {
namespace {

constexpr std::size_t kGrain = 256;

/// The least vertex of each component.
std::vector<Vertex> roots_of(const Graph& graph, int threads) {
  const ComponentsResult found = components(graph, {.threads = threads});
  std::vector<Vertex> roots;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (found.labels()[v] == v) roots.push_back(v);
  }
  return roots;
}

/// The least end of an edge between vertices of one level; kNoVertex if there is none.
Vertex least_odd_end(const Csr& rows, const LevelView& levels, int threads) {
  Vertex least = kNoVertex;
  parallel_for(
      0, rows.num_vertices(), threads,
      [&](std::size_t i) {
        const auto u = static_cast<Vertex>(i);
        if (u >= load_relaxed(least)) return;
        const auto is_odd = [&](Vertex v) { return levels[v] == levels[u]; };
        if (std::ranges::any_of(rows.neighbors(u), is_odd)) lower_relaxed(least, u);
      },
      kGrain);
  return least;
}

/// The least neighbour of u on a level, which has one.
Vertex least_on_level(const Csr& rows, const LevelView& levels, Vertex u, Level level) {
  Vertex least = kNoVertex;
  for (const Vertex v : rows.neighbors(u)) {
    if (levels[v] == level) least = std::min(least, v);
  }
  return least;
}

}  // namespace

Bipartition bipartition(const Graph& graph, const BipartiteOptions& options) {
  const int threads = resolve_threads(options.threads);
  if (graph.num_vertices() == 0) return {};
  const Graph both = detail::both_ways(graph, threads);
  const BfsResult search =
      bfs(both, BfsQuery{.sources = roots_of(both, threads), .output = BfsOutput::kLevels},
          BfsOptions{.threads = threads});
  const LevelView levels = search.levels();
  if (const Vertex end = least_odd_end(both.out(), levels, threads); end != kNoVertex) {
    const auto least = [&](Vertex u, Level level) {
      return least_on_level(both.out(), levels, u, level);
    };
    return {
        .sides = {}, .odd_cycle = detail::odd_cycle(end, levels[end], least), .num_on_side_1 = 0};
  }
  Bipartition found{.sides = detail::take_array<Array<std::uint32_t>>(levels.size(), "the sides"),
                    .odd_cycle = {},
                    .num_on_side_1 = 0};
  parallel_for(0, levels.size(), threads,
               [&](std::size_t v) { found.sides[v] = levels[static_cast<Vertex>(v)] % 2; });
  found.num_on_side_1 = static_cast<std::uint64_t>(std::ranges::count(found.sides, 1U));
  return found;
}

}  // namespace strider
