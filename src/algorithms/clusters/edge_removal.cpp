#include "algorithms/clusters/edge_removal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

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

const Graph& require_splittable(const Graph& graph, std::uint64_t count) {
  if (graph.is_directed()) {
    throw UsageError("clusters by betweenness need an undirected graph");
  }
  if (count > graph.num_vertices()) {
    throw UsageError(
        fmt::format("count: {} are more than the {} vertices", count, graph.num_vertices()));
  }
  return graph;
}

}  // namespace

EdgeRemoval::EdgeRemoval(const Graph& graph, std::uint64_t count, int threads,
                         const SplitProgress& on_removal)
    : count_(count),
      threads_(threads),
      on_removal_(on_removal),
      remaining_(require_splittable(graph, count)),
      components_(components(remaining_, {.threads = threads})) {}

void EdgeRemoval::take_out_highest(BetweennessResult scored) {
  const std::size_t taken = highest(scored);
  const Edge edge = scored.edges[taken];
  std::copy(scored.edges.begin() + taken + 1, scored.edges.end(), scored.edges.begin() + taken);
  ++num_removed_;
  remaining_ =
      graph_of(remaining_.num_vertices(),
               std::as_const(scored.edges).span().first(scored.edges.size() - 1), threads_);
  ComponentsResult next = components(remaining_, {.threads = threads_});
  if (next.num_components() > components_.num_components()) {
    found_.splits.push_back({next.num_components(), num_removed_, edge});
  }
  components_ = std::move(next);
  if (on_removal_) on_removal_(components_.num_components(), num_removed_);
}

SplitClusters EdgeRemoval::finish() && {
  static_cast<ComponentsResult&>(found_) = std::move(components_);
  return std::move(found_);
}

}  // namespace strider::detail
