// The sequential oracle of label propagation.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

[[nodiscard]] inline std::vector<Vertex> serial_label_propagation(const Graph& graph,
                                                                  std::uint32_t iterations) {
  std::vector<Vertex> labels(graph.num_vertices());
  std::iota(labels.begin(), labels.end(), Vertex{0});
  while (iterations-- > 0) {
    std::vector<Vertex> next = labels;
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      std::map<Vertex, unsigned> counts;
      for (const Vertex u : graph.out().neighbors(v)) ++counts[labels[u]];
      for (const Vertex u : graph.in().neighbors(v)) ++counts[labels[u]];
      const auto less = [](const auto& a, const auto& b) { return a.second < b.second; };
      if (!counts.empty()) next[v] = std::ranges::max_element(counts, less)->first;
    }
    labels = next;
  }
  return labels;
}

}  // namespace strider::detail
