// What kernels make of distances when their search is over.
#pragma once

#include "algorithms/sssp/gpu/path_search.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Distances of 32 bits as results have them.
STRIDER_KERNEL widen_distances(const u32* from, u64* to, u32 num_vertices) {
  for (u32 v = simt::global_id(); v < num_vertices; v += simt::global_size()) {
    to[v] = from[v] == kUnreachedKey<u32> ? kUnreachedKey<u64> : from[v];
  }
}

/// Sums over the vertices reached.
struct ReachedSums {
  u64 vertices;
  u64 arcs;
  u64 self_loops;  ///< of the arcs
};

/// Counts arcs of reached vertices back to where they come from.
template <class W, class D>
struct CountLoops {
  const KeyOf<D>* distances;
  u64 loops = 0;

  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const { return distances[u] != kUnreachedKey<D>; }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, u32 v, W /*weight*/) {
    loops += u == v ? 1 : 0;
    return false;
  }
};

/// `sums` is 0 before. Rows are walked only where a caller wants to know of loops.
template <class W, class D>
STRIDER_KERNEL count_reached(PushPullSearch<W, D> search, bool count_loops, ReachedSums* sums) {
  const WeightedArcs<W>& arcs = search.arcs;
  u64 vertices = 0;
  u64 degrees = 0;
  for (u32 v = simt::global_id(); v < arcs.num_vertices; v += simt::global_size()) {
    const bool is_reached = search.distances[v] != kUnreachedKey<D>;
    const Row row = row_of(arcs, is_reached, v);
    vertices += is_reached ? 1 : 0;
    degrees += row.end - row.begin;
  }
  add_from_block(&sums->vertices, vertices);
  add_from_block(&sums->arcs, degrees);
  if (!count_loops) return;
  CountLoops<W, D> counter{search.distances};
  advance(arcs, AllRows{arcs.num_vertices}, counter, Nowhere(),
          ByWarps{search.classes.warp_degree});
  add_from_block(&sums->self_loops, counter.loops);
}

/// Finds the smallest unreached vertex that a finite weight leads to.
template <class W, class D>
struct FindOverflow {
  const KeyOf<D>* distances;
  u32 first = kNoVertex;

  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const { return distances[u] != kUnreachedKey<D>; }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*u*/, u32 v, W weight) {
    if (key_of(weight) < kUnreachedKey<D> && distances[v] == kUnreachedKey<D>) {
      first = smaller(first, v);
    }
    return false;
  }
};

/// `first` is kNoVertex before and where there is none: W is a type of reals.
template <class W, class D>
STRIDER_KERNEL find_overflow(PushPullSearch<W, D> search, u32* first) {
  FindOverflow<W, D> finder{search.distances};
  advance(search.arcs, AllRows{search.arcs.num_vertices}, finder, Nowhere(),
          ByWarps{search.classes.warp_degree});
  if (finder.first != kNoVertex) simt::atomic_min(first, finder.first);
}

/// What one thread has seen of the weights.
template <class W>
struct WeightShare {
  W smallest;
  W max_finite;
  double sum;  ///< of the finite ones
  u64 finite;
  u64 first_bad;  ///< arc of a negative weight, or one that is no number; or kNoArc
};
inline constexpr u64 kNoArc = ~u64{0};

template <class W>
STRIDER_KERNEL look_at_share(const W* weights, u64 num_arcs, WeightShare<W>* shares) {
  WeightShare<W> share{std::numeric_limits<W>::max(), 0, 0, 0, kNoArc};
  for (u64 i = simt::global_id(); i < num_arcs; i += simt::global_size()) {
    const W weight = simt::load_constant(&weights[i]);
    bool is_bad = false;
    if constexpr (std::is_floating_point_v<W>) is_bad = !(weight >= 0);
    if (is_bad) {
      share.first_bad = smaller(share.first_bad, i);
      continue;
    }
    share.smallest = smaller(share.smallest, weight);
    // Infinity is the one that is larger; of integers there is none.
    if (weight > std::numeric_limits<W>::max()) continue;
    share.max_finite = weight > share.max_finite ? weight : share.max_finite;
    share.sum += static_cast<double>(weight);
    ++share.finite;
  }
  shares[simt::global_id()] = share;
}

/// An arc and its ends.
template <class W>
struct NamedArc {
  u32 from;
  u32 to;
  W weight;
};
template <class W>
STRIDER_KERNEL name_arc(WeightedArcs<W> arcs, u64 arc, NamedArc<W>* named) {
  if (simt::global_id() != 0) return;
  const u32 from = arcs.small_offsets != nullptr
                       ? last_not_above(arcs.small_offsets, arcs.num_vertices, arc)
                       : last_not_above(arcs.large_offsets, arcs.num_vertices, arc);
  *named = {from, arcs.targets[arc], arcs.weights[arc]};
}

/// An arc of a sample (ArcSample), with the degree of its end.
template <class W>
struct SampledArc {
  u32 degree;
  W weight;
};
/// arcs[i] is arc i * stride.
template <class W>
STRIDER_KERNEL sample_arcs(WeightedArcs<W> from, u64 stride, SampledArc<W>* arcs, u32 size) {
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const Row row = row_of(from, true, from.targets[i * stride]);
    arcs[i] = {static_cast<u32>(row.end - row.begin), from.weights[i * stride]};
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
