// Small graphs that tests search: each hard for some method.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "strider/graph.hpp"

namespace strider::test {

/// Self-loops and parallel edges stay.
inline constexpr BuildOptions kKeepAll{.self_loops = SelfLoops::kKeep,
                                       .duplicates = Duplicates::kKeep};

struct NamedGraph {
  std::string name;
  Graph graph;
};

/// Builds a graph of `n` vertices.
[[nodiscard]] Graph make_graph(Vertex n, const std::vector<Edge>& edges,
                               Directedness directedness = Directedness::kUndirected,
                               const BuildOptions& options = {});

/// 0 - 1 - 2 - ... - n-1.
[[nodiscard]] std::vector<Edge> line_edges(Vertex n);
/// rows x columns vertices, each joined to the next of its row and of its column.
[[nodiscard]] std::vector<Edge> grid_edges(Vertex rows, Vertex columns);
/// `count` pairs drawn uniformly, self-loops and repetitions among them.
[[nodiscard]] std::vector<Edge> random_edges(Vertex n, std::size_t count, std::uint64_t seed);
/// 2^scale vertices of very unequal degrees, drawn as R-MAT does: every bit of an edge's ends falls
/// into a quarter of the adjacency matrix at random, most often the first.
[[nodiscard]] std::vector<Edge> skewed_edges(unsigned scale, std::size_t count, std::uint64_t seed);

/// The edges of a graph of `num_vertices`.
struct DrawnEdges {
  Vertex num_vertices;
  std::vector<Edge> edges;
};
/// Of a random graph of its own size, density and skew: of up to 2^scales vertices, each with up to
/// 2^densities edges on average. Self-loops and repetitions are among them.
[[nodiscard]] DrawnEdges draw_edges(CounterRng& rng, std::uint64_t seed, unsigned scales,
                                    unsigned densities = 4);
/// One way or both ways, by chance.
[[nodiscard]] Directedness draw_directedness(CounterRng& rng);
/// Whether self-loops and duplicates stay, by chance.
[[nodiscard]] BuildOptions draw_build(CounterRng& rng);

/// The first vertex, the last, the one with most edges, and `others`: each once, ascending.
[[nodiscard]] std::vector<Vertex> some_sources(const Graph& graph, std::vector<Vertex> others = {});

/// Every shape of graph that a search must get right: tiny, deep, wide, disconnected, directed,
/// with self-loops and duplicates kept, and of sizes around a bitmap's word.
[[nodiscard]] std::vector<NamedGraph> search_graphs();

}  // namespace strider::test
