// What a rank settles by itself, and the fragments that are left of its vertices: by blocks where
// few edges leave these, else by one pass over its light edges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/msf/ranks/boruvka/block_contraction.hpp"
#include "algorithms/msf/ranks/boruvka/forest_delivery.hpp"
#include "algorithms/msf/ranks/boruvka/local_edges.hpp"
#include "algorithms/msf/ranks/part_timer.hpp"
#include "comm/communicator.hpp"
#include "graph/union_find.hpp"
#include "strider/array.hpp"

namespace strider::detail {

template <class W>
class RankContraction {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  /// All outlive this. The first run takes the memory.
  RankContraction(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                  WeightOrder<W> order, int threads, LocalEdges<W>& edges);
  /// Settles edges of the forest of the light edges, all where there is no limit, and gives them to
  /// `taken`. `edges` has those to other ranks' vertices then; `left` gets the others between
  /// fragments, by local ids. Throws WeightError where a weight is NaN, MemoryError, on this rank
  /// only.
  void run(const std::optional<EdgeLimit<Key>>& limit, ForestDelivery<W>& taken,
           std::vector<ConnectingEdge<Key>>& left, PartTimer& timer);

  /// How many edges the last run settled.
  [[nodiscard]] std::uint64_t num_settled() const { return settled_; }
  /// The fragment of an own vertex: a number below that of own vertices.
  [[nodiscard]] Vertex fragment(Vertex own) const {
    return in_blocks_ ? blocks_->fragment(own) : fragment_[own];
  }
  /// Where that of a vertex is looked up, to ask for it.
  [[nodiscard]] const void* place(Vertex own) const {
    return in_blocks_ ? blocks_->place(own) : &fragment_[own];
  }
  /// One past the largest number of a fragment.
  [[nodiscard]] Vertex fragments_end() const {
    return in_blocks_ ? blocks_->fragments_end() : edges_.num_rows();
  }
  /// Of the fragments that edges leave the rank from, each with the first of these, in names.
  struct Cut {
    Vertex fragment;
    Edge edge;
  };
  [[nodiscard]] std::span<const Cut> cuts() const { return cuts_; }
  /// By own vertex, whether no light edge leads from it. Precondition: the last run had a limit.
  [[nodiscard]] std::span<const std::uint8_t> is_isolated() const { return is_isolated_.span(); }

 private:
  void take_memory();
  [[nodiscard]] bool run_in_blocks(ForestDelivery<W>& taken,
                                   std::vector<ConnectingEdge<Key>>& left);
  void run_plainly(ForestDelivery<W>& taken, std::vector<ConnectingEdge<Key>>& left);
  void require_for_light(std::vector<ConnectingEdge<Key>>& left);

  const comm::Communicator& comm_;
  int threads_;
  LocalEdges<W>& edges_;
  std::unique_ptr<BlockContraction<W>> blocks_;  // where it pays
  bool in_blocks_ = false;
  std::uint64_t settled_ = 0;
  std::vector<Cut> cuts_;
  std::vector<Edge> border_cut_;  // by place in the border
  // Of plain runs:
  Array<Vertex> parents_;            // by name
  Array<Edge> first_cut_;            // by name
  Array<std::uint8_t> is_isolated_;  // by own vertex
  Array<Vertex> fragment_;           // by own vertex: one that stands for its fragment
  std::vector<Edge> inner_;
  std::vector<Edge> buffer_;
};

}  // namespace strider::detail
