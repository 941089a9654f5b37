// What a rank is sure of by itself, where few edges leave blocks of vertices: found as one machine
// does it (spanned_blocks.hpp), an edge to another rank's vertex leaving its block. What blocks
// leave open between their components, a small part of the edges, is contracted as edges of
// vertices are elsewhere (local_contraction.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/msf/host/spanned_blocks.hpp"
#include "algorithms/msf/ranks/boruvka/local_edges.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "ranks/one_d/graph_1d.hpp"

namespace strider::detail {

/// Fragments are called by the numbers of components of blocks, which are below that of rows.
template <class W>
class BlockContraction {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  /// Whether the owners let a rank compare edges by its own numbers of vertices.
  [[nodiscard]] static bool fits(const Graph1d& graph) {
    return graph.owners.shuffle().is_identity();
  }

  /// `border`: the rows with edges to other ranks' vertices, ascending. All outlive this.
  /// Precondition: fits().
  BlockContraction(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                   const OrderedNames& names, std::span<const Vertex> border, WeightOrder<W> order,
                   int threads);

  /// Whether few edges leave their blocks, by a sample.
  [[nodiscard]] bool is_profitable() const { return blocks_.is_profitable(); }

  /// Settles edges; appends to `left` those between fragments, by local ids. first_cut[i] is the
  /// first edge from border[i] to another rank's vertices. False where a weight is NaN or a row
  /// does not ascend strictly; what is found is not to be used then. Throws MemoryError on this
  /// rank only.
  [[nodiscard]] bool run(std::span<const Edge> first_cut, std::vector<ConnectingEdge<Key>>& left);

  /// By place of an arc, 1 for those of edges settled. The caller may mark more.
  [[nodiscard]] std::span<std::uint8_t> taken() { return blocks_.taken(); }
  [[nodiscard]] std::uint64_t num_settled() const { return settled_; }
  /// One past the largest number of a fragment.
  [[nodiscard]] Vertex fragments_end() const { return blocks_.num_components(); }
  [[nodiscard]] Vertex fragment(Vertex own) const { return trees_[blocks_.component(own)]; }
  /// Where the component of a vertex is looked up, to ask for it.
  [[nodiscard]] const void* place(Vertex own) const { return blocks_.place(own); }
  /// body(fragment, first edge that leaves the rank from it) for all that such an edge leaves.
  template <class F>
  void for_each_cut(F&& body) const {
    for (Vertex f = 0; f < fragments_end(); ++f) {
      if (trees_[f] == f && first_cut_[f].v != kNoVertex) body(f, first_cut_[f]);
    }
  }

 private:
  /// An open edge of blocks and the components that it connects.
  struct OpenEdge {
    Vertex a;
    Vertex b;
    Edge edge;  // in names
    EdgeIndex arc;
    [[nodiscard]] friend bool operator<(const OpenEdge& x, const OpenEdge& y) {
      return x.edge < y.edge;
    }
    [[nodiscard]] friend const Edge& ordered_edge(const OpenEdge& open) { return open.edge; }
    [[nodiscard]] friend std::pair<Vertex, Vertex> ends_of(const OpenEdge& open) {
      return {open.a, open.b};
    }
  };

  void take_memory();
  void gather_open();

  const comm::Communicator& comm_;
  const OrderedNames& names_;
  std::span<const Vertex> border_;
  Vertex rows_;
  int threads_;
  Workspace workspace_;  // what the first run takes
  SpannedBlocks<W> blocks_;
  std::uint64_t settled_ = 0;
  // By component:
  std::vector<Vertex> trees_;
  std::vector<Edge> first_cut_;
  std::vector<OpenEdge> open_;
  std::vector<OpenEdge> buffer_;
};

}  // namespace strider::detail
