#include "algorithms/msf/ranks/boruvka/rank_contraction.hpp"

#include "algorithms/msf/ranks/boruvka/local_contraction.hpp"
#include "algorithms/msf/ranks/sort_edges.hpp"
#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

template <class W>
RankContraction<W>::RankContraction(const comm::Communicator& comm, const WeightedGraph1d<W>& graph,
                                    WeightOrder<W> order, int threads, LocalEdges<W>& edges)
    : comm_(comm), threads_(threads), edges_(edges) {
  if (!BlockContraction<W>::fits(graph.topology)) return;
  auto blocks = std::make_unique<BlockContraction<W>>(comm, graph, edges.names(), edges.border(),
                                                      order, threads);
  if (blocks->is_profitable()) blocks_ = std::move(blocks);
}

template <class W>
void RankContraction<W>::take_memory() {
  const std::size_t names = edges_.names().size();
  const std::size_t rows = edges_.num_rows();
  if (parents_.size() == names) return;
  NodeMemory(comm_).require(
      names * (sizeof(Vertex) + sizeof(Edge)) + rows * (sizeof(std::uint8_t) + sizeof(Vertex)),
      "the fragments of a rank");
  first_cut_ = Array<Edge>(names);
  is_isolated_ = Array<std::uint8_t>(rows);
  fragment_ = Array<Vertex>(rows);
  parents_ = Array<Vertex>(names);  // last: its size tells whether all is there
}

template <class W>
void RankContraction<W>::run(const std::optional<EdgeLimit<Key>>& limit, ForestDelivery<W>& taken,
                             std::vector<ConnectingEdge<Key>>& left, PartTimer& timer) {
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

template <class W>
bool RankContraction<W>::run_in_blocks(ForestDelivery<W>& taken,
                                       std::vector<ConnectingEdge<Key>>& left) {
  border_cut_.resize(edges_.border().size());
  edges_.find_cuts(border_cut_);
  if (!blocks_->run(border_cut_, left)) {
    left.clear();
    blocks_.reset();  // what does not fit once never does
    return false;
  }
  const std::size_t all = left.size() + edges_.light().front().cut.size();
  if (all > left.capacity()) {
    NodeMemory(comm_).require(all * sizeof(ConnectingEdge<Key>), "the edges between fragments");
    left.reserve(all);
  }
  blocks_->for_each_cut([&](Vertex f, const Edge& edge) { cuts_.push_back({f, edge}); });
  settled_ = blocks_->num_settled();
  taken.mark_in(blocks_->taken(), edges_.border());
  return true;
}

template <class W>
void RankContraction<W>::run_plainly(ForestDelivery<W>& taken,
                                     std::vector<ConnectingEdge<Key>>& left) {
  require_for_light(left);
  inner_.clear();
  for (LightPart<Key>& part : edges_.light()) {
    inner_.insert(inner_.end(), part.inner.span().begin(), part.inner.span().end());
  }
  buffer_.resize(inner_.size());
  sort_edges(std::span(inner_), std::span(buffer_), threads_,
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
template <class W>
void RankContraction<W>::require_for_light(std::vector<ConnectingEdge<Key>>& left) {
  std::uint64_t inner = 0;
  std::uint64_t all = 0;
  for (LightPart<Key>& part : edges_.light()) {
    inner += part.inner.size();
    all += part.inner.size() + part.cut.size();
  }
  if (inner <= inner_.capacity() && all <= left.capacity()) return;
  NodeMemory(comm_).require(2 * (inner * sizeof(Edge) + all * sizeof(ConnectingEdge<Key>)),
                            "the light edges of a rank");
  left.reserve(all);
}

template class RankContraction<float>;
template class RankContraction<double>;
template class RankContraction<std::uint32_t>;

}  // namespace strider::detail
