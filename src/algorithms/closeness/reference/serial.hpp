// The sequential oracle of closeness: a search from each vertex against the edges.
#pragma once

#include <vector>

#include "strider/closeness.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// By vertex, of all sources.
[[nodiscard]] inline std::vector<double> serial_closeness(
    const Graph& graph, Centrality centrality, ClosenessScale scale = ClosenessScale::kGraph) {
  const Vertex n = graph.num_vertices();
  std::vector<double> scores(n);
  for (Vertex target = 0; target < n; ++target) {
    std::vector<Level> levels(n, kUnreached);
    std::vector<Vertex> queue{target};
    levels[target] = 0;
    double sum = 0;
    double harmonic = 0;
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const Vertex v = queue[next];
      if (v != target) harmonic += 1.0 / levels[v];
      sum += levels[v];
      for (const Vertex u : graph.in().neighbors(v)) {
        if (levels[u] != kUnreached) continue;
        levels[u] = levels[v] + 1;
        queue.push_back(u);
      }
    }
    const auto reached = static_cast<double>(queue.size() - 1);
    scores[target] = centrality == Centrality::kHarmonic ? harmonic : sum > 0 ? reached / sum : 0;
    if (centrality == Centrality::kCloseness && scale == ClosenessScale::kGraph && n > 1) {
      scores[target] *= reached / (n - 1.0);
    }
  }
  return scores;
}

}  // namespace strider::detail
