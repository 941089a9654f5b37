// The sequential oracle of eccentricities: a search from every vertex.
#pragma once

#include <algorithm>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// By vertex: the greatest distance to a vertex that it reaches.
[[nodiscard]] inline std::vector<Level> serial_eccentricities(const Graph& graph) {
  std::vector<Level> eccentricities;
  for (Vertex source = 0; source < graph.num_vertices(); ++source) {
    std::vector<Level> levels(graph.num_vertices(), kUnreached);
    std::vector<Vertex> queue{source};
    levels[source] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Vertex v : graph.out().neighbors(queue[i])) {
        if (levels[v] != kUnreached) continue;
        levels[v] = levels[queue[i]] + 1;
        queue.push_back(v);
      }
    }
    eccentricities.push_back(levels[queue.back()]);
  }
  return eccentricities;
}

}  // namespace strider::detail
