// Edges with weights, of a list or of a graph, for one check each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The edges of a list whose weights are of type W, or that has none where W is std::uint32_t: 1
/// each. Throws UsageError where it has others.
template <class W>
class WeightedListEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 12U;

  explicit WeightedListEdges(const EdgeList& list)
      : list_(list), weights_(std::get_if<Array<W>>(&list.weights)) {
    const bool unit =
        std::is_same_v<W, std::uint32_t> && std::holds_alternative<std::monostate>(list.weights);
    if (weights_ == nullptr && !unit) {
      throw UsageError("validation: the list of edges has no weights, or weights of another type");
    }
    if (weights_ != nullptr && weights_->size() != list.edges.size()) {
      throw UsageError(fmt::format("validation: got {} weights for {} edges", weights_->size(),
                                   list.edges.size()));
    }
  }
  [[nodiscard]] Vertex num_vertices() const { return list_.num_vertices; }
  [[nodiscard]] Directedness directedness() const { return list_.directedness; }
  [[nodiscard]] const Labels& labels() const { return list_.labels; }
  [[nodiscard]] std::size_t size() const { return list_.edges.size(); }
  /// body(u, v, weight) for a chunk. Throws UsageError where an end is no vertex.
  template <class F>
  void for_each(std::size_t begin, std::size_t end, F&& body) const {
    const Vertex n = list_.num_vertices;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [u, v] = list_.edges[i];
      if (u >= n || v >= n) {
        throw UsageError(
            fmt::format("edge {} has the endpoint {}, but the graph has only {} vertices", i,
                        std::max(u, v), n));
      }
      body(u, v, weights_ == nullptr ? W{1} : (*weights_)[i]);
    }
  }

 private:
  const EdgeList& list_;
  const Array<W>* weights_;
};

/// The edges of a graph, row by row; undirected ones from their smaller end.
template <class W>
class WeightedGraphEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 8U;

  explicit WeightedGraphEdges(const WeightedGraph<W>& graph) : graph_(graph) {}
  [[nodiscard]] Vertex num_vertices() const { return graph_.topology().num_vertices(); }
  [[nodiscard]] Directedness directedness() const { return graph_.topology().directedness(); }
  [[nodiscard]] const Labels& labels() const { return graph_.topology().labels(); }
  [[nodiscard]] std::size_t size() const { return num_vertices(); }
  /// body(u, v, weight) for the rows of a chunk.
  template <class F>
  void for_each(std::size_t begin, std::size_t end, F&& body) const {
    const bool both_ways = !graph_.topology().is_directed();
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      const auto row = graph_.topology().out().neighbors(u);
      const auto weights = graph_.weights(u);
      for (std::size_t e = 0; e < row.size(); ++e) {
        if (both_ways && row[e] < u) continue;
        body(u, row[e], weights[e]);
      }
    }
  }

 private:
  const WeightedGraph<W>& graph_;
};

}  // namespace strider::detail
