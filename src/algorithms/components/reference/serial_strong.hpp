// The sequential oracle of strongly connected components: two depth-first searches (Kosaraju;
// Sharir, "A strong-connectivity algorithm and its applications in data flow analysis", 1981).
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// finish(v) for all vertices that an unseen root leads to through unseen ones, in the order in
/// which a depth-first search leaves them.
template <class Finish>
void leave_in_order(const Csr& rows, Vertex root, std::vector<bool>& seen, const Finish& finish) {
  if (seen[root]) return;
  seen[root] = true;
  std::vector<std::pair<Vertex, std::size_t>> path{{root, 0}};  // and which arc is next
  while (!path.empty()) {
    const auto [v, arc] = path.back();
    if (arc == rows.degree(v)) {
      finish(v);
      path.pop_back();
      continue;
    }
    ++path.back().second;
    const Vertex w = rows.neighbors(v)[arc];
    if (!seen[w]) path.emplace_back(w, 0);
    seen[w] = true;
  }
}

/// By vertex: the least vertex of its strong component.
[[nodiscard]] inline std::vector<Vertex> serial_strong_components(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> order;
  std::vector<bool> seen(n);
  for (Vertex v = 0; v < n; ++v) {
    leave_in_order(graph.out(), v, seen, [&](Vertex left) { order.push_back(left); });
  }
  std::vector<Vertex> labels(n);
  seen.assign(n, false);
  for (auto root = order.rbegin(); root != order.rend(); ++root) {
    std::vector<Vertex> members;
    leave_in_order(graph.in(1), *root, seen, [&](Vertex left) { members.push_back(left); });
    if (members.empty()) continue;
    const Vertex least = *std::ranges::min_element(members);
    for (const Vertex v : members) labels[v] = least;
  }
  return labels;
}

}  // namespace strider::detail
