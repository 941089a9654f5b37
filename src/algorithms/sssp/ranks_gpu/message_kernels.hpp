// Kernels between local ids and messages, and for local ids whose distances all ranks reduce. For
// device_paths.cpp only.
#pragma once

#include "algorithms/sssp/ranks_gpu/rank_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The vertices of one rank that another has as ghosts.
struct GhostsView {
  u32 count;
  u32 first_local_id;    ///< of ghost 0, where local ids are not listed
  const u32* local_ids;  ///< by ghost index; null: one after the other
};
STRIDER_DEVICE_FUNCTION u32 local_id_of(const GhostsView& ghosts, u32 ghost) {
  return ghosts.local_ids != nullptr ? ghosts.local_ids[ghost] : ghosts.first_local_id + ghost;
}

inline constexpr u32 kNoLocalId = 0xFFFF'FFFFU;

/// Of a ghost of a message, or kNoLocalId where there is none.
STRIDER_DEVICE_FUNCTION u32 local_id_or_none(const GhostsView& ghosts, u32 ghost) {
  return ghost < ghosts.count ? local_id_of(ghosts, ghost) : kNoLocalId;
}

/// A bit for each ghost whose local id is reached; a warp 32 ghosts.
template <class W>
STRIDER_KERNEL pack_reached(GhostsView ghosts, const DistanceKey<W>* best, u32 num_words,
                            u32* words) {
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 ghost = w * 32 + simt::lane_id();
    const bool in =
        ghost < ghosts.count && best[local_id_of(ghosts, ghost)] != kUnreachedKey<SsspDistance<W>>;
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}

/// keys[i] is the distance of local_ids[i]; of an odd number, 0 follows up to `padded`.
template <class Key>
STRIDER_KERNEL gather_keys(const Key* best, const u32* local_ids, u32 count, u32 padded,
                           Key* keys) {
  for (u32 i = simt::global_id(); i < padded; i += simt::global_size()) {
    keys[i] = i < count ? best[local_ids[i]] : 0;
  }
}

/// Distances that `finder` found for own vertices. Each ghost comes once at most.
template <class W>
STRIDER_KERNEL take_found_keys(RankPathView<W> view, GhostsView ghosts, const u32* ids,
                               const DistanceKey<W>* keys, u32 count, u32 finder) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = local_id_or_none(ghosts, ids[i]);
    if (v >= view.num_own) {
      simt::atomic_or(&view.counters->unknown, 1U);
      continue;
    }
    const DistanceKey<W> key = keys[i];
    if (key < view.best[v]) {
      view.best[v] = key;
      view.parents[v] = v;
      view.parent_ranks[v] = finder;
      or_bit(view.waiting, v);
    } else if (view.best[v] == kUnreachedKey<SsspDistance<W>>) {
      simt::atomic_min(&view.counters->overflowed, v);
    }
  }
}

/// What the owner says of its vertices.
template <class W>
STRIDER_KERNEL take_settled_keys(RankPathView<W> view, GhostsView ghosts, const u32* ids,
                                 const DistanceKey<W>* keys, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 local_id = local_id_or_none(ghosts, ids[i]);
    if (local_id == kNoLocalId) {
      simt::atomic_or(&view.counters->unknown, 1U);
    } else {
      view.best[local_id] = keys[i];
    }
  }
}

/// The reduced distances of local ids with rows, which wait where that is lower than they were
/// relaxed with.
template <class W>
STRIDER_KERNEL take_reduced_keys(RankPathView<W> view, const u32* local_ids,
                                 const DistanceKey<W>* keys, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    view.best[local_ids[i]] = keys[i];
    if (keys[i] < view.relaxed_at[local_ids[i]]) or_bit(view.waiting, local_ids[i]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
