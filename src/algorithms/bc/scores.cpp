#include "algorithms/bc/scores.hpp"

#include <limits>

#include "base/memory.hpp"

namespace strider::detail {
namespace {

/// What a sum over ordered pairs is divided by so that the pairs of the whole graph count as they
/// should. Of sources alone nothing is halved: each brings its own dependencies. Of sources with
/// targets, pairs met from both ends have been halved before.
double pairs_scale(const BcProblem& problem, const BetweennessOptions& options) {
  return problem.graph.is_directed() || options.sources ? 1 : 0.5;
}

/// All ordered pairs of the graph that a vertex or an edge can be between, in the unit of the sums.
double all_pairs(const BcProblem& problem, const BetweennessOptions& options) {
  const auto n = static_cast<double>(problem.graph.num_vertices());
  const bool whole = problem.of == BetweennessOf::kEdges || problem.counts_endpoints();
  const double ordered = whole ? n * (n - 1) : (n - 1) * (n - 2);
  return options.targets && !problem.graph.is_directed() ? ordered / 2 : ordered;
}

double sources_scale(const BcProblem& problem, const BetweennessOptions& options) {
  if (options.scale == BetweennessScale::kPairs) return pairs_scale(problem, options);
  const double pairs = all_pairs(problem, options);
  return pairs > 0 ? 1 / pairs : 1;
}

}  // namespace

void scale_vertex_scores(const BcProblem& problem, const BetweennessOptions& options,
                         std::span<double> sums) {
  const double scale = sources_scale(problem, options);
  const auto n = static_cast<double>(problem.graph.num_vertices());
  const auto k = static_cast<double>(problem.sources.size());
  if (!options.samples || k == n) {
    for (double& sum : sums) sum *= scale;
    return;
  }
  // Of the sources drawn, a vertex can be between those other than itself and the rest: k, or k - 1
  // where it is drawn. Of all vertices it could be n - 1. With endpoints all n count, and k.
  const bool endpoints = problem.counts_endpoints();
  const double others = endpoints ? n : n - 1;
  if (others < 2) return;
  const double drawn = endpoints ? k : k - 1;
  const double scale_drawn =
      drawn > 0 ? scale * others / drawn : std::numeric_limits<double>::quiet_NaN();
  std::vector<bool> is_drawn(sums.size(), false);
  for (const Vertex v : problem.sources) is_drawn[v] = true;
  for (std::size_t v = 0; v < sums.size(); ++v) {
    sums[v] *= is_drawn[v] ? scale_drawn : scale * others / k;
  }
}

void make_edge_scores(const BcProblem& problem, const BetweennessOptions& options,
                      std::span<const double> sums, BetweennessResult& result) {
  const Graph& graph = problem.graph;
  require_memory(saturating_mul(graph.num_edges(), sizeof(Edge) + sizeof(double)),
                 "the scores of the edges");
  double scale = sources_scale(problem, options);
  if (options.samples) {
    scale *=
        static_cast<double>(graph.num_vertices()) / static_cast<double>(problem.sources.size());
  }
  result.edges = Array<Edge>(graph.num_edges());
  result.scores = Array<double>(graph.num_edges());
  const auto& offsets = graph.out().offsets();
  // Rows ascend, and so do the vertices whose rows name u: each next one is u's next smaller end.
  std::vector<EdgeIndex> next_smaller(offsets.begin(), offsets.end());
  std::size_t next = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (EdgeIndex arc = offsets[u]; arc < offsets[u + 1ULL]; ++arc) {
      const Vertex v = graph.out().targets()[arc];
      double sum = sums[arc];
      if (!graph.is_directed()) {
        if (v < u) continue;
        sum += sums[next_smaller[v]++];
      }
      result.edges[next] = {u, v};
      result.scores[next] = sum * scale;
      ++next;
    }
  }
}

}  // namespace strider::detail
