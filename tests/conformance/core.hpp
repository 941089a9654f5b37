// What every place must find of core numbers: exactly those of the oracle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/core/reference/serial.hpp"
#include "conformance/components.hpp"
#include "strider/core.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// Core numbers of all vertices, and the highest.
using FoundCores = std::pair<std::vector<std::uint32_t>, std::uint32_t>;
using FindCores = std::function<FoundCores(const Graph&)>;

inline FoundCores to_found(const CoreResult& result) {
  return {{result.cores.begin(), result.cores.end()}, result.degeneracy};
}

/// Every vertex joined to every other one.
inline std::vector<Edge> clique_edges(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) edges.push_back({u, v});
  }
  return edges;
}

/// Shapes, and random graphs of about n vertices; directed ones only where asked for.
inline std::vector<NamedGraph> core_graphs(Vertex n, bool with_directed) {
  std::vector<NamedGraph> graphs = search_graphs();
  for (NamedGraph& graph : random_component_graphs(n)) graphs.push_back(std::move(graph));
  std::vector<Edge> lollipop = clique_edges(12);
  for (Vertex v = 11; v < 40; ++v) lollipop.push_back({v, v + 1});
  graphs.push_back({"a clique with a tail", make_graph(41, lollipop)});
  if (!with_directed) {
    std::erase_if(graphs, [](const NamedGraph& graph) { return graph.graph.is_directed(); });
  }
  return graphs;
}

/// Fails the running test where `find` finds other core numbers in one of the graphs.
inline void expect_cores(const std::vector<NamedGraph>& graphs, const FindCores& find) {
  for (const auto& [name, graph] : graphs) {
    SCOPED_TRACE(name);
    const std::vector<std::uint32_t> expected = detail::serial_core_numbers(graph);
    const auto [cores, degeneracy] = find(graph);
    ASSERT_EQ(cores, expected);
    EXPECT_EQ(degeneracy, expected.empty() ? 0 : std::ranges::max(expected));
  }
}

}  // namespace strider::test
