// The sequential oracle of core numbers, by their definition: removes vertices of fewer than k
// edges until none is left, for one k after the other.
#pragma once

#include <cstdint>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

[[nodiscard]] inline std::vector<std::uint32_t> serial_core_numbers(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<std::vector<Vertex>> neighbors(n);
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      if (u == v) continue;
      neighbors[u].push_back(v);
      if (graph.is_directed()) neighbors[v].push_back(u);
    }
  }
  std::vector<std::uint32_t> cores(n, 0);
  std::vector<bool> is_left(n, true);
  std::vector<std::size_t> degrees(n);
  for (Vertex v = 0; v < n; ++v) degrees[v] = neighbors[v].size();
  std::vector<Vertex> removed;
  const auto remove = [&](Vertex v, std::uint32_t k) {
    if (!is_left[v] || degrees[v] >= k) return;
    is_left[v] = false;
    cores[v] = k - 1;
    removed.push_back(v);
  };
  for (std::uint32_t k = 1, left = n; left > 0; ++k) {
    for (Vertex v = 0; v < n; ++v) remove(v, k);
    for (; !removed.empty(); --left) {
      const Vertex u = removed.back();
      removed.pop_back();
      for (const Vertex v : neighbors[u]) {
        --degrees[v];
        remove(v, k);
      }
    }
  }
  return cores;
}

}  // namespace strider::detail
