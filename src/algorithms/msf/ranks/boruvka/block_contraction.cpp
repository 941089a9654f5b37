#include "algorithms/msf/ranks/boruvka/block_contraction.hpp"

#include <algorithm>

#include "algorithms/msf/ranks/boruvka/local_contraction.hpp"
#include "algorithms/msf/ranks/sort_edges.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {
namespace {

template <class W>
BlockRows<W> rows_of(const WeightedGraph1d<W>& graph, std::span<const Vertex> border) {
  const Csr& rows = graph.topology.rows;
  return {.offsets = rows.offsets().data(),
          .targets = rows.targets().data(),
          .weights = graph.weights.data(),
          .size = rows.num_vertices(),
          .has_self_loops = graph.topology.num_self_loops > 0,
          .border = border};
}

}  // namespace

template <class W>
BlockContraction<W>::BlockContraction(const comm::Communicator& comm,
                                      const WeightedGraph1d<W>& graph, const OrderedNames& names,
                                      std::span<const Vertex> border, WeightOrder<W> order,
                                      int threads)
    : comm_(comm),
      names_(names),
      border_(border),
      rows_(graph.topology.num_rows()),
      threads_(threads),
      blocks_(workspace_, rows_of(graph, border), order, threads, SpannedBlocks<W>::kBlockBits) {}

template <class W>
bool BlockContraction<W>::run(std::span<const Edge> first_cut,
                              std::vector<ConnectingEdge<Key>>& left) {
  workspace_.take("a spanning forest", NodeMemory(comm_));
  if (!blocks_.run()) return false;
  take_memory();
  const Vertex components = blocks_.num_components();
  std::fill_n(first_cut_.begin(), components, kLastEdge<Key>);
  for (std::size_t i = 0; i < border_.size(); ++i) {
    Edge& first = first_cut_[blocks_.component(border_[i])];
    first = std::min(first, first_cut[i]);
  }
  gather_open();
  sort_edges(std::span(open_), std::span(buffer_), threads_,
             [](const OpenEdge& open) { return open.edge.key; });
  DisjointSets trees(trees_);
  trees.make_singletons();
  std::uint64_t connected = 0;
  contract_locally<Key>(
      open_, std::span(first_cut_), trees,
      [&](const OpenEdge& open, Vertex, Vertex) {
        blocks_.taken()[open.arc] = 1;
        ++connected;
      },
      [&](const OpenEdge& open) {
        left.push_back({names_.local_id(open.edge.u), names_.local_id(open.edge.v), open.edge});
      });
  for (Vertex c = 0; c < components; ++c) trees_[c] = trees_[trees_[c]];  // roots come first
  settled_ = rows_ - components + connected;
  return true;
}

template <class W>
void BlockContraction<W>::take_memory() {
  std::size_t open = 0;
  for (const auto& part : blocks_.open()) open += part.size();
  const std::size_t components = blocks_.num_components();
  if (components > trees_.capacity() || open > open_.capacity()) {
    NodeMemory(comm_).require(
        components * (sizeof(Vertex) + sizeof(Edge)) + 2 * open * sizeof(OpenEdge),
        "the components of blocks");
  }
  trees_.resize(components);
  first_cut_.resize(components);
  open_.resize(open);
  buffer_.resize(open);
}

template <class W>
void BlockContraction<W>::gather_open() {
  std::size_t next = 0;
  for (const auto& part : blocks_.open()) {
    for (const Candidate<Key>& edge : part.span()) {
      const Edge named{names_.name(edge.a), names_.name(edge.b), edge.edge.key};
      open_[next++] = {blocks_.component(edge.a), blocks_.component(edge.b), named,
                       edge.edge.ends()};
    }
  }
}

template class BlockContraction<float>;
template class BlockContraction<double>;
template class BlockContraction<std::uint32_t>;

}  // namespace strider::detail
