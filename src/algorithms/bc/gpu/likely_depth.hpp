// How deep searches of a problem are likely to be.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/bc/problem.hpp"

namespace strider::detail {

/// The source with the most neighbours: it is where most of the graph is, if any is.
[[nodiscard]] inline Vertex likely_source(const BcProblem& problem) {
  return *std::max_element(problem.sources.begin(), problem.sources.end(), [&](Vertex a, Vertex b) {
    return problem.graph.out().degree(a) < problem.graph.out().degree(b);
  });
}

/// The level of what is furthest from `source`, counted on the host.
[[nodiscard]] inline Level depth_from(const Csr& rows, Vertex source) {
  std::vector<std::uint8_t> seen(rows.num_vertices(), 0);
  std::vector<Vertex> level{source};
  std::vector<Vertex> next;
  seen[source] = 1;
  for (Level depth = 0;; ++depth) {
    next.clear();
    for (const Vertex u : level) {
      for (const Vertex v : rows.neighbors(u)) {
        if (std::exchange(seen[v], 1) == 0) next.push_back(v);
      }
    }
    if (next.empty()) return depth;
    level.swap(next);
  }
}

}  // namespace strider::detail
