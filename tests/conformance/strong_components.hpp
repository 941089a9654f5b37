// What every place must find of strong components: bit by bit the labels of the oracle.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "algorithms/components/reference/serial_strong.hpp"
#include "conformance/components.hpp"
#include "strider/strong_components.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// Every edge one way or the other, at random, and some both ways.
inline std::vector<Edge> turned_at_random(std::vector<Edge> edges, std::uint64_t seed) {
  const std::size_t size = edges.size();
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t way = mix64(seed + i) % 8;
    if (way % 2 == 0) std::swap(edges[i].source, edges[i].target);
    if (way == 7) edges.push_back({edges[i].target, edges[i].source});
  }
  return edges;
}

/// Cycles of `length`, each led into by one vertex of the cycle before it, named in a random order.
inline std::vector<Edge> chain_of_cycles(Vertex n, Vertex length, unsigned seed) {
  const std::vector<Edge> path = shuffled_path(n, seed);
  std::vector<Edge> edges = path;
  for (Vertex first = 0; first + 1 < n; first += length) {
    const Vertex last = std::min(first + length, n - 1) - 1;
    edges.push_back({path[last].source, path[first].source});
  }
  return edges;
}

/// Directed random graphs of about n vertices: of trivial components, a giant, and deep ones; and
/// undirected ones.
inline std::vector<NamedGraph> random_strong_graphs(Vertex n) {
  std::vector<NamedGraph> graphs = random_component_graphs(n);
  const auto add = [&](const std::string& name, Vertex size, const std::vector<Edge>& edges) {
    graphs.push_back({name, make_graph(size, edges, Directedness::kDirected, kKeepAll)});
  };
  std::vector<Edge> cycle = shuffled_path(n, n);
  if (n > 1) cycle.push_back({cycle.back().target, cycle.front().source});
  add("directed cycle", n, cycle);
  for (const Vertex length : {1U, 2U, 7U, 1 + n / 3}) {
    add("chain of cycles of " + std::to_string(length), n, chain_of_cycles(n, length, n));
  }
  add("directed grid", n / 4 * 4, turned_at_random(grid_edges(n / 4, 4), n));
  std::vector<Edge> acyclic = random_edges(n, 4 * n, n);
  for (Edge& edge : acyclic) {
    if (edge.source > edge.target) std::swap(edge.source, edge.target);
  }
  add("acyclic but for self-loops", n, acyclic);
  // A giant that a long path leads into, and one leads out of.
  std::vector<Edge> tailed = random_edges(n / 2, 3 * n, n);
  for (Vertex v = n / 2; v + 1 < n; ++v) tailed.push_back({v, v + 1});
  if (n > 7) tailed.insert(tailed.end(), {{n / 4, n / 2}, {n / 4 * 3, 0}});
  add("giant with tails", n, tailed);
  unsigned scale = 1;
  while ((Vertex{2} << scale) <= n) ++scale;
  add("directed skewed", 1U << scale, skewed_edges(scale, 4ULL << scale, n + 1));
  return graphs;
}

/// A place where strong components are found, and how much it is asked there: as ComponentsPlace.
[[nodiscard]] std::vector<ComponentsPlace> strong_components_places();

/// Fails the running test where `find` finds other labels or sizes in one of the graphs.
inline void expect_strong_components(const std::vector<NamedGraph>& graphs,
                                     const std::function<FoundComponents(const Graph&)>& find) {
  for (const auto& [name, graph] : graphs) {
    SCOPED_TRACE(name);
    const std::vector<Vertex> expected = detail::serial_strong_components(graph);
    const FoundComponents found = find(graph);
    ASSERT_EQ(found.labels, expected);
    expect_sizes(found.sizes, expected);
  }
}

}  // namespace strider::test
