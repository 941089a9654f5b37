// Weights for the edges of benchmarks: each a function of the ends only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "strider/graph.hpp"

namespace benchmark {

/// 64 bits of {u, v} (by the finalizer of SplitMix64).
[[nodiscard]] inline std::uint64_t bits_of_edge(strider::Vertex u, strider::Vertex v) {
  std::uint64_t x = std::uint64_t{std::min(u, v)} << 32U | std::max(u, v);
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31U);
}

/// The graph with weight_of(bits_of_edge(u, v)) on each edge.
template <class W, class WeightOf>
[[nodiscard]] strider::WeightedGraph<W> weighted_by_ends(const strider::Graph& graph,
                                                         WeightOf&& weight_of) {
  strider::Array<W> weights(graph.num_arcs());
  std::size_t place = 0;
  for (strider::Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const strider::Vertex v : graph.out().neighbors(u)) {
      weights[place++] = weight_of(bits_of_edge(u, v));
    }
  }
  return {graph, std::move(weights)};
}

/// From 0 to 1, of 24 random bits.
[[nodiscard]] inline strider::WeightedGraph<float> with_float_weights(const strider::Graph& graph) {
  return weighted_by_ends<float>(
      graph, [](std::uint64_t bits) { return static_cast<float>(bits >> 40U) * 0x1p-24F; });
}
/// From 1 to 255.
[[nodiscard]] inline strider::WeightedGraph<std::uint32_t> with_small_weights(
    const strider::Graph& graph) {
  return weighted_by_ends<std::uint32_t>(
      graph, [](std::uint64_t bits) { return static_cast<std::uint32_t>(1 + bits % 255); });
}

}  // namespace benchmark
