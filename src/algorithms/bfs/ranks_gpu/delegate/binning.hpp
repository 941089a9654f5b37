// Ghosts that a level has reached, put together by owner and named as their owners do (Pan, Pearce
// and Owens 2018, section V-B: binning, conversion of ids, uniquify). Ghosts are numbered by owner,
// then by the owner's numbers, so that a set of them in order is binned.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Who owns which ghost, and its name there.
struct GhostsView {
  const u32* begin;     ///< one more than ranks
  const u32* vertices;  ///< by ghost
  u32 num_ranks;
};

/// The ghosts of one owner, of which this level's first is `before` among all that it reached.
struct GhostRange {
  u32 begin;
  u32 end;
  u64 before;
};
/// The bits of a word that are of the range.
STRIDER_DEVICE_FUNCTION u32 bits_of(const GhostRange& range, u32 word) {
  const u32 from = word == range.begin / 32 ? ~0U << range.begin % 32 : ~0U;
  const u32 to = word == range.end / 32 ? (1U << range.end % 32) - 1 : ~0U;
  return from & to;
}

/// `fresh` are the ghosts seen before this level, and become those seen on it. 0 after the last
/// count, so that the scan ends with the sum.
STRIDER_KERNEL find_fresh_ghosts(const u32* seen, u32* fresh, u32 num_words, u32* counts) {
  for (u32 w = simt::global_id(); w <= num_words; w += simt::global_size()) {
    const u32 bits = w < num_words ? seen[w] & ~fresh[w] : 0;
    if (w < num_words) fresh[w] = bits;
    counts[w] = simt::popcount(bits);
  }
}

/// bins[r]: those reached of the ranks before r. offsets: of each word.
STRIDER_KERNEL find_bins(const u32* fresh, const u64* offsets, GhostsView ghosts, u64* bins) {
  for (u32 r = simt::global_id(); r <= ghosts.num_ranks; r += simt::global_size()) {
    const u32 w = ghosts.begin[r] / 32;
    const u32 below = (1U << ghosts.begin[r] % 32) - 1;
    bins[r] = offsets[w] + (below == 0 ? 0 : simt::popcount(fresh[w] & below));
  }
}

/// The ghosts of an owner that were reached, as a list of its names. A warp has a word.
STRIDER_KERNEL list_fresh_ghosts(const u32* fresh, GhostRange range, const u64* offsets,
                                 const u32* vertices, u32* names) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  const u32 end = (range.end + 31) / 32;
  for (u32 w = range.begin / 32 + simt::global_id() / simt::kWarp; w < end; w += num_warps) {
    const u32 bits = fresh[w];
    if (((bits & bits_of(range, w)) >> simt::lane_id() & 1U) == 0) continue;
    const u64 place = offsets[w] + simt::popcount(bits & simt::lanes_below()) - range.before;
    names[place] = vertices[w * 32 + simt::lane_id()];
  }
}
/// The same added to a bitmap of them.
STRIDER_KERNEL map_fresh_ghosts(const u32* fresh, GhostRange range, const u32* vertices,
                                u32* words) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  const u32 end = (range.end + 31) / 32;
  for (u32 w = range.begin / 32 + simt::global_id() / simt::kWarp; w < end; w += num_warps) {
    if (((fresh[w] & bits_of(range, w)) >> simt::lane_id() & 1U) == 0) continue;
    const u32 v = vertices[w * 32 + simt::lane_id()];
    simt::atomic_or(&words[v / 32], 1U << v % 32);
  }
}

/// Ghosts in any order: how many of each owner.
STRIDER_KERNEL count_by_owner(VertexQueue seen, GhostsView ghosts, u32* counts) {
  const u32 size = *seen.size;
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u32 owner = last_not_above(ghosts.begin, ghosts.num_ranks, seen.vertices[i]);
    simt::atomic_add(&counts[owner], 1);
  }
}

/// taken: from 0 on.
STRIDER_KERNEL name_by_owner(VertexQueue seen, GhostsView ghosts, const u64* bins, u32* taken,
                             u32* names) {
  const u32 size = *seen.size;
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u32 ghost = seen.vertices[i];
    const u32 owner = last_not_above(ghosts.begin, ghosts.num_ranks, ghost);
    names[bins[owner] + simt::atomic_add(&taken[owner], 1)] = ghosts.vertices[ghost];
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
