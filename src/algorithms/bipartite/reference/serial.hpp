// The sequential oracle of bipartitions: a queue gives each neighbour the other side.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// By vertex, 0 of the least one of each component; nothing where the graph is not bipartite. Edges
/// of a directed graph count both ways.
[[nodiscard]] inline std::optional<std::vector<std::uint32_t>> serial_sides(const Graph& graph) {
  constexpr std::uint32_t kNone = 2;
  std::vector<std::uint32_t> sides(graph.num_vertices(), kNone);
  for (Vertex root = 0; root < graph.num_vertices(); ++root) {
    if (sides[root] != kNone) continue;
    sides[root] = 0;
    std::vector<Vertex> queue{root};
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const Vertex u = queue[i];
      for (const Csr* rows : {&graph.out(), &graph.in()}) {
        for (const Vertex v : rows->neighbors(u)) {
          if (sides[v] == sides[u]) return std::nullopt;
          if (sides[v] != kNone) continue;
          sides[v] = 1 - sides[u];
          queue.push_back(v);
        }
      }
    }
  }
  return sides;
}

}  // namespace strider::detail
