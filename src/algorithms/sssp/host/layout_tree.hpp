// What engines leave behind that search a WeightLayout: distances by position.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>
#include <span>

#include "algorithms/sssp/host/layout_rows.hpp"
#include "algorithms/sssp/parents.hpp"
#include "algorithms/sssp/tree.hpp"
#include "base/branchless.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {

/// The array of `tree` in which distances of type D stand by position: where they are those of the
/// result, the result's own.
template <class W, class D>
std::span<D> distances_by_position(SsspTree<W>& tree, const WeightLayout<W>& layout) {
  Array<D>* array = nullptr;
  if constexpr (std::is_same_v<D, SsspDistance<W>>) {
    array = layout.is_reordered() ? &tree.internal : &tree.distances;
  } else {
    array = &tree.narrow;
  }
  fit_array(*array, layout.num_vertices(), "the distances");
  return array->span();
}

/// Fills tree.parents by the rule of SsspResult::parents(). Rows are by ascending weight, so the
/// first tight edge is among the lightest, and none is heavier than the distance. Needs
/// tree.distances only where weights are zero or lost to rounding.
template <class W, class D, class Rows>
class LayoutParents {
 public:
  LayoutParents(SsspTree<W>& tree, const WeightLayout<W>& layout)
      : tree_(tree),
        vertex_at_(layout.is_reordered() ? layout.vertex_at.data() : nullptr),
        rows_(layout),
        distances_(distances_by_position<W, D>(tree, layout)) {}

  void find() {
    const int threads = tree_.context->options.threads;
    std::atomic<bool> has_orphans{false};
    parallel_for(
        0, distances_.size(), threads,
        [&](std::size_t i) {
          const auto v = static_cast<Vertex>(i);
          prefetch_ahead(i);
          const Vertex parent = parent_of(v);
          tree_.parents[vertex_of(v)] = parent;
          if (parent == kNoVertex && distances_[v] != kUnreachedDistance<D> &&
              vertex_of(v) != tree_.source) {
            has_orphans.store(true, std::memory_order_relaxed);
          }
        },
        kGrain);
    tree_.parents[tree_.source] = tree_.source;
    if (!has_orphans.load(std::memory_order_relaxed)) return;
    tree_.translator->read_distances(tree_);
    derive_parents(tree_.context->graph, tree_.source, std::as_const(tree_.distances).span(),
                   tree_.parents.span(), threads);
  }

 private:
  static constexpr std::size_t kGrain = 1024;
  static constexpr std::size_t kRowAhead = 16;
  static constexpr std::size_t kTargetsAhead = 8;
  static constexpr EdgeIndex kTargetsPrefetched = 2;
  static constexpr EdgeIndex kShortRow = 8;

  [[nodiscard]] Vertex vertex_of(Vertex position) const {
    return vertex_at_ == nullptr ? position : vertex_at_[position];
  }

  [[nodiscard]] Vertex parent_of(Vertex v) const {
    if (distances_[v] == kUnreachedDistance<D>) return kNoVertex;
    const EdgeIndex begin = rows_.begin(v);
    const EdgeIndex end = rows_.end(v);
    if (end - begin > kShortRow) return parent_in_long_row(v, begin, end);
    // No branch for each arc: which one is tight cannot be predicted.
    std::uint32_t tight = 0;
    for (EdgeIndex e = begin; e < end; ++e) {
      tight |= static_cast<std::uint32_t>(is_tight(e, distances_[v])) << (e - begin);
    }
    if (tight == 0) return kNoVertex;
    if ((tight & (tight - 1)) != 0) return parent_in_long_row(v, begin, end);
    return vertex_of(rows_.target(begin + static_cast<unsigned>(std::countr_zero(tight))));
  }

  [[nodiscard]] Vertex parent_in_long_row(Vertex v, EdgeIndex e, EdgeIndex end) const {
    Vertex best = kNoVertex;
    W lightest = 0;
    for (; e < end; ++e) {
      const W weight = rows_.weight(e);
      if (static_cast<D>(weight) > distances_[v]) break;
      if (best != kNoVertex && weight != lightest) break;
      if (!is_tight(e, distances_[v])) continue;
      best = std::min(best, vertex_of(rows_.target(e)));
      lightest = weight;
    }
    return best;
  }

  [[nodiscard]] bool is_tight(EdgeIndex e, D distance) const {
    const D nearer = distances_[rows_.target(e)];
    const bool closes = static_cast<D>(nearer + rows_.weight(e)) == distance;
    return both(closes, nearer < distance);
  }

  [[gnu::always_inline]] void prefetch_ahead(std::size_t i) const {
    if (i + kRowAhead >= distances_.size()) return;
    rows_.prefetch_row(static_cast<Vertex>(i + kRowAhead));
    const EdgeIndex row = rows_.begin(static_cast<Vertex>(i + kTargetsAhead));
    for (EdgeIndex e = row; e < row + kTargetsPrefetched; ++e) {
      prefetch_to_read(distances_.data() + rows_.target(e));
    }
  }

  SsspTree<W>& tree_;
  const Vertex* vertex_at_;
  Rows rows_;
  std::span<const D> distances_;
};

/// Turns distances by position into those of a result, and finds parents.
template <class W, class D, class Rows>
class LayoutTranslator final : public SsspTranslator<W> {
 public:
  explicit LayoutTranslator(WeightLayoutPtr<W> layout) : layout_(std::move(layout)) {}

  void read_distances(SsspTree<W>& tree) const override {
    const std::span<const D> found = distances_by_position<W, D>(tree, *layout_);
    if (found.data() == static_cast<const void*>(tree.distances.data())) return;
    fit_array(tree.distances, found.size(), "the distances");
    parallel_shares(
        found.size(), tree.context->options.threads, [&](std::size_t begin, std::size_t end, int) {
          for (std::size_t v = begin; v < end; ++v) {
            tree.distances[v] = widened(found[layout_->position(static_cast<Vertex>(v))]);
          }
        });
  }
  void read_parents(SsspTree<W>& tree) const override {
    LayoutParents<W, D, Rows>(tree, *layout_).find();
  }

 private:
  WeightLayoutPtr<W> layout_;
};

}  // namespace strider::detail
