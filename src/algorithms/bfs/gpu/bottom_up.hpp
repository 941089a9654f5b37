// Unvisited vertices look for a parent in the frontier (Beamer, Asanović and Patterson 2013), first
// among the candidates that the degree layout puts beside them: 32 bits for the hubs, the neighbour
// of highest degree, the eight after it. Those that find none there and have more neighbours are
// collected, and look through their rows.
#pragma once

#include "algorithms/bfs/gpu/search_view.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The frontier and the vertices being found, a bit each.
struct FrontierBits {
  const u32* frontier;
  u32* next;
};

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

/// Words of 32 vertices that a warp looks at side by side: each step of the way to a parent is a
/// read that all of them wait for together.
inline constexpr u32 kWordsTogether = 4;

/// The caller's vertex of each of these words.
struct UnvisitedVertices {
  u32 vertices[kWordsTogether];
  u32 parents[kWordsTogether];  ///< kNoParent: not found yet
  u32 bits;                     ///< bit i: vertices[i] is unvisited
};

STRIDER_DEVICE_FUNCTION void probe_hubs(const DegreeLayoutView& layout, u32 hubs,
                                        UnvisitedVertices& unvisited) {
  if (hubs == 0) return;
  u32 known[kWordsTogether] = {};
  STRIDER_UNROLL
  for (u32 i = 0; i < kWordsTogether; ++i) {
    if ((unvisited.bits >> i & 1U) != 0) {
      known[i] = simt::load_constant(&layout.hub_bits[unvisited.vertices[i]]) & hubs;
    }
  }
  STRIDER_UNROLL
  for (u32 i = 0; i < kWordsTogether; ++i) {
    if (known[i] == 0) continue;
    unvisited.parents[i] = simt::load_constant(&layout.hubs[simt::lowest_bit(known[i])]);
    unvisited.bits &= ~(1U << i);
  }
}

STRIDER_DEVICE_FUNCTION void probe_first(const DegreeLayoutView& layout, const u32* frontier,
                                         UnvisitedVertices& unvisited) {
  u32 first[kWordsTogether] = {};
  STRIDER_UNROLL
  for (u32 i = 0; i < kWordsTogether; ++i) {
    if ((unvisited.bits >> i & 1U) != 0) {
      first[i] = simt::load_constant(&layout.first[unvisited.vertices[i]]);
    }
  }
  u32 found = 0;
  STRIDER_UNROLL
  for (u32 i = 0; i < kWordsTogether; ++i) {
    if ((unvisited.bits >> i & 1U) != 0 && has_bit(frontier, first[i])) found |= 1U << i;
  }
  STRIDER_UNROLL
  for (u32 i = 0; i < kWordsTogether; ++i) {
    if ((found >> i & 1U) != 0) unvisited.parents[i] = first[i];
  }
  unvisited.bits &= ~found;
}

/// The first member of the frontier among the eight candidates of v, or kNoParent.
STRIDER_DEVICE_FUNCTION u32 member_of_next(const DegreeLayoutView& layout, const u32* frontier,
                                           u32 v) {
  const u32 word = simt::load_constant(&layout.has_next[v / 32]);
  if ((word >> v % 32 & 1U) == 0) return kNoParent;
  constexpr u32 kNext = 8;
  const u64 row =
      simt::load_constant(&layout.next_row[v / 32]) + simt::popcount(word & ((1U << v % 32) - 1));
  const simt::Four low = simt::load_four_constant(layout.next + row * kNext);
  const simt::Four high = simt::load_four_constant(layout.next + row * kNext + 4);
  u32 parent = kNoParent;
  STRIDER_UNROLL
  for (u32 i = 4; i-- > 0;) {
    if (has_bit(frontier, high.at[i])) parent = high.at[i];
  }
  STRIDER_UNROLL
  for (u32 i = 4; i-- > 0;) {
    if (has_bit(frontier, low.at[i])) parent = low.at[i];
  }
  return parent;
}

/// The lanes' words `looking` have the vertices, from 32 * base on, that look for a parent. Returns
/// the caller's word of those that find one among their candidates. All lanes call it.
STRIDER_DEVICE_FUNCTION u32 probe_words(const DegreeLayoutView& layout, u32 looking, u32 base,
                                        u32 hubs, const u32* frontier, const TreeView& tree,
                                        u32 level) {
  u32 all_found = 0;
  for (u32 rest = simt::ballot(simt::kFullMask, looking != 0); rest != 0;) {
    u32 holders[kWordsTogether];  // the lanes that have the words; kWarp: none
    UnvisitedVertices unvisited{};
    STRIDER_UNROLL
    for (u32 i = 0; i < kWordsTogether; ++i) {
      holders[i] = rest != 0 ? simt::lowest_bit(rest) : simt::kWarp;
      rest &= rest - 1;
      const u32 word = simt::shfl(simt::kFullMask, looking, holders[i] % simt::kWarp);
      unvisited.vertices[i] = (base + holders[i]) * 32 + simt::lane_id();
      unvisited.parents[i] = kNoParent;
      if (holders[i] != simt::kWarp && (word >> simt::lane_id() & 1U) != 0) {
        unvisited.bits |= 1U << i;
      }
    }
    probe_hubs(layout, hubs, unvisited);
    probe_first(layout, frontier, unvisited);
    STRIDER_UNROLL
    for (u32 i = 0; i < kWordsTogether; ++i) {
      const u32 v = unvisited.vertices[i];
      if ((unvisited.bits >> i & 1U) != 0) {
        unvisited.parents[i] = member_of_next(layout, frontier, v);
      }
      const bool is_found = unvisited.parents[i] != kNoParent;
      if (is_found) {
        tree.parents[v] = unvisited.parents[i];
        tree.levels[v] = level;
      }
      const u32 found = simt::ballot(simt::kFullMask, is_found);
      if (holders[i] == simt::lane_id()) all_found = found;
    }
  }
  return all_found;
}

/// Looks at all vertices: the words of `next` are written whole. Returns how many found a parent,
/// to be summed over all threads. `open` gets those that continue looking.
STRIDER_DEVICE_FUNCTION u32 probe_candidates(const DegreeLayoutView& layout, u32 num_vertices,
                                             u32 hubs, const FrontierBits& bits,
                                             const TreeView& tree, u32 level,
                                             const VertexQueue& open) {
  const u32 num_words = (num_vertices + 31) / 32;
  const u32 chunk = items_a_turn(num_words, warps_of_grid());
  u32 num_found = 0;
  for (u32 base = warp_of_grid() * chunk; base < num_words; base += warps_of_grid() * chunk) {
    const u32 w = base + simt::lane_id();
    const bool has_word = simt::lane_id() < chunk && w < num_words;
    const u32 visited = has_word ? simt::load(&tree.visited[w]) : 0;
    const u32 looking = has_word ? simt::load_constant(&layout.connected[w]) & ~visited : 0;
    const u32 found = probe_words(layout, looking, base, hubs, bits.frontier, tree, level);
    const u32 rest = looking & ~found;
    append_bits(rest == 0 ? 0 : rest & simt::load_constant(&layout.unlisted[w]), w * 32, open);
    if (has_word) simt::store(&bits.next[w], found);
    if (found != 0) simt::store(&tree.visited[w], visited | found);
    num_found += simt::popcount(found);
  }
  return num_found;
}

/// The same of a graph without a layout: all that are unvisited continue looking.
STRIDER_DEVICE_FUNCTION void collect_unvisited(u32 num_vertices, const FrontierBits& bits,
                                               const TreeView& tree, const VertexQueue& open) {
  const u32 num_words = (num_vertices + 31) / 32;
  const u32 chunk = items_a_turn(num_words, warps_of_grid());
  for (u32 base = warp_of_grid() * chunk; base < num_words; base += warps_of_grid() * chunk) {
    const u32 w = base + simt::lane_id();
    const bool has_word = simt::lane_id() < chunk && w < num_words;
    const u32 vertices = num_vertices - w * 32;  // of the graph, from this word on
    const u32 real = vertices < 32 ? (1U << vertices) - 1 : 0xFFFF'FFFFU;
    append_bits(has_word ? real & ~simt::load(&tree.visited[w]) : 0, w * 32, open);
    if (has_word) simt::store(&bits.next[w], 0);
  }
}

/// Rows at least so long are looked through by a whole warp, by default.
inline constexpr u32 kLongRow = 64;

/// By which a kernel counts no arcs: of a row of them, where it begins and ends, and behind which
/// one the kernel stops; and the end of the kernel.
struct NoArcs {
  STRIDER_DEVICE_FUNCTION void begin_row(u64 /*begin*/, u64 /*end*/) {}
  STRIDER_DEVICE_FUNCTION void stop_at(u64 /*arc*/) {}
  STRIDER_DEVICE_FUNCTION void end_row() {}
  STRIDER_DEVICE_FUNCTION void finish() const {}
};

/// The first member of `members` among targets[edge..end), or kNoParent. All lanes call it, each
/// with a row of its own; an empty one is none. `count` counts the arcs up to it.
template <class Count>
STRIDER_DEVICE_FUNCTION u32 first_member(const u32* targets, u64 edge, u64 end, const u32* members,
                                         Count& count, u32 long_row = kLongRow) {
  u32 first = kNoParent;
  count.begin_row(edge, end);
  for (u32 rest = simt::ballot(simt::kFullMask, end - edge >= long_row); rest != 0;
       rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const u64 row_end = simt::shfl(simt::kFullMask, end, lane);
    for (u64 at = simt::shfl(simt::kFullMask, edge, lane); at < row_end; at += simt::kWarp) {
      const u64 mine = at + simt::lane_id();
      const u32 u = mine < row_end ? simt::load_constant(&targets[mine]) : 0;
      const u32 hits = simt::ballot(simt::kFullMask, mine < row_end && has_bit(members, u));
      if (hits == 0) continue;
      const u32 hit = simt::shfl(simt::kFullMask, u, simt::lowest_bit(hits));
      if (simt::lane_id() == lane) {
        first = hit;
        count.stop_at(at + simt::lowest_bit(hits));
      }
      break;
    }
    if (simt::lane_id() == lane) edge = end;
  }
  for (; edge < end && first == kNoParent; edge += kArcsTogether) {
    u32 heads[kArcsTogether] = {};
    STRIDER_UNROLL
    for (u32 i = 0; i < kArcsTogether; ++i) {
      if (edge + i < end) heads[i] = simt::load_constant(&targets[edge + i]);
    }
    STRIDER_UNROLL
    for (u32 i = kArcsTogether; i-- > 0;) {
      if (edge + i < end && has_bit(members, heads[i])) {
        first = heads[i];
        count.stop_at(edge + i);
      }
    }
  }
  count.end_row();
  return first;
}

/// Each vertex in `open` searches its row for a frontier vertex and stops at the first one. Returns
/// how many vertices of the calling lane found one.
template <class Offset, class Count>
STRIDER_DEVICE_FUNCTION u32 probe_rows(const Rows<Offset>& rows, const VertexQueue& open,
                                       const FrontierBits& bits, const TreeView& tree, u32 level,
                                       Count& count, u32 long_row = kLongRow) {
  u32 num_found = 0;
  const u32 size = simt::load(open.size);
  const u32 chunk = items_a_turn(size, warps_of_grid());
  for (u32 base = warp_of_grid() * chunk; base < size; base += warps_of_grid() * chunk) {
    const u32 i = base + simt::lane_id();
    const bool has_vertex = simt::lane_id() < chunk && i < size;
    const u32 v = has_vertex ? open.vertices[i] : 0;
    const Row row = row_of(rows, has_vertex, v);
    const u32 parent =
        first_member(rows.targets, row.begin, row.end, bits.frontier, count, long_row);
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
