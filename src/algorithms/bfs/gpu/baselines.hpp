// Steps of a breadth-first search that others are measured against: by arrays of integers without
// an atomic, and by threads for all vertices of the graph. What threads write while others read it
// is read and written relaxed: a plain race is undefined.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

// Two passes over the same arcs by the same threads choose one of the threads that find a vertex
// (Bisson, Bernaschi and Mastrostefano 2014, section 2, of their original code: an integer map and
// a compaction instead of atomics). Whether a vertex is visited stands in its parent; the bitmap is
// made at the end.

STRIDER_DEVICE_FUNCTION bool has_parent(const u32* parents, u32 v) {
  return simt::load(&parents[v]) != kNoParent;
}

/// The first pass: each thread writes its number at what it finds, and the last one stays.
struct ScatterThreads {
  const u32* parents;
  u32* threads;

  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 v) const {
    return !has_parent(parents, v);
  }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 /*u*/, u32 v) const {
    simt::store(&threads[v], simt::global_id());
    return false;
  }
};

/// The second pass: who reads its own number keeps the vertex, by the first of its arcs.
struct KeepScattered {
  TreeView tree;
  const u32* threads;
  u32 level;  ///< of what is found

  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, u32 v) const {
    return !has_parent(tree.parents, v) && simt::load(&threads[v]) == simt::global_id();
  }
  STRIDER_DEVICE_FUNCTION bool update_atomic(u32 u, u32 v) const {
    if (has_parent(tree.parents, v)) return false;
    simt::store(&tree.parents[v], u);
    tree.levels[v] = level;
    return true;
  }
};

/// The bitmap of the vertices that have a parent.
STRIDER_KERNEL mark_visited(TreeView tree, u32 num_vertices) {
  for (u32 base = simt::global_id() - simt::lane_id(); base < num_vertices;
       base += simt::global_size()) {
    const u32 v = base + simt::lane_id();
    const u32 word = simt::ballot(simt::kFullMask, v < num_vertices && has_parent(tree.parents, v));
    if (simt::lane_id() == 0) tree.visited[base / simt::kWarp] = word;
  }
}

/// A thread for each vertex of the graph looks whether it was found by the last level (Harish and
/// Narayanan 2007, "Accelerating large graph algorithms on the GPU using CUDA"). Levels of vertices
/// that are not visited are not below `level`.
struct GrowFromAll : GrowTree {
  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const {
    return simt::load(&tree.levels[u]) == level - 1;
  }
  STRIDER_DEVICE_FUNCTION bool keep(u32 u, u32 v, u32 word) const {
    if (word_has_bit(word, v)) return false;
    tree.parents[v] = u;
    simt::store(&tree.levels[v], level);  // other threads look at it
    return true;
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
