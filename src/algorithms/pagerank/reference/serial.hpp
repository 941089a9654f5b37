// The sequential oracle of PageRank: power iteration along edges, by one thread.
#pragma once

#include <cmath>
#include <vector>

#include "strider/pagerank.hpp"

namespace strider::detail {

/// weight(i) is that of entry i of graph.out().targets().
template <class WeightOf>
[[nodiscard]] std::vector<double> serial_pagerank(const Graph& graph, const WeightOf& weight,
                                                  const PageRankOptions& options) {
  const Vertex n = graph.num_vertices();
  const Csr& out = graph.out();
  std::vector<double> jumps = options.personalization;
  if (jumps.empty()) jumps.assign(n, 1);
  double sum = 0;
  for (const double jump : jumps) sum += jump;
  std::vector<double> scores(n, 1.0 / n);
  const auto most = options.iterations.value_or(options.max_iterations);
  for (unsigned iteration = 0; iteration < most; ++iteration) {
    std::vector<double> followed(n);
    double dangling = 0;
    for (Vertex u = 0; u < n; ++u) {
      double weights = 0;
      for (EdgeIndex i = out.offsets()[u]; i < out.offsets()[u + 1ULL]; ++i) weights += weight(i);
      if (weights == 0) dangling += scores[u];
      for (EdgeIndex i = out.offsets()[u]; i < out.offsets()[u + 1ULL] && weights > 0; ++i) {
        followed[out.targets()[i]] += scores[u] * weight(i) / weights;
      }
    }
    double change = 0;
    for (Vertex v = 0; v < n; ++v) {
      const double jumped = (options.damping * dangling + 1 - options.damping) * jumps[v] / sum;
      const double score = options.damping * followed[v] + jumped;
      change += std::abs(score - scores[v]);
      scores[v] = score;
    }
    if (!options.iterations && change < options.tolerance.value_or(1e-8 / n) * n) break;
  }
  return scores;
}

}  // namespace strider::detail
