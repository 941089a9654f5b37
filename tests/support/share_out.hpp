// Graphs that every rank of a test has as a whole, given as the input of ranks.
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include "base/parallel.hpp"
#include "strider/cluster.hpp"
#include "strider/dist_graph.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {

/// Each rank gives a part of the edges, with their weights. Collective.
[[nodiscard]] inline DistInput share_out(const Cluster& cluster, const EdgeList& list) {
  const Range chunk = static_chunk(list.edges.size(), cluster.rank(), cluster.size());
  Array<GlobalEdge> edges(chunk.end - chunk.begin);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const Edge& edge = list.edges[chunk.begin + i];
    edges[i] = {edge.source, edge.target};
  }
  Weights weights;
  std::visit(
      [&](const auto& held) {
        using Held = std::decay_t<decltype(held)>;
        if constexpr (!std::is_same_v<Held, std::monostate>) {
          weights = Held::copy_of(held.span().subspan(chunk.begin, edges.size()));
        }
      },
      list.weights);
  return DistInput::from_edges(cluster, list.num_vertices, list.directedness, std::move(edges),
                               std::move(weights));
}

}  // namespace strider::test
