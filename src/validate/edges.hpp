// Edges without weights, of a list or of a graph, for one check each.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>

#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

class ListEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 12U;

  explicit ListEdges(const EdgeList& list) : list_(list) {}
  [[nodiscard]] Vertex num_vertices() const { return list_.num_vertices; }
  [[nodiscard]] Directedness directedness() const { return list_.directedness; }
  [[nodiscard]] std::size_t size() const { return list_.edges.size(); }
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
      body(u, v);
    }
  }

 private:
  const EdgeList& list_;
};

/// The edges of a graph, row by row; undirected ones from their smaller end.
class GraphEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 8U;

  explicit GraphEdges(const Graph& graph) : graph_(graph) {}
  [[nodiscard]] Vertex num_vertices() const { return graph_.num_vertices(); }
  [[nodiscard]] Directedness directedness() const { return graph_.directedness(); }
  [[nodiscard]] std::size_t size() const { return graph_.num_vertices(); }
  template <class F>
  void for_each(std::size_t begin, std::size_t end, F&& body) const {
    const bool both_ways = !graph_.is_directed();
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      for (const Vertex v : graph_.out().neighbors(u)) {
        if (both_ways && v < u) continue;
        body(u, v);
      }
    }
  }

 private:
  const Graph& graph_;
};

}  // namespace strider::detail
