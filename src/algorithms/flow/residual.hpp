// The residual graph of a flow: what may still flow between two vertices, in both directions.
//
// Only vertices from which the target can be reached are in it, and they are numbered in the order
// of a breadth-first search from the target: push-relabel moves flow between vertices that are then
// close in memory.
#pragma once

#include <cstdint>
#include <span>

#include "algorithms/flow/capacities.hpp"
#include "strider/array.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// An arc and its mate, from its head back to its tail: what flows along one may flow back along
/// the other. Together they always have the same left.
struct ResidualArc {
  Vertex head;
  std::uint32_t mate;
  std::uint64_t left;  ///< what may still flow
};

class Residual {
 public:
  /// Of the zero flow. Arcs between the same vertices are one. Parallel but for the search. Throws
  /// UsageError where arcs have no 32-bit number, MemoryError.
  template <class W>
  Residual(const WeightedGraph<W>& graph, Vertex source, Vertex target, const CapacityUnit& unit,
           int threads);

  [[nodiscard]] Vertex size() const { return rows_.num_vertices(); }
  /// The number of the target is 0; that of the source is kNoVertex where no path leads to it.
  static constexpr Vertex kTarget = 0;
  [[nodiscard]] Vertex source() const { return source_; }
  [[nodiscard]] Vertex number(Vertex v) const { return numbers_[v]; }
  /// Heads, ascending in every row.
  [[nodiscard]] const Csr& rows() const { return rows_; }
  [[nodiscard]] std::span<ResidualArc> arcs() { return arcs_.span(); }
  [[nodiscard]] std::span<const ResidualArc> arcs() const { return arcs_.span(); }

  /// By adjacency entry of the graph: what flows along it. Of parallel entries the first ones carry
  /// it. Precondition: the graph and the unit of the constructor.
  template <class W, class Flow>
  void read_flows(const WeightedGraph<W>& graph, const CapacityUnit& unit, std::span<Flow> flows,
                  int threads) const;

 private:
  void number_vertices(const Csr& in, Vertex source, Vertex target, int threads);
  template <class W>
  void read_rows(const WeightedGraph<W>& graph, const CapacityUnit& unit, int threads);
  void pair_arcs(int threads);

  Vertex source_ = kNoVertex;
  Array<Vertex> numbers_;   // by vertex of the graph
  Array<Vertex> vertices_;  // by number
  Csr rows_;
  Array<ResidualArc> arcs_;
};

}  // namespace strider::detail
