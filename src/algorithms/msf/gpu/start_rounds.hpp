// What comes before rounds of hooking: fragments without candidates, and an anchor among them.
#pragma once

#include "algorithms/msf/gpu/hook_view.hpp"
#include "algorithms/msf/gpu/keyed_arcs.hpp"
#include "base/random.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Every vertex becomes a fragment without a candidate.
template <class Edges>
STRIDER_KERNEL make_singletons(HookView<Edges> view) {
  for (u32 v = simt::global_id(); v < view.num_vertices; v += simt::global_size()) {
    view.parents[v] = v;
    view.firsts.clear(v);
  }
  if (simt::global_id() == 0) *view.control = {};
}

/// Every vertex's parent becomes the root of its fragment; no edges are collected.
template <class Edges>
STRIDER_KERNEL shortcut_all(HookView<Edges> view) {
  for (u32 v = simt::global_id(); v < view.num_vertices; v += simt::global_size()) {
    u32 root = simt::load(&view.parents[v]);
    for (u32 above = simt::load(&view.parents[root]); above != root;
         above = simt::load(&view.parents[root])) {
      root = above;
    }
    simt::store(&view.parents[v], root);
  }
  if (simt::global_id() != 0) return;
  view.control->num_edges = 0;
  view.control->last_round = 0;
  view.control->unfinished_pass = 0;
}

inline constexpr u32 kAnchorSample = 256;

/// The fragment that most of a sample of arcs lead to becomes the anchor's; parents are roots. By
/// one block of kAnchorSample threads.
template <class Offset, class Edges>
STRIDER_KERNEL choose_anchor(TiledRows<Offset> tiles, HookView<Edges> view) {
  STRIDER_SHARED(u32, roots, kAnchorSample);
  STRIDER_SHARED(u64, most, 1);  // how many lead there, and the root
  const u64 arc = mix64(simt::thread_id()) % tiles.num_arcs();
  const u32 root = view.parents[simt::load_constant(&tiles.rows.targets[arc])];
  roots[simt::thread_id()] = root;
  if (simt::thread_id() == 0) simt::store(&most[0], 0);
  simt::syncthreads();
  u64 same = 0;
  for (const u32 other : roots) same += other == root ? 1 : 0;
  simt::atomic_max(&most[0], same << 32U | root);
  simt::syncthreads();
  if (simt::thread_id() == 0) view.control->anchor = static_cast<u32>(simt::load(&most[0]));
}

}  // namespace strider::detail::STRIDER_DEVICE
