// Communities by the betweenness of edges (Girvan and Newman, "Community structure in social and
// biological networks", 2002):
//
//   while there are fewer components than asked for:
//     score every edge by the shortest paths that lead through it
//     take out the edge of the highest score
//
// Only the component of an edge that is taken out has other scores after it; all are computed anew,
// which is as good where one component has most edges.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "strider/betweenness.hpp"
#include "strider/clusters.hpp"
#include "strider/error.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace {

/// The least edge of the highest score. Scores that differ by rounding only count as equal.
std::size_t highest(const BetweennessResult& scored) {
  constexpr double kRounding = 1e-9;
  const double most = std::ranges::max(scored.scores) * (1 - kRounding);
  return static_cast<std::size_t>(
      std::ranges::find_if(scored.scores, [&](double score) { return score >= most; }) -
      scored.scores.begin());
}

Graph graph_of(Vertex num_vertices, std::span<const Edge> edges, int threads) {
  EdgeList list;
  list.num_vertices = num_vertices;
  list.edges = Array<Edge>::copy_of(edges);
  return build_graph(std::move(list), {.threads = threads});
}

}  // namespace

SplitClusters split_by_betweenness(const Graph& graph, std::uint64_t count, int threads) {
  threads = resolve_threads(threads);
  const Vertex n = graph.num_vertices();
  if (graph.is_directed()) {
    throw UsageError("clusters by betweenness need an undirected graph");
  }
  if (count > n) {
    throw UsageError(fmt::format("{} clusters of {} vertices: there are too few", count, n));
  }
  SplitClusters found;
  Graph remaining = graph;
  ComponentsResult components_now = components(remaining, {.threads = threads});
  std::uint64_t num_removed = 0;
  while (components_now.num_components() < count) {
    BetweennessResult scored =
        betweenness(remaining, {.of = BetweennessOf::kEdges, .run = {.threads = threads}});
    const std::size_t taken = highest(scored);
    const Edge edge = scored.edges[taken];
    std::copy(scored.edges.begin() + taken + 1, scored.edges.end(), scored.edges.begin() + taken);
    ++num_removed;
    remaining =
        graph_of(n, std::as_const(scored.edges).span().first(scored.edges.size() - 1), threads);
    ComponentsResult next = components(remaining, {.threads = threads});
    if (next.num_components() > components_now.num_components()) {
      found.splits.push_back({next.num_components(), num_removed, edge});
    }
    components_now = std::move(next);
  }
  static_cast<ComponentsResult&>(found) = std::move(components_now);
  return found;
}

}  // namespace strider
