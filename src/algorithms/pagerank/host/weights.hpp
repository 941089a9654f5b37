// The weights of a graph as PageRank follows them.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The sum of weights[arc] for the arcs from `u`. Throws WeightError where one of them, or the sum,
/// is none that a score can be divided by.
template <class W>
[[nodiscard]] double sum_weights(const WeightedGraph<W>& graph, Vertex u) {
  const Labels& labels = graph.topology().labels();
  const auto weights = graph.weights(u);
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto weight = static_cast<double>(weights[i]);
    if (!(weight >= 0 && std::isfinite(weight))) {
      throw WeightError(fmt::format(
          "the edge from {} to {} has the weight {}; PageRank needs finite weights of at least 0",
          labels.label(u), labels.label(graph.topology().out().neighbors(u)[i]), weights[i]));
    }
    sum += weight;
  }
  if (sum > 0 && !(std::isfinite(sum) && std::isfinite(1 / sum))) {
    throw WeightError(
        fmt::format("the weights of the edges from {} add up to {}: multiply all "
                    "weights by a common factor",
                    labels.label(u), sum));
  }
  return sum;
}

/// The arcs of a graph by target, with their weights.
template <class W>
struct WeightedArcs {
  Csr rows;
  SharedArray<W> weights;

  [[nodiscard]] double weight(EdgeIndex arc) const { return static_cast<double>(weights[arc]); }
};
/// Of a directed graph they are copied, O(n + m), by one thread. Throws MemoryError.
template <class W>
[[nodiscard]] WeightedArcs<W> arcs_by_target(const WeightedGraph<W>& graph, int threads) {
  const Graph& topology = graph.topology();
  if (!topology.is_directed()) return {topology.out(), graph.weights()};
  const SharedArray<EdgeIndex>& offsets = topology.in(threads).offsets();
  Array<EdgeIndex> next;
  Array<Vertex> sources;
  Array<W> weights;
  Workspace workspace;
  workspace.declare("their places", next, topology.num_vertices());
  workspace.declare("the rows", sources, topology.num_arcs());
  workspace.declare("the weights", weights, topology.num_arcs());
  workspace.take("the arcs by target", HostMemory());
  std::copy_n(offsets.data(), next.size(), next.data());
  sequential_for(0, next.size(), [&](std::size_t u) {
    const auto targets = topology.out().neighbors(static_cast<Vertex>(u));
    const auto of_row = graph.weights(static_cast<Vertex>(u));
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const EdgeIndex place = next[targets[i]]++;
      sources[place] = static_cast<Vertex>(u);
      weights[place] = of_row[i];
    }
  });
  return {Csr(offsets, std::move(sources)), std::move(weights)};
}

}  // namespace strider::detail
