#include "algorithms/bc/scores.hpp"

#include <limits>

#include "base/memory.hpp"
#include "base/stop.hpp"

namespace strider::detail {
namespace {

/// What a sum over ordered pairs is multiplied by. An ordered pair of an undirected graph counts
/// half, with given sources and targets, too, as in networkx and igraph. The dependencies of
/// sources without targets are not scaled.
double pairs_scale(const ScoreFacts& facts) {
  const bool has_sources_only = facts.has_sources && !facts.has_targets;
  return facts.is_directed || has_sources_only ? 1 : 0.5;
}

/// All ordered pairs of the graph that a vertex or an edge can be between.
double all_pairs(const ScoreFacts& facts) {
  const double n = facts.num_vertices;
  const bool whole = facts.of == BetweennessOf::kEdges || facts.counts_endpoints;
  return whole ? n * (n - 1) : (n - 1) * (n - 2);
}

double sources_scale(const ScoreFacts& facts) {
  if (facts.scale == BetweennessScale::kPairs) return pairs_scale(facts);
  const double pairs = all_pairs(facts);
  return pairs > 0 ? 1 / pairs : 1;
}

ScoreFacts facts_of(const BcProblem& problem, const BetweennessOptions& options) {
  return {.num_vertices = static_cast<double>(problem.graph.num_vertices()),
          .num_sources = static_cast<double>(problem.sources.size()),
          .is_directed = problem.graph.is_directed(),
          .of = problem.of,
          .counts_endpoints = problem.counts_endpoints(),
          .scale = options.scale,
          .has_sources = options.sources.has_value(),
          .has_targets = options.targets.has_value(),
          .is_sampled = options.samples.has_value()};
}

}  // namespace

VertexScales vertex_scales(const ScoreFacts& facts) {
  const double scale = sources_scale(facts);
  const double n = facts.num_vertices;
  const double k = facts.num_sources;
  if (!facts.is_sampled || k == n) return {scale, scale};
  // Of the sources drawn, a vertex can be between those other than itself and the rest: k, or k - 1
  // where it is drawn. Of all vertices it could be n - 1. With endpoints all n count, and k.
  const double others = facts.counts_endpoints ? n : n - 1;
  if (others < 2) return {1, 1};
  const double drawn = facts.counts_endpoints ? k : k - 1;
  return {drawn > 0 ? scale * others / drawn : std::numeric_limits<double>::quiet_NaN(),
          scale * others / k};
}

double edge_scale(const ScoreFacts& facts) {
  const double scale = sources_scale(facts);
  return facts.is_sampled ? scale * (facts.num_vertices / facts.num_sources) : scale;
}

void scale_vertex_scores(const BcProblem& problem, const BetweennessOptions& options,
                         std::span<double> sums) {
  const VertexScales scales = vertex_scales(facts_of(problem, options));
  if (!options.samples) {
    for (double& sum : sums) sum *= scales.other;
    return;
  }
  std::vector<bool> is_drawn(sums.size(), false);
  for (const Vertex v : problem.sources) is_drawn[v] = true;
  for (std::size_t v = 0; v < sums.size(); ++v) {
    sums[v] *= is_drawn[v] ? scales.drawn : scales.other;
  }
}

void make_edge_scores(const BcProblem& problem, const BetweennessOptions& options,
                      std::span<const double> sums, BetweennessResult& result) {
  const Graph& graph = problem.graph;
  require_memory(saturating_mul(graph.num_edges(), sizeof(Edge) + sizeof(double)),
                 "the scores of the edges");
  const double scale = edge_scale(facts_of(problem, options));
  result.edges = Array<Edge>(graph.num_edges());
  result.scores = Array<double>(graph.num_edges());
  const auto& offsets = graph.out().offsets();
  // Rows ascend, and so do the vertices whose rows name u: each next one is u's next smaller end.
  std::vector<EdgeIndex> next_smaller(offsets.begin(), offsets.end());
  std::size_t next = 0;
  sequential_for(0, graph.num_vertices(), [&](std::size_t place) {
    const auto u = static_cast<Vertex>(place);
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
  });
}

}  // namespace strider::detail
