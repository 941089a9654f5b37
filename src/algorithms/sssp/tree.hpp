// What a search leaves behind, and what it needs to be read as the caller wants it.
#pragma once

#include <memory>
#include <span>

#include "algorithms/sssp/weight_facts.hpp"
#include "base/workspace.hpp"
#include "graph/reached_edges.hpp"
#include "strider/array.hpp"
#include "strider/sssp.hpp"

namespace strider::detail {

/// What engines and results of one solver share. Results may outlive the solver.
template <class W>
struct SsspContext {
  WeightedGraph<W> graph;
  SsspOptions options;  ///< threads resolved
  WeightFacts<W> facts;
  ReachedEdges reached_edges;

  [[nodiscard]] const Csr& out() const { return graph.topology().out(); }
  [[nodiscard]] Vertex num_vertices() const { return out().num_vertices(); }
};

template <class W>
struct SsspTree;

/// Turns the arrays of a search into the public ones.
template <class W>
class SsspTranslator {
 public:
  virtual ~SsspTranslator() = default;
  /// Fills tree.distances.
  virtual void read_distances(SsspTree<W>& tree) const = 0;
  /// Fills tree.parents, which has the right size.
  virtual void read_parents(SsspTree<W>& tree) const = 0;
  /// Fills in what was reached, where that is not to be counted in tree.distances on the host:
  /// false where it is.
  virtual bool read_counts(SsspTree<W>& /*tree*/) const { return false; }
};

template <class W>
struct SsspTree {
  using Distance = SsspDistance<W>;

  Vertex source = kNoVertex;
  Vertex num_vertices = 0;
  /// Null where the graph is not on the host.
  std::shared_ptr<const SsspContext<W>> context;
  /// By vertex. Where `translator` is set, valid only once it has run.
  Array<Distance> distances;
  Array<Vertex> parents;
  /// For engines that work in 32 bits or in an order of their own.
  Array<std::uint32_t> narrow;
  Array<Distance> internal;
  /// Null: distances are in place.
  std::shared_ptr<const SsspTranslator<W>> translator;

  bool has_distances = true;
  bool has_parents = true;
  bool has_counts = true;
  Vertex num_reached = 0;
  EdgeIndex num_edges_reached = 0;

  /// Ready for a search from `vertex` in a graph of so many vertices; arrays stay for reuse.
  void start(Vertex vertex, Vertex size, std::shared_ptr<const SsspContext<W>> of) {
    source = vertex;
    num_vertices = size;
    context = std::move(of);
    translator.reset();
    has_distances = has_parents = has_counts = false;
  }
  /// Makes `distances` valid, wherever the search has left them.
  void read_distances() {
    if (has_distances) return;
    if (translator) translator->read_distances(*this);
    has_distances = true;
  }
};

/// Makes `array` hold n elements of undefined value, its memory reused where it fits.
template <class T>
void fit_array(Array<T>& array, std::size_t n, const char* purpose) {
  if (array.size() == n) return;
  array = Array<T>();
  array = take_array<Array<T>>(n, purpose);
}

/// Fills tree.distances from tree.narrow, by vertex.
void widen_distances(SsspTree<std::uint32_t>& tree);

/// The array of `tree` in which an engine that keeps the graph's numbering puts distances of type
/// D, SsspDistance<W> or std::uint32_t; sets the translator that D needs.
template <class W, class D>
std::span<D> distances_in(SsspTree<W>& tree);

}  // namespace strider::detail
