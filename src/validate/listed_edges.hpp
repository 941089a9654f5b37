// Edges of a list or of a graph, with their weights or without, for one check each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>
#include <variant>

#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// The weight of edges whose weights are not read.
struct Unweighted {};

/// The edges of a list. W is the type of its weights, std::uint32_t also if it has none, 1 each;
/// or Unweighted. Throws UsageError where the list has other weights.
template <class W>
class ListEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 12U;

  explicit ListEdges(const EdgeList& list) : list_(list) {
    if constexpr (!std::is_empty_v<W>) {
      weights_ = std::get_if<Array<W>>(&list.weights);
      const bool unit =
          std::is_same_v<W, std::uint32_t> && std::holds_alternative<std::monostate>(list.weights);
      if (weights_ == nullptr && !unit) {
        throw UsageError(
            "validation: the list of edges has no weights, or weights of another type");
      }
      if (weights_ != nullptr && weights_->size() != list.edges.size()) {
        throw UsageError(fmt::format("validation: got {} weights for {} edges", weights_->size(),
                                     list.edges.size()));
      }
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
    const std::span<const Edge> edges = list_.edges.span();
    for (std::size_t i = begin; i < end; ++i) {
      const auto [u, v] = edges[i];
      if (u >= n || v >= n) {
        throw UsageError(
            fmt::format("edge {} has the endpoint {}, but the graph has only {} vertices", i,
                        std::max(u, v), n));
      }
      body(u, v, weight(i));
    }
  }

 private:
  [[nodiscard]] W weight(std::size_t i) const {
    if constexpr (std::is_empty_v<W>) {
      return {};
    } else {
      return weights_ == nullptr ? W{1} : (*weights_)[i];
    }
  }

  const EdgeList& list_;
  const Array<W>* weights_ = nullptr;
};

/// The edges of a graph, row by row; undirected ones from their smaller end. W is the type of its
/// weights, or Unweighted.
template <class W>
class GraphEdges {
  using AnyGraphOfW = std::conditional_t<std::is_empty_v<W>, Graph, WeightedGraph<W>>;

 public:
  static constexpr std::size_t kChunk = 1U << 8U;

  explicit GraphEdges(const AnyGraphOfW& graph) : graph_(graph) {}
  [[nodiscard]] Vertex num_vertices() const { return topology().num_vertices(); }
  [[nodiscard]] Directedness directedness() const { return topology().directedness(); }
  [[nodiscard]] const Labels& labels() const { return topology().labels(); }
  [[nodiscard]] std::size_t size() const { return num_vertices(); }
  /// body(u, v, weight) for the rows of a chunk.
  template <class F>
  void for_each(std::size_t begin, std::size_t end, F&& body) const {
    const bool both_ways = !topology().is_directed();
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      const auto row = topology().out().neighbors(u);
      const auto weight = weights_of(u);
      for (std::size_t e = 0; e < row.size(); ++e) {
        if (both_ways && row[e] < u) continue;
        body(u, row[e], weight(e));
      }
    }
  }

 private:
  [[nodiscard]] const Graph& topology() const {
    if constexpr (std::is_empty_v<W>) {
      return graph_;
    } else {
      return graph_.topology();
    }
  }

  /// A function of the place in u's row.
  [[nodiscard]] auto weights_of(Vertex u) const {
    if constexpr (std::is_empty_v<W>) {
      return [](std::size_t) { return W{}; };
    } else {
      return [row = graph_.weights(u)](std::size_t e) { return row[e]; };
    }
  }

  const AnyGraphOfW& graph_;
};

}  // namespace strider::detail
