// Unvisited vertices look for a parent in the frontier (Beamer, Asanović and Patterson 2013), first
// among the candidates that the degree layout puts beside them: 32 bits for the hubs, the neighbour
// of highest degree, the eight after it. Those that find none there and have more neighbours are
// collected, and look through their rows.
#pragma once

#include "algorithms/bfs/gpu/level_control.hpp"
#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The frontier and the vertices being found, a bit each.
struct FrontierBits {
  const u32* frontier;
  u32* next;
};

STRIDER_DEVICE_FUNCTION bool has_bit(const u32* bits, u32 v) {
  return (bits[v / 32] >> v % 32 & 1U) != 0;
}

/// A bit for each hub in the frontier. All threads of the block call it.
STRIDER_DEVICE_FUNCTION u32 hubs_in_frontier(const DegreeLayoutView& layout, const u32* frontier) {
  STRIDER_SHARED(u32, hubs, 1);
  if (simt::warp_id() == 0) {
    const bool in =
        simt::lane_id() < layout.num_hubs && has_bit(frontier, layout.hubs[simt::lane_id()]);
    const u32 bits = simt::ballot(simt::kFullMask, in);
    if (simt::lane_id() == 0) simt::store(&hubs[0], bits);
  }
  simt::syncthreads();
  const u32 bits = simt::load(&hubs[0]);
  simt::syncthreads();  // the next call writes it
  return bits;
}

/// The parent that v finds among its candidates, or kNoParent.
STRIDER_DEVICE_FUNCTION u32 candidate_parent(const DegreeLayoutView& layout, u32 v, u32 hubs,
                                             const u32* frontier) {
  if (layout.num_hubs > 0) {
    const u32 known = layout.hub_bits[v] & hubs;
    if (known != 0) return layout.hubs[simt::lowest_bit(known)];
  }
  const u32 first = layout.first[v];
  if (has_bit(frontier, first)) return first;
  const u32 word = layout.has_next[v / 32];
  if ((word >> v % 32 & 1U) == 0) return kNoParent;
  constexpr u32 kNext = 8;
  const u64 row = layout.next_row[v / 32] + simt::popcount(word & ((1U << v % 32) - 1));
  const u32* const candidates = layout.next + row * kNext;
  u32 parent = kNoParent;
  STRIDER_UNROLL
  for (u32 i = kNext; i-- > 0;) {
    if (has_bit(frontier, candidates[i])) parent = candidates[i];
  }
  return parent;
}

/// Looks at all vertices, 32 a warp: the words of `next` are written whole. Returns how many found
/// a parent, in one lane of each warp. `open` gets those that go on looking.
STRIDER_DEVICE_FUNCTION u32 probe_candidates(const DegreeLayoutView& layout, u32 num_vertices,
                                             u32 hubs, const FrontierBits& bits,
                                             const TreeView& tree, u32 level,
                                             const VertexQueue& open) {
  u32 num_found = 0;
  const u32 num_words = (num_vertices + 31) / 32;
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 visited = simt::load(&tree.visited[w]);
    const u32 looking = layout.connected[w] & ~visited;
    u32 found = 0;
    if (looking != 0) {
      const u32 v = w * 32 + simt::lane_id();
      const bool looks = (looking >> simt::lane_id() & 1U) != 0;
      const u32 parent = looks ? candidate_parent(layout, v, hubs, bits.frontier) : kNoParent;
      if (parent != kNoParent) {
        tree.parents[v] = parent;
        tree.levels[v] = level;
      }
      found = simt::ballot(simt::kFullMask, parent != kNoParent);
      append((looking & ~found & layout.unlisted[w]) >> simt::lane_id() & 1U, v, open);
    }
    if (simt::lane_id() == 0) {
      simt::store(&bits.next[w], found);
      if (found != 0) simt::store(&tree.visited[w], visited | found);
      num_found += simt::popcount(found);
    }
  }
  return num_found;
}

/// The same of a graph without a layout: all that are unvisited go on looking.
template <class Offset>
STRIDER_DEVICE_FUNCTION void collect_unvisited(const Rows<Offset>& rows, const FrontierBits& bits,
                                               const TreeView& tree, const VertexQueue& open) {
  const u32 num_words = (rows.num_vertices + 31) / 32;
  const u32 num_warps = simt::global_size() / simt::kWarp;
  for (u32 w = simt::global_id() / simt::kWarp; w < num_words; w += num_warps) {
    const u32 v = w * 32 + simt::lane_id();
    const bool looks = v < rows.num_vertices &&
                       (simt::load(&tree.visited[w]) >> simt::lane_id() & 1U) == 0 &&
                       degree(rows, v) > 0;
    append(looks, v, open);
    if (simt::lane_id() == 0) simt::store(&bits.next[w], 0);
  }
}

/// Rows at least so long are looked through by a whole warp, unless told otherwise.
inline constexpr u32 kLongRow = 64;

/// The first member of `members` among targets[edge..end), or kNoParent. All lanes call it, each
/// with a row of its own; an empty one is none.
STRIDER_DEVICE_FUNCTION u32 first_member(const u32* targets, u64 edge, u64 end, const u32* members,
                                         u32 long_row = kLongRow) {
  u32 first = kNoParent;
  for (u32 rest = simt::ballot(simt::kFullMask, end - edge >= long_row); rest != 0;
       rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const u64 row_end = simt::shfl(simt::kFullMask, end, lane);
    for (u64 at = simt::shfl(simt::kFullMask, edge, lane); at < row_end; at += simt::kWarp) {
      const u64 mine = at + simt::lane_id();
      const u32 u = mine < row_end ? targets[mine] : 0;
      const u32 hits = simt::ballot(simt::kFullMask, mine < row_end && has_bit(members, u));
      if (hits == 0) continue;
      const u32 hit = simt::shfl(simt::kFullMask, u, simt::lowest_bit(hits));
      if (simt::lane_id() == lane) first = hit;
      break;
    }
    if (simt::lane_id() == lane) edge = end;
  }
  for (; edge < end && first == kNoParent; ++edge) {
    const u32 u = targets[edge];
    if (has_bit(members, u)) first = u;
  }
  return first;
}

/// Those in `open` look through their rows until they meet the frontier. Returns how many did, of
/// the calling lane.
template <class Offset>
STRIDER_DEVICE_FUNCTION u32 probe_rows(const Rows<Offset>& rows, const VertexQueue& open,
                                       const FrontierBits& bits, const TreeView& tree, u32 level,
                                       u32 long_row = kLongRow) {
  u32 num_found = 0;
  const u32 size = simt::load(open.size);
  for (u32 base = simt::global_id() - simt::lane_id(); base < size; base += simt::global_size()) {
    const u32 i = base + simt::lane_id();
    const u32 v = i < size ? open.vertices[i] : 0;
    const u64 begin = i < size ? rows.offsets[v] : 0;
    const u64 end = i < size ? rows.offsets[v + 1] : 0;
    const u32 parent = first_member(rows.targets, begin, end, bits.frontier, long_row);
    if (parent == kNoParent) continue;
    tree.parents[v] = parent;
    tree.levels[v] = level;
    simt::atomic_or(&tree.visited[v / 32], 1U << v % 32);
    simt::atomic_or(&bits.next[v / 32], 1U << v % 32);
    ++num_found;
  }
  return num_found;
}

}  // namespace strider::detail::STRIDER_DEVICE
