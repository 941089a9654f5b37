// Kernels between columns and messages, and for columns whose distances all ranks reduce. For
// rank_paths.cpp alone.
#pragma once

#include "algorithms/sssp/ranks_gpu/rank_view.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// MessagePlaces on the device.
struct PlacesView {
  u32 count;
  u32 universe;
  u32 first_column;
  const u32* columns;  ///< null: one after the other
  const u32* names;    ///< null: the place
};
STRIDER_DEVICE_FUNCTION u32 column_at(const PlacesView& places, u32 place) {
  return places.columns != nullptr ? places.columns[place] : places.first_column + place;
}

inline constexpr u32 kNoColumn = 0xFFFF'FFFFU;

/// Of the vertex that a message calls `name`, or kNoColumn where there is none.
STRIDER_DEVICE_FUNCTION u32 column_named(const PlacesView& places, u32 name) {
  if (name >= places.universe) return kNoColumn;
  if (places.names == nullptr) return column_at(places, name);
  if (places.names == places.columns) return name;
  if (places.count == 0) return kNoColumn;
  const u32 place = last_not_above(places.names, places.count, name);
  return places.names[place] == name ? column_at(places, place) : kNoColumn;
}

/// A bit for each place whose column has one in `bits`; a warp 32 places.
STRIDER_KERNEL pack_bits_of_places(PlacesView places, const u32* bits, u32 num_words, u32* words) {
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 place = w * 32 + simt::lane_id();
    const bool in = place < places.count && has_bit(bits, column_at(places, place));
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}
/// The same where the column is reached.
template <class W>
STRIDER_KERNEL pack_reached_places(PlacesView places, const DistanceKey<W>* best, u32 num_words,
                                   u32* words) {
  const u32 num_warps = warps_of_grid();
  for (u32 w = warp_of_grid(); w < num_words; w += num_warps) {
    const u32 place = w * 32 + simt::lane_id();
    const bool in =
        place < places.count && best[column_at(places, place)] != kUnreachedKey<SsspDistance<W>>;
    const u32 word = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) words[w] = word;
  }
}

/// keys[i] is the distance of columns[i]; of an odd number, 0 follows up to `padded`.
template <class Key>
STRIDER_KERNEL gather_keys(const Key* best, const u32* columns, u32 count, u32 padded, Key* keys) {
  for (u32 i = simt::global_id(); i < padded; i += simt::global_size()) {
    keys[i] = i < count ? best[columns[i]] : 0;
  }
}

/// Distances that `parent_rank` found for own vertices. Each is named once at most.
template <class W>
STRIDER_KERNEL take_found_keys(RankPathView<W> view, PlacesView places, const u32* names,
                               const DistanceKey<W>* keys, u32 count, u32 parent_rank) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 v = column_named(places, names[i]);
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

/// What the owner says of columns of its vertices.
template <class W>
STRIDER_KERNEL take_reached_keys(RankPathView<W> view, PlacesView places, const u32* names,
                                 const DistanceKey<W>* keys, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    const u32 column = column_named(places, names[i]);
    if (column == kNoColumn) {
      simt::atomic_or(&view.counters->unknown, 1U);
    } else {
      view.best[column] = keys[i];
    }
  }
}

/// The reduced distances of columns with rows, which wait where that is lower than they were
/// relaxed with.
template <class W>
STRIDER_KERNEL take_reduced_keys(RankPathView<W> view, const u32* columns,
                                 const DistanceKey<W>* keys, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    view.best[columns[i]] = keys[i];
    if (keys[i] < view.relaxed_at[columns[i]]) or_bit(view.waiting, columns[i]);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
