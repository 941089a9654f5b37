// The edges of a rank's rows that a step of the method is about: the light ones first, later those
// that are left of the others.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/msf/host/edge_buffer.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/boruvka/ordered_names.hpp"
#include "algorithms/msf/ranks/edge_limit.hpp"
#include "base/parallel.hpp"
#include "graph/bitmap.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// An edge of the rank, in names, and what it connects: local ids, of which at least `a` is the
/// rank's own, or fragments.
template <class Key>
struct ConnectingEdge {
  Vertex a;
  Vertex b;
  KeyedEdge<Key> edge;
  [[nodiscard]] friend bool operator<(const ConnectingEdge& x, const ConnectingEdge& y) {
    return x.edge < y.edge;
  }
};

/// The light edges of a rank.
template <class Key>
struct LightPart {
  EdgeBuffer<KeyedEdge<Key>> inner;  ///< in names, each once
  /// To vertices of other ranks; each on one of the two ranks.
  EdgeBuffer<ConnectingEdge<Key>> cut;
  /// By rank: the own vertices, ascending, of edges that that rank keeps.
  std::vector<std::vector<std::uint32_t>> asked;
};

/// An edge by local ids, of which `a` is the rank's own.
template <class Key>
struct LocalIdPair {
  Vertex a;
  Vertex b;
  Key key;
};

template <class W>
class LocalEdges {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  LocalEdges(std::shared_ptr<const WeightedGraph1d<W>> graph, WeightOrder<W> order, int threads);

  [[nodiscard]] const OrderedNames& names() const { return names_; }
  [[nodiscard]] Vertex num_rows() const { return rows().num_vertices(); }
  /// Rows with entries.
  [[nodiscard]] std::uint64_t connected() const { return connected_; }
  [[nodiscard]] bool is_connected(Vertex row) const { return rows().degree(row) > 0; }
  /// Rows with edges to other ranks' vertices, ascending.
  [[nodiscard]] std::span<const Vertex> border() const { return border_; }

  /// Finds the light edges, by parts of the rows; of every own vertex, by name, the first of the
  /// light edges to another rank's vertices. `is_isolated` gets, by own vertex, whether there is
  /// none of these. Throws WeightError where a weight is NaN, MemoryError.
  void find_light(const EdgeLimit<Key>& limit, std::span<Edge> first_cut,
                  std::span<std::uint8_t> is_isolated);
  /// The same where all edges are light, of those to other ranks' vertices only: first_cut[i] is
  /// the first one of border()[i]. Looks at no other rows. Throws MemoryError.
  void find_cuts(std::span<Edge> first_cut);
  [[nodiscard]] std::span<LightPart<Key>> light() { return light_; }

  // After the light edges have connected trees; `outside` says by local id which vertices are
  // not in the giant one.

  /// Finds the first edges of the vertices outside that are isolated, where they lead to the giant
  /// tree: these are in the forest by the cut property. By part. Throws MemoryError.
  void find_first(const Bitmap& outside, std::span<const std::uint8_t> is_isolated);
  [[nodiscard]] std::span<EdgeBuffer<LocalIdPair<Key>>> first() { return first_; }

  /// Finds the edges between trees: `trees` by local id for those outside, else `giant`. Of those
  /// from one vertex to the giant tree only the first, as any later one is the last on a cycle with
  /// it and edges of the tree; none from vertices of the giant, whose edges the others have. By
  /// part. Throws MemoryError.
  void find_heavy(const Bitmap& outside, std::span<const Vertex> trees, Vertex giant);
  [[nodiscard]] std::span<EdgeBuffer<ConnectingEdge<Key>>> heavy() { return heavy_; }

 private:
  [[nodiscard]] const Csr& rows() const { return graph_->topology.rows; }
  void find_light_of(Range range, const EdgeLimit<Key>& limit, std::span<Edge> first_cut,
                     std::span<std::uint8_t> is_isolated, LightPart<Key>& part);
  /// body(u, neighbors, weights) for the own vertices of a range in a set by local id.
  template <class F>
  void for_rows(Range range, const Bitmap& set, F&& body) const;
  void find_first_of(Range range, const Bitmap& outside, std::span<const std::uint8_t> is_isolated,
                     EdgeBuffer<LocalIdPair<Key>>& found) const;
  void find_heavy_of(Range range, const Bitmap& outside, std::span<const Vertex> trees,
                     Vertex giant, EdgeBuffer<ConnectingEdge<Key>>& found) const;
  template <class F>
  void for_parts(F&& body);

  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  OrderedNames names_;
  std::uint64_t connected_;
  std::vector<Vertex> border_;
  std::vector<Vertex> part_starts_;  // of as much work each
  std::vector<LightPart<Key>> light_;
  std::vector<EdgeBuffer<LocalIdPair<Key>>> first_;
  std::vector<EdgeBuffer<ConnectingEdge<Key>>> heavy_;
};

}  // namespace strider::detail
