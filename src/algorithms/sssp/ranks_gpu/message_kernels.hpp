// Kernels between local ids and messages, and for local ids whose distances all ranks reduce. For
// device_paths.cpp only.
#pragma once

#include "algorithms/sssp/ranks_gpu/rank_view.hpp"
#include "comm/encoding/valued_set.hpp"
#include "ranks_gpu/ghosts_by_rank.hpp"

namespace strider::detail::STRIDER_DEVICE {

inline constexpr u32 kNoLocalId = 0xFFFF'FFFFU;

/// Of a ghost of a message, or kNoLocalId where there is none.
STRIDER_DEVICE_FUNCTION u32 local_id_or_none(const GhostVertices& ghosts, u32 ghost) {
  return ghost < ghosts.count ? vertex_of(ghosts, ghost) : kNoLocalId;
}

/// Those with a path.
template <class W>
struct IsReached {
  const DistanceKey<W>* best;
  STRIDER_DEVICE_FUNCTION bool operator()(u32 local_id, u32 /*rank*/) const {
    return best[local_id] != kUnreachedKey<SsspDistance<W>>;
  }
};

/// What a message has of its ghosts: before the set the distances, 0 behind them up to a multiple
/// of 8 bytes, and behind it how many (comm/encoding/valued_set.hpp).
template <class Key>
struct PutKeys {
  static constexpr u32 kBytesBehind = sizeof(u32);
  [[nodiscard]] static constexpr std::size_t bytes_before(u32 count) {
    return comm::detail::padded_values(count, sizeof(Key));
  }
  STRIDER_DEVICE_FUNCTION void put(u32* set, u32 count, u32 place, u32 rank, u32 ghost) const {
    auto* const keys = reinterpret_cast<Key*>(set - bytes_before(count) / sizeof(u32));
    keys[place] = best[vertex_of(ghosts[rank], ghost)];
  }
  STRIDER_DEVICE_FUNCTION void finish(simt::u8* to, u32 count) const {
    for (u32 i = 0; i < sizeof(u32); ++i) to[i] = static_cast<simt::u8>(count >> 8 * i);
  }

  const Key* best;
  const GhostVertices* ghosts;  ///< by rank
};

/// keys[i] is the distance of local_ids[i].
template <class Key>
STRIDER_KERNEL gather_keys(const Key* best, const u32* local_ids, u32 count, Key* keys) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    keys[i] = best[local_ids[i]];
  }
}

STRIDER_KERNEL note_other_count(const u64* counted, u32 count, u32* unknown) {
  if (simt::global_id() == 0 && *counted != count) simt::atomic_or(unknown, 1U);
}

/// Distances that `finder` found for own vertices. Each ghost comes once at most.
template <class W>
STRIDER_KERNEL take_found_keys(RankPathView<W> view, GhostVertices ghosts, const u32* ids,
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
STRIDER_KERNEL take_settled_keys(RankPathView<W> view, GhostVertices ghosts, const u32* ids,
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
