// From arcs to the list of edges that fragments are hooked by.
#pragma once

#include "algorithms/msf/gpu/hook_view.hpp"
#include "algorithms/msf/gpu/keyed_arcs.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class Edges, class W>
STRIDER_DEVICE_FUNCTION void note_nan(const HookView<Edges>& view, const WeightOrder<W>& order,
                                      WeightKey<W> key, u32 u, u32 v) {
  if (order.is_number(key) || simt::atomic_exchange(&view.control->found_nan, 1) != 0) return;
  view.control->nan_u = u < v ? u : v;
  view.control->nan_v = u < v ? v : u;
}

/// Room of a warp for edges that it has found, in memory of the block.
inline constexpr u32 kStagedEdges = 3 * simt::kWarp;

/// One atomic puts many edges into the list.
template <class Offset, class W, class Edges>
class StagedEdges {
 public:
  using Edge = typename Edges::Edge;

  STRIDER_DEVICE_FUNCTION StagedEdges(const KeyedArcs<Offset, W>& graph,
                                      const HookView<Edges>& view)
      : graph_(graph),
        view_(view),
        edges_(simt::dynamic_shared<Edge>() + simt::warp_id() * kStagedEdges) {}

  /// Behind what all warps of a block have.
  [[nodiscard]] static STRIDER_DEVICE_FUNCTION Edge* end_of_block() {
    return simt::dynamic_shared<Edge>() + simt::block_dim() / simt::kWarp * kStagedEdges;
  }
  /// An edge between the fragments of `u` and of `v`. Where `v` is the anchor, the arc may be that
  /// from the larger end. All lanes call it, and flush() after the last.
  STRIDER_DEVICE_FUNCTION void add(bool wants, u32 u, u32 v, WeightKey<W> key, u64 arc) {
    const u32 takers = simt::ballot(simt::kFullMask, wants);
    if (takers == 0) return;
    if (wants) {
      edges_[size_ + simt::popcount(takers & simt::lanes_below())] = {
          u, v, key, static_cast<decltype(Edge::name)>(view_.first_name + arc)};
    }
    size_ += simt::popcount(takers);
    if (size_ > kStagedEdges - simt::kWarp) flush();
  }
  STRIDER_DEVICE_FUNCTION void flush() {
    if (size_ == 0) return;
    u64 begin = 0;
    if (simt::lane_id() == 0) begin = simt::atomic_add(&view_.control->num_edges, size_);
    begin = simt::shfl(simt::kFullMask, begin, 0);
    simt::syncwarp(simt::kFullMask);
    for (u32 i = simt::lane_id(); i < size_; i += simt::kWarp) {
      Edge edge = edges_[i];
      if (edge.v == view_.anchor) {
        edge.name = static_cast<decltype(Edge::name)>(
            view_.first_name + graph_.from_smaller_end(edge.name - view_.first_name));
      }
      view_.edges[begin + i] = edge;
      view_.add_candidate(edge);
    }
    size_ = 0;
    simt::syncwarp(simt::kFullMask);
  }

 private:
  const KeyedArcs<Offset, W>& graph_;
  const HookView<Edges>& view_;
  Edge* edges_;
  u32 size_ = 0;
};

}  // namespace strider::detail::STRIDER_DEVICE
