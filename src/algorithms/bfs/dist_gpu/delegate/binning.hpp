// Ghosts that a level has met, put together by owner and named as their owners do (Pan, Pearce and
// Owens 2018, section V-B: binning, conversion of ids, uniquify). Ghosts are numbered by owner,
// then by the owner's numbers, so that a set of them in order is binned.
#pragma once

#include "algorithms/bfs/gpu/edge_mapped.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Who owns which ghost, and its name there.
struct GhostsView {
  const u32* begin;     ///< one more than ranks
  const u32* vertices;  ///< by ghost
  u32 num_ranks;
};

/// Of distinct ghosts: those in `seen`, but not in `sent`.
struct GhostSets {
  const u32* seen;
  u32* sent;
  u32 num_words;
};

/// 0 after the last, so that the scan ends with the sum.
STRIDER_KERNEL count_new_ghosts(GhostSets sets, u32* counts) {
  for (u32 w = simt::global_id(); w <= sets.num_words; w += simt::global_size()) {
    counts[w] = w < sets.num_words ? simt::popcount(sets.seen[w] & ~sets.sent[w]) : 0;
  }
}

/// bins[r]: those met of the ranks before r. offsets: of each word.
STRIDER_KERNEL find_bins(GhostSets sets, const u64* offsets, GhostsView ghosts, u64* bins) {
  for (u32 r = simt::global_id(); r <= ghosts.num_ranks; r += simt::global_size()) {
    const u32 w = ghosts.begin[r] / 32;
    const u32 below = (1U << ghosts.begin[r] % 32) - 1;
    const u32 before = below == 0 ? 0 : simt::popcount(sets.seen[w] & ~sets.sent[w] & below);
    bins[r] = offsets[w] + before;
  }
}

/// A warp has a word.
STRIDER_KERNEL name_new_ghosts(GhostSets sets, const u64* offsets, GhostsView ghosts, u32* names) {
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < sets.num_words; w += num_warps) {
    const u32 seen = sets.seen[w];
    const u32 met = seen & ~sets.sent[w];
    if ((met >> simt::lane_id() & 1U) != 0) {
      names[offsets[w] + simt::popcount(met & simt::lanes_below())] =
          ghosts.vertices[w * 32 + simt::lane_id()];
    }
    simt::syncwarp(simt::kFullMask);  // all have read what is written now
    if (simt::lane_id() == 0 && met != 0) sets.sent[w] = seen;
  }
}

/// Ghosts in any order: how many of each owner.
STRIDER_KERNEL count_by_owner(VertexQueue met, GhostsView ghosts, u32* counts) {
  const u32 size = *met.size;
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u32 owner = owner_of_edge(ghosts.begin, ghosts.num_ranks, met.vertices[i]);
    simt::atomic_add(&counts[owner], 1);
  }
}

/// taken: from 0 on.
STRIDER_KERNEL name_by_owner(VertexQueue met, GhostsView ghosts, const u64* bins, u32* taken,
                             u32* names) {
  const u32 size = *met.size;
  for (u32 i = simt::global_id(); i < size; i += simt::global_size()) {
    const u32 ghost = met.vertices[i];
    const u32 owner = owner_of_edge(ghosts.begin, ghosts.num_ranks, ghost);
    names[bins[owner] + simt::atomic_add(&taken[owner], 1)] = ghosts.vertices[ghost];
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
