// Ghosts that a level has reached, put together by owner and named as their owners do (Pan, Pearce
// and Owens 2018, section V-B: binning, conversion of ids, uniquify). Ghosts are numbered by owner,
// then by the owner's numbers, so that a set of them in order is binned.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"
#include "comm/packed_messages.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Who owns which ghost, and its name there.
struct GhostsView {
  const u32* begin;     ///< one more than ranks
  const u32* vertices;  ///< by ghost
  u32 num_ranks;
};

/// The ghosts of one owner.
struct GhostRange {
  u32 begin;
  u32 end;
};
/// The bits of a word that are of the range.
STRIDER_DEVICE_FUNCTION u32 bits_of(const GhostRange& range, u32 word) {
  const u32 from = word == range.begin / 32 ? ~0U << range.begin % 32 : ~0U;
  const u32 to = word == range.end / 32 ? (1U << range.end % 32) - 1 : ~0U;
  return from & to;
}

/// `fresh` are the ghosts seen before this level, and become those seen on it.
STRIDER_KERNEL find_fresh_ghosts(const u32* seen, u32* fresh, u32 num_words) {
  for (u32 w = simt::global_id(); w < num_words; w += simt::global_size()) {
    fresh[w] = seen[w] & ~fresh[w];
  }
}

/// The ghosts of an owner that were reached, added to a bitmap of its names. A warp has a word.
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

/// Ghosts of one owner that lanes of a warp have.
struct GhostsOfOwner {
  u32 owner;
  u32 count;
  u32 before;  ///< of lanes before this one
  u32 first;   ///< lane
  bool leads;  ///< this lane, the first
};
/// Of ghost i; all lanes of a warp call it. `owner` is num_ranks where there is no ghost i.
STRIDER_DEVICE_FUNCTION GhostsOfOwner same_owner(const VertexQueue& seen, u32 size,
                                                 const GhostsView& ghosts, u32 i) {
  const u32 owner = i < size ? last_not_above(ghosts.begin, ghosts.num_ranks, seen.vertices[i])
                             : ghosts.num_ranks;
  const u32 same = simt::match_any(simt::kFullMask, owner);
  const u32 before = simt::popcount(same & simt::lanes_below());
  return {owner, simt::popcount(same), before, simt::lowest_bit(same),
          before == 0 && owner < ghosts.num_ranks};
}

/// Ghosts in any order: how many of each owner, with an atomic an owner and warp.
STRIDER_KERNEL count_by_owner(VertexQueue seen, GhostsView ghosts, u32* counts) {
  const u32 size = *seen.size;
  for (u32 begin = warp_of_grid() * simt::kWarp; begin < size; begin += simt::global_size()) {
    const GhostsOfOwner mine = same_owner(seen, size, ghosts, begin + simt::lane_id());
    if (mine.leads) simt::atomic_add(&counts[mine.owner], mine.count);
  }
}

/// Bins begin where messages do: at multiples of so many names.
inline constexpr u32 kBinAlignment = comm::PackedMessages::kAlignment / sizeof(u32);
/// 0 after the last, so that the scan ends with the sum.
STRIDER_KERNEL round_counts(const u32* counts, u32 num_ranks, u32* rounded) {
  for (u32 r = simt::global_id(); r <= num_ranks; r += simt::global_size()) {
    const u32 count = r < num_ranks ? counts[r] : 0;
    rounded[r] = (count + kBinAlignment - 1) / kBinAlignment * kBinAlignment;
  }
}

/// taken: from 0 on.
STRIDER_KERNEL name_by_owner(VertexQueue seen, GhostsView ghosts, const u64* bins, u32* taken,
                             u32* names) {
  const u32 size = *seen.size;
  for (u32 begin = warp_of_grid() * simt::kWarp; begin < size; begin += simt::global_size()) {
    const u32 i = begin + simt::lane_id();
    const GhostsOfOwner mine = same_owner(seen, size, ghosts, i);
    u32 place = mine.leads ? simt::atomic_add(&taken[mine.owner], mine.count) : 0;
    place = simt::shfl(simt::kFullMask, place, mine.first) + mine.before;
    if (i < size) names[bins[mine.owner] + place] = ghosts.vertices[seen.vertices[i]];
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
