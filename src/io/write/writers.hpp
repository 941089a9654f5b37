// The writer of each format. write_graph finds the format and calls one of them.
#pragma once

#include <string>

#include "strider/graph.hpp"

namespace strider {

// Each throws InputError where the file cannot be written, and UsageError where the format cannot
// hold the graph. Precondition: threads >= 1.

void write_matrix_market(const AnyGraph& graph, const std::string& path, int threads);
void write_edge_list(const AnyGraph& graph, const std::string& path, int threads);
void write_dimacs(const AnyGraph& graph, const std::string& path, int threads);
void write_metis(const AnyGraph& graph, const std::string& path, int threads);
void write_gapbs(const AnyGraph& graph, const std::string& path, int threads);
void write_graph500(const AnyGraph& graph, const std::string& path, int threads);

/// Calls visit(topology, weights) with the weights of every arc: a span of float, double or
/// uint32_t, or std::monostate where there are none.
template <class F>
decltype(auto) visit_weights(const AnyGraph& graph, F&& visit) {
  return std::visit(
      [&](const auto& any) -> decltype(auto) {
        if constexpr (std::is_same_v<std::decay_t<decltype(any)>, Graph>) {
          return visit(any, std::monostate{});
        } else {
          return visit(any.topology(), any.weights().span());
        }
      },
      graph);
}

/// Whether the type of visit_weights stands for no weights.
template <class Weights>
inline constexpr bool kNoWeights = std::is_same_v<std::decay_t<Weights>, std::monostate>;

/// emit(source, target, arc) for the edges of the rows first .. last-1: every arc of a directed
/// graph, and of an undirected one each edge once, as the entry of its smaller end.
template <class Emit>
void for_each_edge(const Graph& graph, Vertex first, Vertex last, Emit&& emit) {
  const Csr& csr = graph.out();
  const bool once = !graph.is_directed();
  for (Vertex v = first; v < last; ++v) {
    for (EdgeIndex arc = csr.offsets()[v]; arc < csr.offsets()[v + std::size_t{1}]; ++arc) {
      const Vertex u = csr.targets()[arc];
      if (!once || u >= v) emit(v, u, arc);
    }
  }
}

}  // namespace strider
