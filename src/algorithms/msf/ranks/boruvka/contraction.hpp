// What a rank joins by itself, before any message, and the fragments that its vertices make then:
// by blocks where few edges leave these, else by one pass over its light edges. Only for
// boruvka.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/msf/host/spanned_blocks.hpp"
#include "algorithms/msf/keyed_edge.hpp"
#include "algorithms/msf/ranks/boruvka/local_edges.hpp"
#include "algorithms/msf/ranks/engine.hpp"
#include "algorithms/msf/ranks/forest_delivery.hpp"
#include "base/key_sort.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"
#include "graph/union_find.hpp"
#include "ranks/memory/node_memory.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// The edge by which an element of the list stands in the order, and the vertices that it connects.
template <class Key>
[[nodiscard]] const KeyedEdge<Key>& ordered_edge(const KeyedEdge<Key>& edge) {
  return edge;
}
template <class Key>
[[nodiscard]] std::pair<Vertex, Vertex> ends_of(const KeyedEdge<Key>& edge) {
  return {edge.u, edge.v};
}

/// Local contraction (Sanders and Schimek, Engineering massively parallel MST algorithms, 2023,
/// section IV): connects trees by the edges that the whole graph's forest has for certain.
///
/// `inner`, ascending: all edges between vertices of the rank, up to some edge of the order; a
/// vector of KeyedEdge, or of what else ordered_edge() and ends_of() know. Vertices may stand for
/// fragments, and edges within one be left out. first_cut[v]: the first edge from v to another
/// rank's vertices, kLastEdge where there is none; of roots it becomes that of their trees.
/// `trees`: all vertices apart. settle(edge, a, b) is informed of every edge that connects the
/// trees of roots a and b; keep(edge) of those that may be in the forest.
///
/// An edge connects two trees if it comes before the first edge that cuts off either of them, say
/// T. That is right: all edges that leave T and come before it are inner ones, and have been looked
/// at. None of them connected T to another tree or it would not leave T now; none was kept, as
/// keeping one says that the first cut of T, at that time a part of what it is now, comes before
/// it, so before this edge as well. So this edge is the first of all that leave T, and in the
/// forest by the cut property. An edge that is passed over has both ends in one tree, where it
/// would close a cycle as the last of its edges; or it is kept.
template <class Key, class Inner, class Settle, class Keep>
void contract_locally(const Inner& inner, std::span<KeyedEdge<Key>> first_cut, DisjointSets& trees,
                      Settle&& settle, Keep&& keep) {
  constexpr std::size_t kAhead = 16;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const auto [u_ahead, v_ahead] = ends_of(inner[std::min(i + kAhead, inner.size() - 1)]);
    prefetch_to_read(trees.place(u_ahead));
    prefetch_to_read(trees.place(v_ahead));
    const auto [u, v] = ends_of(inner[i]);
    const Vertex a = trees.find(u);
    const Vertex b = trees.find(v);
    if (a == b) continue;
    KeyedEdge<Key>& cut_a = first_cut[a];
    KeyedEdge<Key>& cut_b = first_cut[b];
    const KeyedEdge<Key>& edge = ordered_edge(inner[i]);
    if (cut_a < edge && cut_b < edge) {
      keep(inner[i]);
      continue;
    }
    settle(inner[i], a, b);
    trees.link(a, b);
    first_cut[std::min(a, b)] = std::min(cut_a, cut_b);
  }
}

/// What a rank is sure of by itself, where few edges leave blocks of vertices: found as one machine
/// does it (spanned_blocks.hpp), an edge to another rank's vertex leaving its block. What blocks
/// leave open between their components, a small part of the edges, is contracted as edges of
/// vertices are elsewhere.
///
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
                   int threads)
      : comm_(comm),
        names_(names),
        border_(border),
        rows_(graph.topology.num_rows()),
        threads_(threads),
        blocks_(workspace_,
                {.offsets = graph.topology.rows.offsets().data(),
                 .targets = graph.topology.rows.targets().data(),
                 .weights = graph.weights.data(),
                 .size = rows_,
                 .has_self_loops = graph.topology.num_self_loops > 0,
                 .border = border},
                order, threads, SpannedBlocks<W>::kBlockBits) {}

  /// Whether few edges leave their blocks, by a sample.
  [[nodiscard]] bool is_profitable() const { return blocks_.is_profitable(); }

  /// Settles edges; appends to `left` those between fragments, by local ids. first_cut[i] is the
  /// first edge from border[i] to another rank's vertices. False where a weight is NaN or a row
  /// does not ascend strictly; what is found is not to be used then. Throws MemoryError on this
  /// rank only.
  [[nodiscard]] bool run(std::span<const Edge> first_cut, std::vector<Candidate<Key>>& left) {
    workspace_.take("a spanning forest", NodeMemory(comm_));
    if (!blocks_.run()) return false;
    const std::size_t num_open = take_memory();
    const Vertex components = blocks_.num_components();
    std::fill_n(first_cut_.begin(), components, kLastEdge<Key>);
    for (std::size_t i = 0; i < border_.size(); ++i) {
      Edge& first = first_cut_[blocks_.component(border_[i])];
      first = std::min(first, first_cut[i]);
    }
    gather_open();
    const auto open = open_.span().first(num_open);
    sort_by_key(open, buffer_.span().first(num_open), threads_,
                [](const OpenEdge& edge) { return edge.edge.key; });
    DisjointSets trees(trees_.span().first(components));
    trees.make_singletons();
    std::uint64_t connected = 0;
    contract_locally<Key>(
        open, first_cut_.span(), trees,
        [&](const OpenEdge& edge, Vertex, Vertex) {
          blocks_.taken()[edge.arc] = 1;
          ++connected;
        },
        [&](const OpenEdge& edge) {
          left.push_back({names_.local_id(edge.edge.u), names_.local_id(edge.edge.v), edge.edge});
        });
    for (Vertex c = 0; c < components; ++c) trees_[c] = trees_[trees_[c]];  // roots come first
    settled_ = rows_ - components + connected;
    return true;
  }

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

  /// Returns how many edges are open.
  std::size_t take_memory() {
    std::size_t open = 0;
    for (const auto& part : blocks_.open()) open += part.size();
    const std::size_t components = blocks_.num_components();
    Workspace workspace;
    if (components > first_cut_.size()) {
      workspace.declare("their trees", trees_, components);
      workspace.declare("the first edges from them", first_cut_, components);
    }
    if (open > buffer_.size()) {
      workspace.declare("the open edges", open_, open);
      workspace.declare("sorting them", buffer_, open);
    }
    workspace.take("the components of blocks", NodeMemory(comm_));
    return open;
  }

  void gather_open() {
    std::size_t next = 0;
    for (const auto& part : blocks_.open()) {
      for (const Candidate<Key>& edge : part.span()) {
        const Edge named{names_.name(edge.a), names_.name(edge.b), edge.edge.key};
        open_[next++] = {blocks_.component(edge.a), blocks_.component(edge.b), named,
                         edge.edge.ends()};
      }
    }
  }

  const comm::Communicator& comm_;
  const OrderedNames& names_;
  std::span<const Vertex> border_;
  Vertex rows_;
  int threads_;
  Workspace workspace_;  // what the first run takes
  SpannedBlocks<W> blocks_;
  std::uint64_t settled_ = 0;
  // By component; the second of two is taken last.
  Array<Vertex> trees_;
  Array<Edge> first_cut_;
  Array<OpenEdge> open_;
  Array<OpenEdge> buffer_;
};

/// The fragments of a rank: what it is sure of by itself connects them, by BlockContraction where
/// all edges are light and few leave blocks, else by contract_locally() of the light edges.
template <class W>
class RankContraction {
 public:
  using Key = WeightKey<W>;
  using Edge = KeyedEdge<Key>;

  /// All outlive this. The first contract() takes the memory.
  RankContraction(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                  WeightOrder<W> order, int threads, LocalEdges<W>& edges)
      : comm_(comm), threads_(threads), edges_(edges) {
    if (!BlockContraction<W>::fits(graph.topology)) return;
    auto blocks = std::make_unique<BlockContraction<W>>(comm, graph, edges.names(), edges.border(),
                                                        order, threads);
    if (blocks->is_profitable()) blocks_ = std::move(blocks);
  }
  /// Settles edges of the forest of the light edges, all where there is no limit, and gives them to
  /// `taken`. `edges` has those to other ranks' vertices then; `left` gets the others between
  /// fragments, by local ids. Throws WeightError where a weight is NaN, MemoryError, on this rank
  /// only.
  void contract(const std::optional<EdgeLimit<Key>>& limit, ForestDelivery<W>& taken,
                std::vector<Candidate<Key>>& left, PartTimer& timer) {
    left.clear();
    cuts_.clear();
    in_blocks_ = !limit && blocks_ != nullptr && run_in_blocks(taken, left);
    if (!in_blocks_) {
      take_memory();
      edges_.find_light(limit.value_or(EdgeLimit<Key>{}), first_cut_.span(), is_isolated_.span());
      timer.end(BoruvkaPart::kScan);
      run_plainly(taken, left);
    }
    timer.end(BoruvkaPart::kContract);
  }

  /// How many edges the last contract() settled.
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
  /// By own vertex, whether no light edge leads from it. Precondition: the last contract() had a
  /// limit.
  [[nodiscard]] std::span<const std::uint8_t> is_isolated() const { return is_isolated_.span(); }

 private:
  /// What plain runs take, once.
  void take_memory() {
    if (!parents_.empty()) return;
    Workspace workspace;
    workspace.declare("their first edges", first_cut_, edges_.names().size());
    workspace.declare("the isolated vertices", is_isolated_, edges_.num_rows());
    workspace.declare("the fragments of vertices", fragment_, edges_.num_rows());
    workspace.declare("their trees", parents_, edges_.names().size());
    workspace.take("the fragments of a rank", NodeMemory(comm_));
  }

  [[nodiscard]] bool run_in_blocks(ForestDelivery<W>& taken, std::vector<Candidate<Key>>& left) {
    border_cut_.resize(edges_.border().size());
    edges_.find_cuts(border_cut_);
    if (!blocks_->run(border_cut_, left)) {
      left.clear();
      blocks_.reset();  // what does not fit once never does
      return false;
    }
    const std::size_t all = left.size() + edges_.light().front().cut.size();
    if (all > left.capacity()) {
      NodeMemory(comm_).require(all * sizeof(Candidate<Key>), "the edges between fragments");
      left.reserve(all);
    }
    blocks_->for_each_cut([&](Vertex f, const Edge& edge) { cuts_.push_back({f, edge}); });
    settled_ = blocks_->num_settled();
    taken.mark_in(blocks_->taken(), edges_.border());
    return true;
  }

  void run_plainly(ForestDelivery<W>& taken, std::vector<Candidate<Key>>& left) {
    require_for_light(left);
    inner_.clear();
    for (LightPart<Key>& part : edges_.light()) {
      inner_.insert(inner_.end(), part.inner.span().begin(), part.inner.span().end());
    }
    buffer_.resize(inner_.size());
    sort_by_key(std::span(inner_), std::span(buffer_), threads_,
                [](const Edge& edge) { return edge.key; });
    DisjointSets trees(parents_.span());
    trees.make_singletons();
    const OrderedNames& names = edges_.names();
    contract_locally<Key>(
        inner_, first_cut_.span(), trees,
        [&](const Edge& edge, Vertex, Vertex) {
          is_isolated_[names.local_id(edge.u)] = 0;
          is_isolated_[names.local_id(edge.v)] = 0;
          taken.add_own(edge);
        },
        [&](const Edge& edge) {
          left.push_back({names.local_id(edge.u), names.local_id(edge.v), edge});
        });
    for (Vertex v = 0; v < edges_.num_rows(); ++v) {
      const Vertex root = trees.find(names.name(v));
      fragment_[v] = names.local_id(root);
      if (fragment_[v] == v && first_cut_[root].v != kNoVertex)
        cuts_.push_back({v, first_cut_[root]});
    }
    settled_ = taken.num_own();
  }

  /// Of the lists that light edges are copied to, and those with which they are sorted.
  void require_for_light(std::vector<Candidate<Key>>& left) {
    std::uint64_t inner = 0;
    std::uint64_t all = 0;
    for (LightPart<Key>& part : edges_.light()) {
      inner += part.inner.size();
      all += part.inner.size() + part.cut.size();
    }
    if (inner <= inner_.capacity() && all <= left.capacity()) return;
    NodeMemory(comm_).require(2 * (inner * sizeof(Edge) + all * sizeof(Candidate<Key>)),
                              "the light edges of a rank");
    left.reserve(all);
  }

  const comm::Communicator& comm_;
  int threads_;
  LocalEdges<W>& edges_;
  std::unique_ptr<BlockContraction<W>> blocks_;  // where it pays
  bool in_blocks_ = false;
  std::uint64_t settled_ = 0;
  std::vector<Cut> cuts_;
  std::vector<Edge> border_cut_;  // by place in the border
  // Of plain runs:
  Array<Vertex> parents_;            // by name; taken last
  Array<Edge> first_cut_;            // by name
  Array<std::uint8_t> is_isolated_;  // by own vertex
  Array<Vertex> fragment_;           // by own vertex: one that stands for its fragment
  std::vector<Edge> inner_;
  std::vector<Edge> buffer_;
};

}  // namespace strider::detail
