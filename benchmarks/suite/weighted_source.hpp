// The graphs of benchmarks with weights, by name: files, or generated ones.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "graph_source.hpp"

namespace benchmark {

/// Reads the graph of that name with the weights that the file has, or makes it with reals, uniform
/// from 0 to 1.
inline strider::AnyGraph make_weighted_graph(const std::string& name) {
  using strider::WeightKind;
  const auto generated = generated_graph(name);
  const auto build = [](auto parameters) {
    parameters.weights.kind = WeightKind::kUniformReal;
    return strider::build_any_graph(strider::generate(parameters, 0), {});
  };
  if (generated) {
    const std::uint64_t vertices = std::uint64_t{1} << static_cast<unsigned>(generated->scale);
    if (generated->kind == "kronecker") {
      return build(strider::KroneckerParameters{.scale = generated->scale});
    }
    if (generated->kind == "uniform") {
      return build(
          strider::UniformParameters{.num_vertices = vertices, .num_edges = 16 * vertices});
    }
    const std::uint64_t rows = std::uint64_t{1} << static_cast<unsigned>(generated->scale / 2);
    return build(strider::GridParameters{.rows = rows, .columns = vertices / rows});
  }
  return std::move(strider::read_graph(name).graph);
}

/// Reals, uniform from 0 to 1, drawn from the ends of each edge: both ways of one the same.
inline strider::WeightedGraph<float> with_drawn_weights(const strider::Graph& graph) {
  strider::Array<float> weights(graph.num_arcs());
  std::size_t arc = 0;
  for (strider::Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const strider::Vertex v : graph.out().neighbors(u)) {
      // SplitMix64 of both ends, the upper 24 bits of it.
      std::uint64_t word = (std::uint64_t{std::min(u, v)} << 32U) + std::max(u, v);
      word = (word ^ (word >> 30U)) * 0xBF58'476D'1CE4'E5B9ULL;
      word = (word ^ (word >> 27U)) * 0x94D0'49BB'1331'11EBULL;
      word ^= word >> 31U;
      weights[arc++] = (static_cast<float>(word >> 40U) + 0.5F) * 0x1.0p-24F;
    }
  }
  return {graph, std::move(weights)};
}

/// The weights as integers from 1 to 255, by their share of the largest.
template <class W>
strider::WeightedGraph<std::uint32_t> as_integers(const strider::WeightedGraph<W>& graph) {
  strider::Array<std::uint32_t> weights(graph.weights().size());
  double largest = 0;
  for (const W weight : graph.weights()) largest = std::max(largest, static_cast<double>(weight));
  constexpr double kLargest = 255;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = largest > 0 ? static_cast<double>(graph.weights()[i]) / largest : 0;
    weights[i] = 1 + static_cast<std::uint32_t>(share * (kLargest - 1));
  }
  return {graph.topology(), std::move(weights)};
}

}  // namespace benchmark
