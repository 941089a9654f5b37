// The search from one source by lengths.
//
//   distances, in rounds (Bellman 1958, Ford 1956), until nothing is found:
//     push:   an arc (u, v) of a vertex whose distance changed makes v a candidate if it is shorter
//     gather: a candidate takes the shortest way from its predecessors
//   steps, the arcs that shortest paths take, make a graph without cycles, whose levels are peeled
//   off as their last predecessor is (Kahn 1962):
//     for each vertex of a level, number of paths from its predecessors
//   for each level, the last one first:
//     for each vertex, dependency from its successors
//
// Which arcs are steps is the rule of the host (host/length_search.cpp): u comes before v, and the
// length by way of u is no longer than the shortest, but for the rounding of the weights. No number
// is written by an atomic but waits, which are integers: nothing depends on the schedule. Lengths
// of 128 bits, of which there are no atomics, go the same way. O(n m) a source at worst, where
// paths of more arcs turn out shorter again and again; a phase takes as many barriers as it has
// rounds.
#pragma once

#include <type_traits>

#include "algorithms/bc/gpu/length_arrays.hpp"
#include "algorithms/bc/gpu/row_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The number of paths to a vertex from those that steps lead from; over its arcs in.
template <class Length>
struct CountingSteps {
  const Node* nodes;
  LengthArrays<Length> arrays;

  STRIDER_DEVICE_FUNCTION u32 start(u32 w) const { return w; }
  STRIDER_DEVICE_FUNCTION void add(u32 w, u64 arc, u32 v, PathCount& sum) const {
    if (!arrays.is_step(v, w, arrays.length(arrays.of_in, arc))) return;
    PathCount count;
    count.mantissa = nodes[v].value;
    count.exponent = nodes[v].exponent;
    sum += count;
  }
};

/// What a vertex gets from those that steps lead to, over its own mantissa; over its arcs out.
template <class Length>
struct DependingOnSteps {
  const Node* nodes;
  LengthArrays<Length> arrays;

  STRIDER_DEVICE_FUNCTION u32 start(u32 v) const { return v; }
  STRIDER_DEVICE_FUNCTION void add(u32 v, u64 arc, u32 w, PathCount& sum) const {
    if (!arrays.is_step(v, w, arrays.length(arrays.of_out, arc))) return;
    sum.mantissa += share_of_successor(nodes[v].exponent, nodes[w].value, nodes[w].exponent);
  }
};

/// What `lane` brings. All lanes call it.
template <class Length>
STRIDER_DEVICE_FUNCTION Length length_of_lane(Length mine, u32 lane) {
  const u64 low = simt::shfl(simt::kFullMask, static_cast<u64>(mine), lane);
  if constexpr (sizeof(Length) <= sizeof(u64)) {
    return low;
  } else {
    const u64 high = simt::shfl(simt::kFullMask, static_cast<u64>(mine >> 64U), lane);
    return static_cast<Length>(high) << 64U | low;
  }
}
/// The smallest of a warp, in all its lanes, which call it together.
template <class Length>
STRIDER_DEVICE_FUNCTION Length least_of_warp(Length least) {
  STRIDER_UNROLL
  for (u32 distance = simt::kWarp / 2; distance > 0; distance /= 2) {
    const Length other = length_of_lane(least, simt::lane_id() ^ distance);
    if (other < least) least = other;
  }
  return least;
}

/// take(v, row, together) for the rows of the lanes' vertices, one each: first of long ones, by the
/// whole warp, a lane from its own arc on, then of the others, by a lane alone; the type of
/// `together` says which. All lanes call it.
template <class Rows, class Take>
STRIDER_DEVICE_FUNCTION void for_rows_of_warp(const Rows& rows, bool has, u32 v, const Take& take) {
  const Row row = row_of(rows, has, v);
  const bool is_long = row.end - row.begin >= kLongRow;
  for (u32 rest = simt::ballot(simt::kFullMask, is_long); rest != 0; rest &= rest - 1) {
    const u32 lane = simt::lowest_bit(rest);
    const u32 chosen = simt::shfl(simt::kFullMask, v, lane);
    const u64 begin = simt::shfl(simt::kFullMask, row.begin, lane);
    const u64 end = simt::shfl(simt::kFullMask, row.end, lane);
    take(chosen, Row{begin + simt::lane_id(), end}, std::true_type{});
  }
  if (has && !is_long) take(v, row, std::false_type{});
}
/// The same of the vertices at places [begin, end) of a queue, by all warps of a team.
template <class Rows, class Take>
STRIDER_DEVICE_FUNCTION void for_rows_of_queue(const BlockTeam& team, const Rows& rows,
                                               const u32* queue, u32 begin, u32 end,
                                               const Take& take) {
  for (u32 base = begin + (team.rank() - simt::lane_id()); base < end; base += team.size()) {
    const u32 place = base + simt::lane_id();
    const bool has = place < end;
    for_rows_of_warp(rows, has, has ? queue[place] : 0, take);
  }
}
/// body(v, w, arc) for the arcs of the row that the calling lane has.
template <class Rows, class Together, class Body>
STRIDER_DEVICE_FUNCTION void for_arcs(const Rows& rows, u32 v, Row row, Together /*by a warp*/,
                                      const Body& body) {
  constexpr u32 kStride = Together::value ? simt::kWarp : 1;
  for (u64 arc = row.begin; arc < row.end; arc += kStride) {
    body(v, simt::load_constant(&rows.targets[arc]), arc);
  }
}

/// The distances of all vertices. `changed` begins with the source; leaves it in disorder. `length`
/// is shared.
template <class Offset, class Length>
STRIDER_DEVICE_FUNCTION void find_distances(const BlockTeam& team, const BcRound<Offset>& round,
                                            u32 source, u32* changed,
                                            const LengthArrays<Length>& arrays, u32* length) {
  constexpr Length kFar = LengthArrays<Length>::kFar;
  for (u32 v = team.rank(); v < round.out.num_vertices; v += team.size()) {
    arrays.distances[v] = v == source ? Length{0} : kFar;
    arrays.waits[v] = 0;
  }
  if (team.rank() == 0) simt::store(length, 0);
  team.sync();
  u32* candidates = arrays.candidates;
  u32 num_changed = 1;
  for (u32 number = 1; true; ++number) {
    for_rows_of_queue(team, round.out, changed, 0, num_changed, [&](u32 v, Row row, auto together) {
      const Length own = arrays.distances[v];
      for_arcs(round.out, v, row, together, [&](u32 /*v*/, u32 w, u64 arc) {
        if (own + arrays.length(arrays.of_out, arc) >= arrays.distances[w]) return;
        if (simt::atomic_exchange(&arrays.waits[w], number) == number) return;
        candidates[simt::atomic_add(length, 1)] = w;
      });
    });
    team.sync();
    num_changed = simt::load(length);
    if (num_changed == 0) return;
    for_rows_of_queue(
        team, round.in, candidates, 0, num_changed, [&](u32 w, Row row, auto together) {
          Length least = kFar;
          for_arcs(round.in, w, row, together, [&](u32 /*w*/, u32 v, u64 arc) {
            if (arrays.distances[v] == kFar) return;
            const Length by_way = arrays.distances[v] + arrays.length(arrays.of_in, arc);
            if (by_way < least) least = by_way;
          });
          constexpr bool kTogether = decltype(together)::value;
          if constexpr (kTogether) least = least_of_warp(least);
          if (!kTogether || simt::lane_id() == 0) arrays.offered[w] = least;
        });
    // Distances may change when nobody reads them.
    team.sync();
    for (u32 place = team.rank(); place < num_changed; place += team.size()) {
      arrays.distances[candidates[place]] = arrays.offered[candidates[place]];
    }
    if (team.rank() == 0) simt::store(length, 0);
    team.sync();
    u32* const done = changed;
    changed = candidates;
    candidates = done;
  }
}

/// waits = the number of steps to each vertex.
template <class Offset, class Length>
STRIDER_DEVICE_FUNCTION void count_steps(const BlockTeam& team, const BcRound<Offset>& round,
                                         const LengthArrays<Length>& arrays) {
  const u32 n = round.out.num_vertices;
  for (u32 v = team.rank(); v < n; v += team.size()) arrays.waits[v] = 0;
  team.sync();
  for (u32 base = team.rank() - simt::lane_id(); base < n; base += team.size()) {
    const u32 v = base + simt::lane_id();
    const bool has = v < n && arrays.distances[v] != LengthArrays<Length>::kFar;
    for_rows_of_warp(round.out, has, v, [&](u32 u, Row row, auto together) {
      for_arcs(round.out, u, row, together, [&](u32 /*u*/, u32 w, u64 arc) {
        if (!arrays.is_step(u, w, arrays.length(arrays.of_out, arc))) return;
        simt::atomic_add(&arrays.waits[w], 1);
      });
    });
  }
  team.sync();
}

/// A team searches from the first of the queue, the level of which is 0; returns the largest level:
/// the most arcs of a shortest path. `length` is shared.
template <class Offset, class Length>
STRIDER_DEVICE_FUNCTION u32 walk_by_lengths(const BlockTeam& team, const BcRound<Offset>& round,
                                            const Slice& slice, const LengthArrays<Length>& arrays,
                                            u32* length, Reached& reached) {
  const u32 source = slice.queue[0];
  find_distances(team, round, source, slice.queue, arrays, length);
  count_steps(team, round, arrays);
  if (team.rank() == 0) {
    slice.queue[0] = source;
    simt::store(length, 1);
  }
  team.sync();
  u32 depth = 0;
  u32 begin = 0;
  u32 end = 1;
  while (true) {
    for_rows_of_queue(team, round.out, slice.queue, begin, end, [&](u32 v, Row row, auto together) {
      for_arcs(round.out, v, row, together, [&](u32 /*v*/, u32 w, u64 arc) {
        if (!arrays.is_step(v, w, arrays.length(arrays.of_out, arc))) return;
        constexpr u32 kOneLess = ~u32{0};
        if (simt::atomic_add(&arrays.waits[w], kOneLess) != 1) return;
        slice.nodes[w].level = depth + 1;
        slice.queue[simt::atomic_add(length, 1)] = w;
      });
    });
    team.sync();
    const u32 next_end = simt::load(length);
    if (next_end == end) break;
    ++depth;
    begin = end;
    end = next_end;
    if (team.rank() == 0) slice.ends[depth + 1ULL] = end;
    add_up_rows(
        team, round.in, slice.queue, begin, end, CountingSteps<Length>{slice.nodes, arrays},
        [&](u32 w, const PathCount& count) { close_count(round, slice, w, count, reached); });
    team.sync();
  }
  for (u32 back = depth; back > 0; --back) {
    add_up_rows(team, round.out, slice.queue, slice.ends[back], slice.ends[back + 1ULL],
                DependingOnSteps<Length>{slice.nodes, arrays}, [&](u32 v, const PathCount& share) {
                  close_dependency(round, slice, v, share.mantissa);
                });
    team.sync();
  }
  return depth;
}

}  // namespace strider::detail::STRIDER_DEVICE
