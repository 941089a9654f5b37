// What an engine searches: the rows of a graph as it is, or of a layout, and where the distances
// that it finds go.
#pragma once

#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/host/host_engine.hpp"
#include "algorithms/sssp/host/layout_tree.hpp"
#include "algorithms/sssp/host/reach_estimate.hpp"
#include "algorithms/sssp/host/rows.hpp"
#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// The graph as it is: positions are vertices. D is the type of distances.
template <class W, class D>
class GraphAdjacency {
 public:
  using Weight = W;
  using Distance = D;
  using Rows = GraphRows<W>;

  explicit GraphAdjacency(const WeightedGraph<W>& graph) : rows_(graph) {}

  [[nodiscard]] const Rows& rows() const { return rows_; }
  [[nodiscard]] RowOrder order() const { return RowOrder::kGraph; }
  [[nodiscard]] Vertex position(Vertex v) const { return v; }
  [[nodiscard]] SsspLayout layout() const { return SsspLayout::kNone; }
  /// By position, in an array of `tree`, which can translate them then.
  [[nodiscard]] std::span<D> distances(SsspTree<W>& tree) const { return distances_in<W, D>(tree); }

 private:
  Rows rows_;
};

/// A layout, whose Rows suit it.
template <class W, class D, class LayoutRows>
class LayoutAdjacency {
 public:
  using Weight = W;
  using Distance = D;
  using Rows = LayoutRows;

  explicit LayoutAdjacency(WeightLayoutPtr<W> layout)
      : layout_(std::move(layout)),
        rows_(*layout_),
        translator_(std::make_shared<LayoutTranslator<W, D, Rows>>(layout_)) {}

  [[nodiscard]] const Rows& rows() const { return rows_; }
  [[nodiscard]] RowOrder order() const { return layout_->order; }
  [[nodiscard]] Vertex position(Vertex v) const { return layout_->position(v); }
  [[nodiscard]] SsspLayout layout() const { return SsspLayout::kByWeight; }
  [[nodiscard]] std::span<D> distances(SsspTree<W>& tree) const {
    tree.translator = translator_;
    return distances_by_position<W, D>(tree, *layout_);
  }

 private:
  WeightLayoutPtr<W> layout_;
  Rows rows_;
  std::shared_ptr<const SsspTranslator<W>> translator_;
};

/// The engine Engine<Adjacency> on `layout`, or, where that is null, on the graph as it is, of the
/// narrowest distances.
template <template <class> class Engine, class W, class... Arguments>
std::unique_ptr<SsspEngine<W>> make_adjacency_engine(SsspContextPtr<W> context,
                                                     WeightLayoutPtr<W> layout,
                                                     const Arguments&... arguments) {
  const auto on = [&](auto adjacency) -> std::unique_ptr<SsspEngine<W>> {
    return std::make_unique<Engine<decltype(adjacency)>>(std::move(context), std::move(adjacency),
                                                         arguments...);
  };
  using Wide = SsspDistance<W>;
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    using Narrow = std::uint32_t;
    if (is_narrow(*context)) {
      if (layout == nullptr) return on(GraphAdjacency<W, Narrow>(context->graph));
      if (layout->is_packed()) return on(LayoutAdjacency<W, Narrow, PackedRows>(std::move(layout)));
      return on(LayoutAdjacency<W, Narrow, PlainRows<W>>(std::move(layout)));
    }
    if (layout != nullptr && layout->is_packed()) {
      return on(LayoutAdjacency<W, Wide, PackedRows>(std::move(layout)));
    }
  }
  if (layout == nullptr) return on(GraphAdjacency<W, Wide>(context->graph));
  return on(LayoutAdjacency<W, Wide, PlainRows<W>>(std::move(layout)));
}

/// Of undirected graphs of low diameter. `layout` is in RowOrder::kGraph or kDegree; without one,
/// null, the graph is searched as it is. expected_reach(sample) is more than 0.
template <class W>
std::unique_ptr<SsspEngine<W>> make_push_pull_delta_stepping(SsspContextPtr<W> context,
                                                             WeightLayoutPtr<W> layout,
                                                             const ArcSample<W>& sample);
/// Of undirected graphs of high diameter. `layout` is in RowOrder::kLocality, or null.
template <class W>
std::unique_ptr<SsspEngine<W>> make_blocked_delta_stepping(SsspContextPtr<W> context,
                                                           WeightLayoutPtr<W> layout);

}  // namespace strider::detail
