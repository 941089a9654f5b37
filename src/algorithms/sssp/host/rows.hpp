// How engines read the arcs of a graph, or of a WeightLayout.
#pragma once

#include "base/prefetch.hpp"
#include "graph/layout/weight_layout.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Arcs of 32 bits.
class PackedRows {
 public:
  /// Whether rows are by ascending weight.
  static constexpr bool kByWeight = true;
  using Arc = std::uint32_t;
  explicit PackedRows(const WeightLayout<std::uint32_t>& layout)
      : offsets_(layout.offsets.data()), arcs_(layout.packed.data()), packing_(layout.packing) {}
  [[nodiscard]] const Arc* arcs() const { return arcs_; }
  [[nodiscard]] EdgeIndex begin(Vertex v) const { return offsets_[v]; }
  [[nodiscard]] EdgeIndex end(Vertex v) const { return offsets_[v + 1ULL]; }
  [[nodiscard]] std::uint32_t weight(EdgeIndex e) const { return packing_.weight(arcs_[e]); }
  [[nodiscard]] Vertex target(EdgeIndex e) const { return packing_.target(arcs_[e]); }
  [[gnu::always_inline]] void prefetch_offset(Vertex v) const { prefetch_to_read(offsets_ + v); }
  [[gnu::always_inline]] void prefetch_row(Vertex v) const { prefetch_arc(offsets_[v]); }
  [[gnu::always_inline]] void prefetch_arc(EdgeIndex e) const { prefetch_to_read(arcs_ + e); }

 private:
  const EdgeIndex* offsets_;
  const std::uint32_t* arcs_;
  PackedArcs packing_;
};

/// Arcs of a weight and a target.
template <class W>
class PlainRows {
 public:
  static constexpr bool kByWeight = true;
  using Arc = WeightedArc<W>;
  explicit PlainRows(const WeightLayout<W>& layout)
      : offsets_(layout.offsets.data()), arcs_(layout.arcs.data()) {}
  [[nodiscard]] const Arc* arcs() const { return arcs_; }
  [[nodiscard]] EdgeIndex begin(Vertex v) const { return offsets_[v]; }
  [[nodiscard]] EdgeIndex end(Vertex v) const { return offsets_[v + 1ULL]; }
  [[nodiscard]] W weight(EdgeIndex e) const { return arcs_[e].weight; }
  [[nodiscard]] Vertex target(EdgeIndex e) const { return arcs_[e].target; }
  [[gnu::always_inline]] void prefetch_offset(Vertex v) const { prefetch_to_read(offsets_ + v); }
  [[gnu::always_inline]] void prefetch_row(Vertex v) const { prefetch_arc(offsets_[v]); }
  [[gnu::always_inline]] void prefetch_arc(EdgeIndex e) const { prefetch_to_read(arcs_ + e); }

 private:
  const EdgeIndex* offsets_;
  const WeightedArc<W>* arcs_;
};

/// The rows of a graph as it is.
template <class W>
class GraphRows {
 public:
  static constexpr bool kByWeight = false;
  explicit GraphRows(const WeightedGraph<W>& graph)
      : offsets_(graph.topology().out().offsets().data()),
        targets_(graph.topology().out().targets().data()),
        weights_(graph.weights().data()) {}
  [[nodiscard]] const W* weights() const { return weights_; }
  [[nodiscard]] EdgeIndex begin(Vertex v) const { return offsets_[v]; }
  [[nodiscard]] EdgeIndex end(Vertex v) const { return offsets_[v + 1ULL]; }
  [[nodiscard]] W weight(EdgeIndex e) const { return weights_[e]; }
  [[nodiscard]] Vertex target(EdgeIndex e) const { return targets_[e]; }
  [[gnu::always_inline]] void prefetch_offset(Vertex v) const { prefetch_to_read(offsets_ + v); }
  [[gnu::always_inline]] void prefetch_row(Vertex v) const {
    prefetch_arc(offsets_[v]);
    prefetch_to_read(targets_ + offsets_[v]);
  }
  [[gnu::always_inline]] void prefetch_arc(EdgeIndex e) const { prefetch_to_read(weights_ + e); }
  [[gnu::always_inline]] void prefetch_target(EdgeIndex e) const { prefetch_to_read(targets_ + e); }

 private:
  const EdgeIndex* offsets_;
  const Vertex* targets_;
  const W* weights_;
};

}  // namespace strider::detail
