#include "support/graphs.hpp"

#include <algorithm>

#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

constexpr auto kDirected = Directedness::kDirected;
constexpr auto kUndirected = Directedness::kUndirected;
std::vector<Edge> star_edges(Vertex center, Vertex first, Vertex last) {
  std::vector<Edge> edges;
  for (Vertex v = first; v < last; ++v) edges.push_back({center, v});
  return edges;
}

std::vector<Edge> two_star_edges() {
  std::vector<Edge> edges = star_edges(0, 2, 700);
  for (const Edge& edge : star_edges(1, 500, 1500)) edges.push_back(edge);
  return edges;
}

std::vector<Edge> tree_edges(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 1; v < n; ++v) edges.push_back({(v - 1) / 2, v});
  return edges;
}

/// A line of n vertices, and an edge between two more.
std::vector<Edge> line_beside_an_edge(Vertex n) {
  std::vector<Edge> edges = line_edges(n);
  edges.push_back({n, n + 1});
  return edges;
}

/// Trees of sizes 1, 2, 3, ... side by side, each vertex below a random earlier one.
std::vector<Edge> forest_edges(Vertex n) {
  CounterRng rng(3, n);
  std::vector<Edge> edges;
  for (Vertex root = 0, size = 1; root < n; root += size, ++size) {
    for (Vertex v = root + 1; v < std::min(n, root + size); ++v) {
      edges.push_back({root + static_cast<Vertex>(rng.below(v - root)), v});
    }
  }
  return edges;
}

std::vector<Edge> complete_edges(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) edges.push_back({u, v});
  }
  return edges;
}

/// A ring walked one way, with a few chords the other way.
std::vector<Edge> ring_edges(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v < n; ++v) edges.push_back({v, (v + 1) % n});
  for (Vertex v = 10; v < n; v += 97) edges.push_back({v, v - 10});
  return edges;
}

}  // namespace

Graph make_graph(Vertex n, const std::vector<Edge>& edges, Directedness directedness,
                 const BuildOptions& options) {
  return build_graph(list_of(n, edges, directedness), options);
}

std::vector<Edge> line_edges(Vertex n) {
  std::vector<Edge> edges;
  for (Vertex v = 0; v + 1 < n; ++v) edges.push_back({v, v + 1});
  return edges;
}

std::vector<Edge> grid_edges(Vertex rows, Vertex columns) {
  std::vector<Edge> edges;
  for (Vertex r = 0; r < rows; ++r) {
    for (Vertex c = 0; c < columns; ++c) {
      const Vertex v = r * columns + c;
      if (c + 1 < columns) edges.push_back({v, v + 1});
      if (r + 1 < rows) edges.push_back({v, v + columns});
    }
  }
  return edges;
}

std::vector<Edge> random_edges(Vertex n, std::size_t count, std::uint64_t seed) {
  CounterRng rng(seed, n);
  std::vector<Edge> edges(count);
  for (Edge& edge : edges) {
    edge = {static_cast<Vertex>(rng.below(n)), static_cast<Vertex>(rng.below(n))};
  }
  return edges;
}

std::vector<Edge> skewed_edges(unsigned scale, std::size_t count, std::uint64_t seed) {
  CounterRng rng(seed, scale);
  std::vector<Edge> edges(count);
  for (Edge& edge : edges) {
    edge = {0, 0};
    for (unsigned bit = 0; bit < scale; ++bit) {
      const double draw = rng.uniform();
      const Vertex low = draw < 0.76 ? 0 : 1;  // of the source's bits, 0.57 + 0.19
      const bool upper = draw < 0.57 || (draw >= 0.76 && draw < 0.95);
      edge.source |= low << bit;
      edge.target |= (upper ? 0U : 1U) << bit;
    }
  }
  return edges;
}

DrawnEdges draw_edges(CounterRng& rng, std::uint64_t seed, unsigned scales, unsigned densities) {
  const auto scale = static_cast<unsigned>(1 + rng.below(scales));
  const auto n = static_cast<Vertex>((1U << (scale - 1)) + rng.below(1U << (scale - 1)) + 1);
  const std::size_t count = rng.below(1 + n * (1ULL << rng.below(densities + 1)));
  if (rng.below(2) == 0) return {1U << scale, skewed_edges(scale, count, seed)};
  return {n, random_edges(n, count, seed)};
}

Directedness draw_directedness(CounterRng& rng) {
  return rng.below(2) == 0 ? kDirected : kUndirected;
}

BuildOptions draw_build(CounterRng& rng) {
  const bool keeps_loops = rng.below(2) == 0;
  return {.self_loops = keeps_loops ? SelfLoops::kKeep : SelfLoops::kRemove,
          .duplicates = rng.below(2) == 0 ? Duplicates::kKeep : Duplicates::kRemove};
}

std::vector<Vertex> some_sources(const Graph& graph, std::vector<Vertex> others) {
  const Vertex n = graph.num_vertices();
  Vertex widest = 0;
  for (Vertex v = 0; v < n; ++v) {
    if (graph.out().degree(v) > graph.out().degree(widest)) widest = v;
  }
  others.insert(others.end(), {0, n - 1, widest});
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  return others;
}

std::vector<NamedGraph> search_graphs() {
  std::vector<NamedGraph> graphs{
      {"one vertex", make_graph(1, {})},
      {"one vertex, self-loops kept", make_graph(1, {{0, 0}, {0, 0}}, kUndirected, kKeepAll)},
      {"one vertex, directed self-loop", make_graph(1, {{0, 0}}, kDirected, kKeepAll)},
      {"isolated vertices", make_graph(200, {})},
      {"one edge among isolated vertices", make_graph(200, {{63, 128}})},
      {"line", make_graph(2000, line_edges(2000))},
      {"directed line", make_graph(700, line_edges(700), kDirected)},
      {"line of 255 levels", make_graph(255, line_edges(255))},
      {"line of 255 levels beside an edge", make_graph(257, line_beside_an_edge(255))},
      {"line of 256 levels", make_graph(256, line_edges(256))},
      {"line of 257 levels", make_graph(257, line_edges(257))},
      {"star", make_graph(3000, star_edges(0, 1, 3000))},
      {"star, centre last", make_graph(3000, star_edges(2999, 0, 2999))},
      {"directed star", make_graph(3000, star_edges(0, 1, 3000), kDirected)},
      {"two stars that share leaves", make_graph(1500, two_star_edges())},
      {"forest", make_graph(1000, forest_edges(1000))},
      {"binary tree", make_graph(4095, tree_edges(4095))},
      {"directed binary tree", make_graph(4095, tree_edges(4095), kDirected)},
      {"complete", make_graph(150, complete_edges(150))},
      {"grid", make_graph(20 * 300, grid_edges(20, 300))},
      {"directed ring", make_graph(700, ring_edges(700), kDirected)},
      {"sparse", make_graph(5000, random_edges(5000, 4000, 1))},
      {"random", make_graph(5000, random_edges(5000, 20000, 2))},
      {"dense", make_graph(500, random_edges(500, 50000, 3))},
      {"directed sparse", make_graph(5000, random_edges(5000, 6000, 4), kDirected)},
      {"directed random", make_graph(5000, random_edges(5000, 30000, 5), kDirected)},
      {"duplicates and self-loops kept",
       make_graph(300, random_edges(300, 5000, 6), kUndirected, kKeepAll)},
      {"directed, duplicates and self-loops kept",
       make_graph(300, random_edges(300, 5000, 7), kDirected, kKeepAll)},
      {"skewed", make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 8))},
      {"directed skewed", make_graph(1U << 12U, skewed_edges(12, 1U << 16U, 9), kDirected)},
      {"skewed, self-loops kept",
       make_graph(1U << 10U, skewed_edges(10, 1U << 13U, 10), kUndirected, kKeepAll)},
  };
  for (const Vertex n : {2U, 63U, 64U, 65U, 127U, 129U}) {
    graphs.push_back({"random of " + std::to_string(n), make_graph(n, random_edges(n, 2 * n, n))});
    graphs.push_back({"line of " + std::to_string(n), make_graph(n, line_edges(n))});
  }
  return graphs;
}

}  // namespace strider::test
