// The sequential oracle of local clustering: looks for every pair of neighbours among the edges.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

struct SerialClustering {
  std::vector<double> coefficients;
  std::vector<std::uint64_t> links;
};

[[nodiscard]] inline SerialClustering serial_local_clustering(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<std::set<Vertex>> out(n);
  std::vector<std::set<Vertex>> neighbors(n);
  for (Vertex u = 0; u < n; ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      if (u == v) continue;
      out[u].insert(v);
      neighbors[u].insert(v);
      neighbors[v].insert(u);
    }
  }
  SerialClustering result{std::vector<double>(n), std::vector<std::uint64_t>(n)};
  for (Vertex v = 0; v < n; ++v) {
    std::uint64_t arcs = 0;
    for (const Vertex u : neighbors[v]) {
      for (const Vertex w : out[u]) arcs += neighbors[v].count(w);
    }
    const auto d = static_cast<double>(neighbors[v].size());
    result.coefficients[v] = d < 2 ? 0 : static_cast<double>(arcs) / (d * (d - 1));
    result.links[v] = graph.is_directed() ? arcs : arcs / 2;
  }
  return result;
}

}  // namespace strider::detail
