// How engines read the arcs of a WeightLayout.
#pragma once

#include <atomic>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/parents.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "graph/layout/weight_layout.hpp"

namespace strider::detail {

/// Arcs of 32 bits.
class PackedRows {
 public:
  explicit PackedRows(const WeightLayout<std::uint32_t>& layout)
      : offsets_(layout.offsets.data()), arcs_(layout.packed.data()), packing_(layout.packing) {}
  [[nodiscard]] EdgeIndex begin(Vertex v) const { return offsets_[v]; }
  [[nodiscard]] EdgeIndex end(Vertex v) const { return offsets_[v + 1ULL]; }
  [[nodiscard]] std::uint32_t weight(EdgeIndex e) const { return packing_.weight(arcs_[e]); }
  [[nodiscard]] Vertex target(EdgeIndex e) const { return packing_.target(arcs_[e]); }
  [[gnu::always_inline]] void prefetch_offset(Vertex v) const { prefetch_to_read(offsets_ + v); }
  [[gnu::always_inline]] void prefetch_row(Vertex v) const {
    prefetch_to_read(arcs_ + offsets_[v]);
  }

 private:
  const EdgeIndex* offsets_;
  const std::uint32_t* arcs_;
  PackedArcs packing_;
};

/// Arcs of a weight and a target.
template <class W>
class PlainRows {
 public:
  explicit PlainRows(const WeightLayout<W>& layout)
      : offsets_(layout.offsets.data()), arcs_(layout.arcs.data()) {}
  [[nodiscard]] EdgeIndex begin(Vertex v) const { return offsets_[v]; }
  [[nodiscard]] EdgeIndex end(Vertex v) const { return offsets_[v + 1ULL]; }
  [[nodiscard]] W weight(EdgeIndex e) const { return arcs_[e].weight; }
  [[nodiscard]] Vertex target(EdgeIndex e) const { return arcs_[e].target; }
  [[gnu::always_inline]] void prefetch_offset(Vertex v) const { prefetch_to_read(offsets_ + v); }
  [[gnu::always_inline]] void prefetch_row(Vertex v) const {
    prefetch_to_read(arcs_ + offsets_[v]);
  }

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

/// For undirected graphs laid out in RowOrder::kGraph, of low diameter.
template <class W>
std::unique_ptr<SsspEngine<W>> make_horizon(SsspContextPtr<W> context, WeightLayoutPtr<W> layout);
/// For undirected graphs laid out in RowOrder::kPatches, of high diameter.
template <class W>
std::unique_ptr<SsspEngine<W>> make_patch_stepping(SsspContextPtr<W> context,
                                                   WeightLayoutPtr<W> layout);

/// Fills tree.parents by the rule of SsspResult::parents(), from distances by position: a parent
/// lies in the part of a row that is no heavier than the distance. Needs tree.distances only where
/// weights are zero or lost to rounding.
template <class W, class D, class Rows>
void derive_parents_by_weight(SsspTree<W>& tree, const WeightLayout<W>& layout, const Rows& rows,
                              std::span<const D> distances) {
  const SsspContext<W>& context = *tree.context;
  const Vertex* const vertex_at = layout.is_reordered() ? layout.vertex_at.data() : nullptr;
  const auto vertex_of = [&](Vertex position) {
    return vertex_at == nullptr ? position : vertex_at[position];
  };
  constexpr std::size_t kGrain = 512;
  std::atomic<bool> has_orphans{false};
  parallel_for(
      0, distances.size(), context.options.threads,
      [&](std::size_t i) {
        const auto v = static_cast<Vertex>(i);
        const D distance = distances[v];
        Vertex best = kNoVertex;
        if (distance != kUnreachedDistance<D>) {
          for (EdgeIndex e = rows.begin(v); e < rows.end(v); ++e) {
            const W weight = rows.weight(e);
            if (static_cast<D>(weight) > distance) break;
            const D nearer = distances[rows.target(e)];
            if (nearer < distance && static_cast<D>(nearer + weight) == distance) {
              best = std::min(best, vertex_of(rows.target(e)));
            }
          }
          if (best == kNoVertex && vertex_of(v) != tree.source) {
            has_orphans.store(true, std::memory_order_relaxed);
          }
        }
        tree.parents[vertex_of(v)] = best;
      },
      kGrain);
  tree.parents[tree.source] = tree.source;
  if (!has_orphans.load(std::memory_order_relaxed)) return;
  tree.translator->read_distances(tree);
  derive_parents(context.graph, tree.source, std::as_const(tree.distances).span(),
                 tree.parents.span(), context.options.threads);
}

}  // namespace strider::detail
