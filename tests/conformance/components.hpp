// What every place must find of connected components: bit by bit the labels of the oracle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/components/reference/serial.hpp"
#include "strider/components.hpp"
#include "support/graphs.hpp"

namespace strider::test {

/// A path that visits the vertices in a random order: the longest chain of hooks and labels.
inline std::vector<Edge> shuffled_path(Vertex n, unsigned seed) {
  std::vector<Vertex> order(n);
  std::iota(order.begin(), order.end(), Vertex{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({order[v], order[v + 1]});
  return edges;
}

/// Random graphs of about n vertices: from hardly any edge to many, so of many components, a giant
/// among small ones, and one; and chains. Undirected and directed.
inline std::vector<NamedGraph> random_component_graphs(Vertex n) {
  std::vector<NamedGraph> graphs{
      {"empty", Graph()},
      {"no edges", make_graph(n, {})},
      {"shuffled path", make_graph(n, shuffled_path(n, n))},
      {"directed shuffled path", make_graph(n, shuffled_path(n, n + 1), Directedness::kDirected)},
      {"grid", make_graph(n / 4 * 4, grid_edges(n / 4, 4))}};
  for (const Vertex m : {n / 4, n / 2, n, 3 * n / 2, 8 * n}) {
    const std::string name = std::to_string(m) + " random edges of " + std::to_string(n);
    graphs.push_back({name, make_graph(n, random_edges(n, m, m))});
    graphs.push_back({"directed, " + name,
                      make_graph(n, random_edges(n, m, m + 1), Directedness::kDirected, kKeepAll)});
  }
  unsigned scale = 1;
  while ((Vertex{2} << scale) <= n) ++scale;
  graphs.push_back({"skewed", make_graph(1U << scale, skewed_edges(scale, 4ULL << scale, n))});
  return graphs;
}

/// Of all vertices together, by counting.
inline ComponentSizes expected_sizes(std::span<const Vertex> labels) {
  std::vector<Vertex> counts(labels.size());
  for (const Vertex label : labels) ++counts[label];
  ComponentSizes sizes;
  for (Vertex v = 0; v < counts.size(); ++v) {
    sizes.num_components += counts[v] > 0 ? 1 : 0;
    sizes.num_isolated += counts[v] == 1 ? 1 : 0;
    if (counts[v] <= sizes.largest_size) continue;
    sizes.largest = v;
    sizes.largest_size = counts[v];
  }
  return sizes;
}

inline void expect_sizes(const ComponentSizes& found, std::span<const Vertex> labels) {
  const ComponentSizes expected = expected_sizes(labels);
  EXPECT_EQ(found.num_components, expected.num_components);
  EXPECT_EQ(found.num_isolated, expected.num_isolated);
  EXPECT_EQ(found.largest_size, expected.largest_size);
  EXPECT_EQ(found.largest, expected.largest);
}

/// On ranks, every rank has the labels of all vertices.
struct FoundComponents {
  std::vector<Vertex> labels;
  ComponentSizes sizes;
};

/// Those of search_graphs() numbered first, first + step and so on; none where step is 0. Places
/// that leave some out begin with different ones, so that each is searched at one of them.
struct SomeShapes {
  std::size_t first = 0;
  std::size_t step = 1;
};
inline constexpr SomeShapes kNoShapes{.step = 0};

/// A place where components are found, and how much it is asked there.
struct ComponentsPlace {
  std::string name = {};
  std::function<FoundComponents(const Graph&)> find = nullptr;
  SomeShapes shapes = {};
  /// Of these numbers of vertices, each all of random_component_graphs().
  std::vector<Vertex> random = {};
  /// Of a Kronecker graph; 0: none.
  int kronecker_scale = 0;
};
/// What a listing of tests shows of a place.
inline void PrintTo(const ComponentsPlace& place, std::ostream* out) {
  *out << place.name;
}
/// Of the program that is linked: components.cpp asks all of them.
[[nodiscard]] std::vector<ComponentsPlace> components_places();

/// Fails the running test where `find` finds other labels or sizes in one of the graphs.
inline void expect_components(const std::vector<NamedGraph>& graphs,
                              const std::function<FoundComponents(const Graph&)>& find) {
  for (const auto& [name, graph] : graphs) {
    SCOPED_TRACE(name);
    const std::vector<Vertex> expected = detail::serial_components(graph);
    const FoundComponents found = find(graph);
    ASSERT_EQ(found.labels, expected);
    expect_sizes(found.sizes, expected);
  }
}

/// What a machine or its device found.
inline FoundComponents to_found(const ComponentsResult& result) {
  return {{result.labels().begin(), result.labels().end()}, result.sizes()};
}

}  // namespace strider::test
