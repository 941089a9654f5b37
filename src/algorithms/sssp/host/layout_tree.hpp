// What engines leave behind that search a WeightLayout: distances by position.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <span>

#include "algorithms/sssp/host/rows.hpp"
#include "algorithms/sssp/host/tight_arcs.hpp"
#include "algorithms/sssp/parents.hpp"
#include "algorithms/sssp/tree.hpp"
#include "base/parallel.hpp"

namespace strider::detail {

template <class W>
using WeightLayoutPtr = std::shared_ptr<const WeightLayout<W>>;

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
        layout_(layout),
        vertex_at_(layout.is_reordered() ? layout.vertex_at.data() : nullptr),
        rows_(layout),
        distances_(distances_by_position<W, D>(tree, layout)) {}

  void find() {
    const int threads = tree_.context->options.threads;
    const std::size_t n = distances_.size();
    std::atomic<bool> has_orphans{false};
    parallel_for(
        0, (n + kChunk - 1) / kChunk, threads,
        [&](std::size_t chunk) {
          const std::size_t begin = chunk * kChunk;
          const std::size_t end = std::min(n, begin + kChunk);
          if (find(static_cast<Vertex>(begin), static_cast<Vertex>(end))) {
            has_orphans.store(true, std::memory_order_relaxed);
          }
        },
        1);
    tree_.parents[tree_.source] = tree_.source;
    if (!has_orphans.load(std::memory_order_relaxed)) return;
    tree_.translator->read_distances(tree_);
    derive_parents(tree_.context->graph, tree_.source, std::as_const(tree_.distances).span(),
                   tree_.parents.span(), threads);
  }

 private:
  using Tight = TightArcs<D, typename Rows::Arc>;
  static constexpr bool kHasVectors =
      (std::is_same_v<D, std::uint32_t> && std::is_same_v<typename Rows::Arc, std::uint32_t>) ||
      std::is_same_v<D, float>;
  static constexpr std::size_t kChunk = 1024;

  /// Finds the parents of the positions [begin, end); returns whether a reached one is left
  /// without.
  bool find(Vertex begin, Vertex end) {
    std::array<Vertex, kChunk + kFoundOverrun> first;
    if constexpr (kHasVectors) {
      const Tight tight{.offsets = layout_.offsets.data(),
                        .arcs = rows_.arcs(),
                        .packing = layout_.packing,
                        .distances = distances_.data(),
                        .num_vertices = layout_.num_vertices()};
      tight.find(begin, end, first.data());
    } else {
      std::fill_n(first.begin(), end - begin, kUndecided);
    }
    bool has_orphans = false;
    for (Vertex v = begin; v < end; ++v) {
      const Vertex found = first[v - begin];
      Vertex parent = kNoVertex;
      if (found == kUndecided) {
        parent = parent_of(v);
      } else if (found != kNoVertex) {
        parent = vertex_of(found);
      }
      tree_.parents[vertex_of(v)] = parent;
      has_orphans |= parent == kNoVertex && distances_[v] != kUnreachedDistance<D> &&
                     vertex_of(v) != tree_.source;
    }
    return has_orphans;
  }

  [[nodiscard]] Vertex vertex_of(Vertex position) const {
    return vertex_at_ == nullptr ? position : vertex_at_[position];
  }

  [[nodiscard]] Vertex parent_of(Vertex v) const {
    const D distance = distances_[v];
    if (distance == kUnreachedDistance<D>) return kNoVertex;
    Vertex best = kNoVertex;
    W lightest = 0;
    for (EdgeIndex e = rows_.begin(v); e < rows_.end(v); ++e) {
      const W weight = rows_.weight(e);
      if (static_cast<D>(weight) > distance) break;
      if (best != kNoVertex && weight != lightest) break;
      if (!is_tight(e, distance)) continue;
      best = std::min(best, vertex_of(rows_.target(e)));
      lightest = weight;
    }
    return best;
  }

  [[nodiscard]] bool is_tight(EdgeIndex e, D distance) const {
    const D nearer = distances_[rows_.target(e)];
    return nearer < distance && static_cast<D>(nearer + rows_.weight(e)) == distance;
  }

  SsspTree<W>& tree_;
  const WeightLayout<W>& layout_;
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
    parallel_chunks(
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
