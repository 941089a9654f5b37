// Kernels between local ids and messages, and for local ids whose distances all ranks reduce. For
// rank_paths.cpp only.
#pragma once

#include "algorithms/sssp/ranks_gpu/rank_view.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// MessagePlaces on the device.
struct PlacesView {
  u32 count;
  u32 universe;
  u32 first_local_id;
  const u32* local_ids;  ///< null: one after the other
  const u32* names;      ///< null: the place
};
STRIDER_DEVICE_FUNCTION u32 local_id_at(const PlacesView& places, u32 place) {
  return places.local_ids != nullptr ? places.local_ids[place] : places.first_local_id + place;
}

inline constexpr u32 kNoLocalId = 0xFFFF'FFFFU;

/// Of the vertex that a message calls `name`, or kNoLocalId where there is none.
STRIDER_DEVICE_FUNCTION u32 local_id_named(const PlacesView& places, u32 name) {
  if (name >= places.universe) return kNoLocalId;
  if (places.names == nullptr) return local_id_at(places, name);
  if (places.names == places.local_ids) return name;
  if (places.count == 0) return kNoLocalId;
  const u32 place = last_not_above(places.names, places.count, name);
  return places.names[place] == name ? local_id_at(places, place) : kNoLocalId;
}

/// A bit for each place whose local id has one in `bits`; a warp 32 places.
STRIDER_KERNEL pack_bits_of_places(PlacesView places, const u32* bits, u32 num_words, u32* words) {
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 place = w * 32 + simt::lane_id();
    const bool in = place < places.count && has_bit(bits, local_id_at(places, place));
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}
/// The same where the local id is reached.
template <class W>
STRIDER_KERNEL pack_reached_places(PlacesView places, const DistanceKey<W>* best, u32 num_words,
                                   u32* words) {
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 place = w * 32 + simt::lane_id();
    const bool in =
        place < places.count && best[local_id_at(places, place)] != kUnreachedKey<SsspDistance<W>>;
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

/// Distances that `parent_rank` found for own vertices. Each is named once at most.
template <class W>
STRIDER_KERNEL take_found_keys(RankPathView<W> view, PlacesView places, const u32* names,
                               const DistanceKey<W>* keys, u32 count, u32 parent_rank) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = local_id_named(places, names[i]);
    if (v >= view.num_own) {
      simt::atomic_or(&view.counters->unknown, 1U);
      continue;
    }
    const DistanceKey<W> key = keys[i];
    if (key < view.best[v]) {
      view.best[v] = key;
      view.parents[v] = v;
      view.parent_ranks[v] = parent_rank;
      or_bit(view.waiting, v);
    } else if (view.best[v] == kUnreachedKey<SsspDistance<W>>) {
      simt::atomic_min(&view.counters->overflowed, v);
    }
  }
}

/// What the owner says of local ids of its vertices.
template <class W>
STRIDER_KERNEL take_reached_keys(RankPathView<W> view, PlacesView places, const u32* names,
                                 const DistanceKey<W>* keys, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 local_id = local_id_named(places, names[i]);
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
