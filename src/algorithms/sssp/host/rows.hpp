// How engines read the arcs of a WeightLayout.
#pragma once

#include <memory>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "base/prefetch.hpp"
#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// Arcs of 32 bits.
class PackedRows {
 public:
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

template <class W>
using WeightLayoutPtr = std::shared_ptr<const WeightLayout<W>>;

/// The engine Engine<W, D, Rows> of the narrowest D and the Rows that suit.
template <template <class, class, class> class Engine, class W>
std::unique_ptr<SsspEngine<W>> make_layout_engine(SsspContextPtr<W> context,
                                                  WeightLayoutPtr<W> layout) {
  if constexpr (std::is_same_v<W, std::uint32_t>) {
    const bool is_narrow = context->facts.fit_32_bits(context->num_vertices());
    if (is_narrow && layout->is_packed()) {
      return std::make_unique<Engine<W, std::uint32_t, PackedRows>>(std::move(context),
                                                                    std::move(layout));
    }
    if (is_narrow) {
      return std::make_unique<Engine<W, std::uint32_t, PlainRows<W>>>(std::move(context),
                                                                      std::move(layout));
    }
    if (layout->is_packed()) {
      return std::make_unique<Engine<W, std::uint64_t, PackedRows>>(std::move(context),
                                                                    std::move(layout));
    }
  }
  return std::make_unique<Engine<W, SsspDistance<W>, PlainRows<W>>>(std::move(context),
                                                                    std::move(layout));
}

/// For undirected graphs laid out in RowOrder::kGraph or kDegree, of low diameter.
template <class W>
std::unique_ptr<SsspEngine<W>> make_push_pull_delta_stepping(SsspContextPtr<W> context,
                                                             WeightLayoutPtr<W> layout);
/// For undirected graphs laid out in RowOrder::kLocality, of high diameter.
template <class W>
std::unique_ptr<SsspEngine<W>> make_blocked_delta_stepping(SsspContextPtr<W> context,
                                                           WeightLayoutPtr<W> layout);

}  // namespace strider::detail
