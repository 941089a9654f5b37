// The edges of a rank's rows, as a method sees them that knows the fragments of all vertices.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/msf/host/class_kruskal.hpp"
#include "algorithms/msf/host/edge_buffer.hpp"
#include "algorithms/msf/host/row_scan.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/edge_limit.hpp"
#include "base/parallel.hpp"
#include "graph/bitmap.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Edges are written in the input's numbers, which must fit 32 bits; those between two ranks are
/// found by both and kept by one. Preconditions: ranks own blocks of consecutive vertices, in the
/// order of the ranks.
template <class W>
class OwnRows {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;
  using Candidates = std::vector<EdgeBuffer<Candidate<Key>>>;

  /// Throws MemoryError.
  OwnRows(std::shared_ptr<const WeightedGraph1d<W>> graph, WeightOrder<W> order, int threads);
  /// Bytes that the constructor takes.
  [[nodiscard]] static std::uint64_t bytes(const Graph1d& graph);

  /// The number of the first own vertex; the others follow.
  [[nodiscard]] Vertex begin() const { return begin_; }
  [[nodiscard]] Vertex num_rows() const { return rows().num_vertices(); }

  /// Finds the first edge of every own vertex, and the light edges; these only where there is a
  /// limit. Throws WeightError where a weight is NaN, MemoryError.
  void scan(const std::optional<EdgeLimit<Key>>& limit);
  /// By own vertex: the other end and the key of its first edge; kNoVertex where it has none.
  [[nodiscard]] std::span<const Vertex> first_other() const { return first_other_.span(); }
  [[nodiscard]] std::span<const Key> first_key() const { return first_key_.span(); }
  /// How many light edges were kept.
  [[nodiscard]] std::size_t num_light() const;

  // By the fragments of all vertices, kNoVertex for those without edges. Each throws MemoryError.

  /// The light edges between fragments.
  void gather_light(std::span<const Vertex> fragments, Candidates& found) const;
  /// All edges between fragments.
  void gather_all(std::span<const Vertex> fragments, Candidates& found) const;
  /// The edges between trees, `trees` by fragment: of those from a vertex outside the giant tree to
  /// it only the first, as any later one is the last on a cycle with it and edges of the tree; none
  /// from vertices of the giant, whose edges the others have.
  void gather_outside(std::span<const Vertex> fragments, std::span<const Vertex> trees,
                      Vertex giant, Candidates& found);

 private:
  [[nodiscard]] const Csr& rows() const { return graph_->topology.rows; }
  [[nodiscard]] std::size_t num_parts() const { return part_starts_.size() - 1; }
  template <class F>
  void for_parts(F&& body) const;
  void scan_part(Range range, const EdgeLimit<Key>& limit, EdgeBuffer<Edge>& light);
  /// Whether this rank keeps the edge from an own vertex to a local id: always within the rank; of
  /// those between two, each keeps one half, by a hash of the ends.
  [[nodiscard]] bool is_kept(Vertex u, Vertex local_id) const {
    const Vertex here = begin_ + u;
    const Vertex there = numbers_[local_id];
    const bool low_keeps = lower_keeps(std::min(here, there), std::max(here, there));
    const bool is_inner = local_id < num_rows();
    return is_inner | (low_keeps == (here < there));
  }
  void find_first(Vertex u, KeyRange<Key>& keys);
  void find_trees(std::span<const Vertex> fragments, std::span<const Vertex> trees, Vertex giant);
  void refuse_what_is_no_number(const KeyRange<Key>& keys) const;

  std::shared_ptr<const WeightedGraph1d<W>> graph_;
  WeightOrder<W> order_;
  int threads_;
  Vertex begin_;
  Array<Vertex> numbers_;  // the input's, by local id
  TargetPlaces places_;    // of the local ids, in the order of their numbers
  std::vector<Vertex> part_starts_;
  Array<Vertex> first_other_;
  Array<Key> first_key_;
  std::vector<EdgeBuffer<Edge>> light_;  // by part
  Bitmap settled_;                       // by local id: in the giant tree, or without edges
  Array<Vertex> tree_;                   // by local id
};

}  // namespace strider::detail
