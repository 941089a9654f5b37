// Parents from distances, by the rule of SsspResult::parents() (sssp/parents.cpp does the same on
// the host), in one cooperative kernel.
//
//   descend: every vertex takes, of its tight arcs from nearer vertices, the one of the smallest
//            (weight, vertex): the lightest, and of equally light ones that of the least vertex
//   spread:  what is left has tight arcs from equally far vertices only; those that have a parent
//            give one to their neighbours, round by round: the smallest (round, vertex)
#pragma once

#include "algorithms/sssp/gpu/path_search.hpp"

namespace strider::detail::STRIDER_DEVICE {

struct TreeControl {
  Counter<u32> adopted[kSlots];  ///< vertices that a round gave a parent
  Counter<u64> split[kSlots];    ///< of a walk through all rows
  Counter<u32> orphans;          ///< reached vertices without a nearer parent
};

template <class W, class D>
struct TreeOfPaths {
  using Key = KeyOf<D>;

  WeightedArcs<W> arcs;
  const Key* distances;
  u64* best;      ///< by vertex: the smallest candidate
  u32* lists[2];  ///< room for a number a vertex each. In the end, the first has the parents
  TreeControl* control;
  SplitRows split;
  RowClasses classes;
  u32 source;
};

inline constexpr u64 kNoCandidate = ~u64{0};
STRIDER_DEVICE_FUNCTION u64 candidate(u32 first, u32 vertex) {
  return u64{first} << 32 | vertex;
}

/// Whether an arc of weight `weight` closes the distance `to` exactly.
template <class D, class W>
STRIDER_DEVICE_FUNCTION bool is_tight(KeyOf<D> from, W weight, KeyOf<D> to) {
  return key_of(static_cast<D>(distance_of<D>(from) + weight)) == to;
}

/// What a walk makes of tight arcs from nearer vertices.
enum class Descent {
  kBest,      ///< the smallest (weight, vertex): of weights of 32 bits
  kLightest,  ///< the smallest weight
  kSmallest   ///< then the smallest vertex with an arc of that weight
};

template <class W, class D, Descent Kind>
struct Descend {
  using From = KeyOf<D>;

  const KeyOf<D>* distances;
  u64* best;
  u32* smallest;

  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const { return distances[u] != kUnreachedKey<D>; }
  STRIDER_DEVICE_FUNCTION From from(u32 u) const { return simt::load_constant(&distances[u]); }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, From from, u32 v, W weight) const {
    const KeyOf<D> to = simt::load_constant(&distances[v]);
    return to != kUnreachedKey<D> && from < to && is_tight<D>(from, weight, to);
  }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, From /*from*/, u32 v, W weight) const {
    if constexpr (Kind == Descent::kBest) {
      lower(&best[v], candidate(key_of(weight), u));
    } else if constexpr (Kind == Descent::kLightest) {
      lower(&best[v], u64{key_of(weight)});
    } else if (simt::load(&best[v]) == key_of(weight)) {
      lower(&smallest[v], u);
    }
    return false;
  }
};

template <class W, class D>
struct Spread {
  using From = KeyOf<D>;

  const KeyOf<D>* distances;
  u64* best;
  u32 round;

  /// All that had a parent before the first round give one; then the adopted.
  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const {
    return round > 1 || simt::load(&best[u]) < candidate(1, 0);
  }
  STRIDER_DEVICE_FUNCTION From from(u32 u) const { return simt::load_constant(&distances[u]); }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, From from, u32 v, W weight) const {
    return simt::load_constant(&distances[v]) == from && is_tight<D>(from, weight, from);
  }
  /// True where v is adopted.
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, From /*from*/, u32 v, W /*weight*/) const {
    const u64 mine = candidate(round, u);
    return mine < simt::load(&best[v]) && simt::atomic_min(&best[v], mine) == kNoCandidate;
  }
};

template <class W, class D>
STRIDER_DEVICE_FUNCTION ByGrid by_grid(const TreeOfPaths<W, D>& tree, u32 number) {
  return {tree.classes.warp_degree, tree.classes.split_degree, tree.split,
          slot(tree.control->split, number)};
}

/// Everything with tight arcs from nearer vertices gets one.
template <class W, class D>
STRIDER_DEVICE_FUNCTION void descend(const TreeOfPaths<W, D>& tree) {
  const AllRows all{tree.arcs.num_vertices};
  const auto walk = [&](const auto& functor, u32 number) {
    advance(tree.arcs, all, functor, Nowhere(), by_grid(tree, number));
  };
  if constexpr (sizeof(W) == sizeof(u32)) {
    walk(Descend<W, D, Descent::kBest>{tree.distances, tree.best, nullptr}, 0);
  } else {
    walk(Descend<W, D, Descent::kLightest>{tree.distances, tree.best, nullptr}, 0);
    walk(Descend<W, D, Descent::kSmallest>{tree.distances, tree.best, tree.lists[0]}, 1);
  }
}

/// From (weight, vertex), or vertices, to (0, vertex), and the source to itself.
template <class W, class D>
STRIDER_DEVICE_FUNCTION void settle_descent(const TreeOfPaths<W, D>& tree) {
  u32 orphans = 0;
  for (u32 v = simt::global_id(); v < tree.arcs.num_vertices; v += simt::global_size()) {
    u32 parent = sizeof(W) == sizeof(u32) ? static_cast<u32>(tree.best[v]) : tree.lists[0][v];
    if (v == tree.source) parent = v;
    const bool is_orphan = parent == kNoVertex && tree.distances[v] != kUnreachedKey<D>;
    orphans += is_orphan ? 1 : 0;
    tree.best[v] = parent == kNoVertex ? kNoCandidate : candidate(0, parent);
  }
  add_from_warp(&tree.control->orphans.value, orphans);
  simt::grid_sync();
}

/// All vertices in the first round, then those of a list. One type for both: two would make the
/// kernel half as large again, for a round that few graphs have.
struct Givers {
  const u32* adopted;  ///< null: all
  u32 size;

  STRIDER_DEVICE_FUNCTION u32 operator[](u32 i) const {
    return adopted == nullptr ? i : adopted[i];
  }
};

template <class W, class D>
STRIDER_DEVICE_FUNCTION void spread(const TreeOfPaths<W, D>& tree) {
  TreeControl& control = *tree.control;
  u32 size = tree.arcs.num_vertices;
  for (u32 round = 1; size != 0; ++round) {
    u32* const found = slot(control.adopted, round);
    if (simt::global_id() == 0) {
      simt::store(slot(control.adopted, round + 1), 0);
      // Number 0, and maybe 1, was that of the descent.
      simt::store(slot(control.split, round + 2), 0);
    }
    const Givers givers{round > 1 ? by_turns(tree.lists, round - 1) : nullptr, size};
    advance(tree.arcs, givers, Spread<W, D>{tree.distances, tree.best, round},
            VertexQueue{by_turns(tree.lists, round), found}, by_grid(tree, round + 1));
    size = simt::load(found);
  }
}

/// `best` is kNoCandidate everywhere, as is the first list, and control 0.
template <class W, class D>
STRIDER_KERNEL_WITHIN(64)
derive_tree(TreeOfPaths<W, D> tree) {
  descend(tree);
  settle_descent(tree);
  if (simt::load(&tree.control->orphans.value) != 0) spread(tree);
  for (u32 v = simt::global_id(); v < tree.arcs.num_vertices; v += simt::global_size()) {
    tree.lists[0][v] = static_cast<u32>(tree.best[v]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
