// The distances of all vertices from a source by lengths, found by a block: near-far piles
// (Davidson, Baxter, Garland, Owens 2014).
//
//   the source, at distance 0, is the first round; the bound is delta
//   repeat
//     while the round is not empty:
//       relax the arcs of its vertices. Who is lowered goes into the next round where it is up to
//       the bound, else on the pile; at most once into each
//     raise the bound to delta above the nearest that the pile waits for, and split it: who is up
//     to the old bound by now is dropped, who is up to the new one makes the next round
//   until the pile is empty
//
// Invariant: where the distance of a vertex has not been relaxed, the vertex stands in the round
// or, beyond the bound, lies on the pile, or has a relaxation that is still to be applied
// (below). With a bound at infinity from the start it is the algorithm of Bellman and Ford.
// Distances are the least sums, whatever the schedule.
//
// Lengths of 64 bits are lowered by atomic minima, and a round costs a barrier. Of 128 bits there
// are none. There an arc (v, u) becomes the relaxation of its target u, unless one with a smaller
// distance is there already. After a barrier, each vertex u with a relaxation takes the distance by
// way of the arc, unless v has a relaxation, too: then the distance of v may change, and no thread
// may read it. The relaxation is dropped then, but u is still lowered in this round or a later one
// of the same bound: v, which is up to the bound, is lowered by the same rule, so it comes into the
// next round and relaxes u again, with a smaller distance. Relaxations lead to farther vertices, in
// no circle, so the rule ends at a vertex without one. So each round lowers some vertex, and
// distances do not fall for ever.
#pragma once

#include "algorithms/bc/gpu/least_length.hpp"
#include "algorithms/bc/gpu/length_arrays.hpp"
#include "algorithms/bc/gpu/warp_rows.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// What a block shares while it searches. Numbers of round r stand in slot r % kSlots, of pile p
/// likewise: of the one being read, the one being counted, and a third that is being cleared for
/// the one after. So one barrier a round is enough.
template <class Length>
struct DistanceBoard {
  static constexpr u32 kSlots = 3;
  u32 vertices[kSlots];  ///< of a round
  u32 relaxed[kSlots];   ///< vertices that have a relaxation of a round
  u32 far[kSlots];       ///< of a pile
  Length nearest[simt::kWarp];
};

/// Where the search has got to; the same in all threads.
template <class Length>
struct DistanceProgress {
  u32 round;  ///< from 1 on: marks of 0 are of none
  u32 size;   ///< vertices of this round
  u32 pile;   ///< how often the bound has been raised
  Length bound;
};

template <class Offset, class Length>
class DistanceSearch {
 public:
  using Arrays = LengthArrays<Length>;
  using Progress = DistanceProgress<Length>;

  /// `first` and `pile` have room for all vertices; the board is shared.
  STRIDER_DEVICE_FUNCTION DistanceSearch(const BlockTeam& team, const Rows<Offset>& rows,
                                         const Arrays& arrays, u32* first, u32* pile,
                                         DistanceBoard<Length>* board)
      : team_(team),
        rows_(rows),
        arrays_(arrays),
        round_(first),
        next_(arrays.lists),
        pile_(pile),
        board_(board) {}

  /// All threads of the team call it. Leaves lists and marks in disorder.
  STRIDER_DEVICE_FUNCTION void run(u32 source) {
    start(source);
    Progress at{1, 1, 0, arrays_.delta};
    while (true) {
      if (at.size != 0) {
        relax_round(at);
      } else if (simt::load(slot(board_->far, at.pile)) != 0) {
        split_pile(at);
      } else {
        return;
      }
    }
  }

 private:
  static constexpr u64 kNoRelaxation = ~u64{0};
  static constexpr u32 kPiled = ~u32{0};  ///< a mark: has been put on the pile

  STRIDER_DEVICE_FUNCTION static u32* slot(u32 (&numbers)[DistanceBoard<Length>::kSlots],
                                           u32 number) {
    return &numbers[number % DistanceBoard<Length>::kSlots];
  }

  STRIDER_DEVICE_FUNCTION void start(u32 source) {
    for (u32 v = team_.rank(); v < rows_.num_vertices; v += team_.size()) {
      arrays_.distances[v] = v == source ? Length{0} : Arrays::kFar;
      arrays_.marks[v] = 0;
      if constexpr (!Arrays::kHasMinima) arrays_.relaxations[v] = kNoRelaxation;
    }
    if (team_.rank() == 0) {
      round_[0] = source;
      for (u32 i = 0; i < DistanceBoard<Length>::kSlots; ++i) {
        simt::store(&board_->vertices[i], 0);
        simt::store(&board_->relaxed[i], 0);
        simt::store(&board_->far[i], 0);
      }
    }
    nearest_ = Arrays::kFar;
    team_.sync();
  }

  STRIDER_DEVICE_FUNCTION void relax_round(Progress& at) {
    if (team_.rank() == 0) {
      simt::store(slot(board_->vertices, at.round + 2), 0);
      simt::store(slot(board_->relaxed, at.round + 2), 0);
    }
    const auto vertex = [&](u32 place) { return round_[place]; };
    for_rows_of_queue(team_, rows_, 0, at.size, vertex, [&](u32 v, Row row, auto together) {
      if constexpr (Arrays::kHasMinima) {
        relax(at, v, row, together);
      } else {
        relax_without_minima(at, v, row, together);
      }
    });
    if constexpr (Arrays::kHasMinima) {
      swap_lists();
    } else {
      team_.sync();
      apply_relaxations(at);
    }
    end_round(at);
  }
  STRIDER_DEVICE_FUNCTION void swap_lists() {
    u32* const done = round_;
    round_ = next_;
    next_ = done;
  }
  /// Who has been found makes the next round.
  STRIDER_DEVICE_FUNCTION void end_round(Progress& at) {
    team_.sync();
    ++at.round;
    at.size = simt::load(slot(board_->vertices, at.round));
  }

  // --- lengths that there are atomic minima of. A mark is the last round that the vertex was put
  // into, or kPiled.

  template <class Together>
  STRIDER_DEVICE_FUNCTION void relax(const Progress& at, u32 v, Row row, Together together) {
    const Length own = simt::load(&arrays_.distances[v]);
    for_arcs(rows_, row, together, [&](u32 w, u64 arc) {
      const Length by_way = own + arrays_.length(arrays_.of_out, arc);
      // Distances only fall: an older one will do.
      if (by_way >= simt::load_stale(&arrays_.distances[w])) return;
      if (simt::atomic_min(&arrays_.distances[w], by_way) <= by_way) return;
      if (by_way > at.bound) {
        put_on_pile(at, w, by_way);
      } else if (simt::atomic_exchange(&arrays_.marks[w], at.round + 1) != at.round + 1) {
        next_[simt::atomic_add(slot(board_->vertices, at.round + 1), 1)] = w;
      }
    });
  }

  // --- lengths that there are none of. A mark is the last round that relaxed the vertex
  // while it was up to the bound, or kPiled. Only vertices up to the bound relax their arcs.

  /// The vertex, and which of its arcs.
  STRIDER_DEVICE_FUNCTION Length length_by(u64 relaxation) const {
    const auto u = static_cast<u32>(relaxation >> 32U);
    const u64 arc = simt::load_constant(&rows_.offsets[u]) + static_cast<u32>(relaxation);
    return arrays_.distances[u] + arrays_.length(arrays_.of_out, arc);
  }
  template <class Together>
  STRIDER_DEVICE_FUNCTION void relax_without_minima(const Progress& at, u32 v, Row row,
                                                    Together together) {
    const Length own = arrays_.distances[v];
    const u64 first = simt::load_constant(&rows_.offsets[v]);
    for_arcs(rows_, row, together, [&](u32 w, u64 arc) {
      const Length by_way = own + arrays_.length(arrays_.of_out, arc);
      if (by_way >= arrays_.distances[w]) return;
      const u64 mine = u64{v} << 32U | (arc - first);
      u64 best = simt::load(&arrays_.relaxations[w]);
      while (best == kNoRelaxation || by_way < length_by(best)) {
        const u64 seen = simt::atomic_cas(&arrays_.relaxations[w], best, mine);
        if (seen == best) break;
        best = seen;
      }
      if (best != kNoRelaxation) return;
      next_[simt::atomic_add(slot(board_->relaxed, at.round), 1)] = w;
      if (arrays_.distances[w] <= at.bound) simt::store(&arrays_.marks[w], at.round);
    });
  }
  /// Who is up to the bound takes the place of the round, which no thread reads any more.
  STRIDER_DEVICE_FUNCTION void apply_relaxations(const Progress& at) {
    const u32 size = simt::load(slot(board_->relaxed, at.round));
    for (u32 base = 0; base < size; base += team_.size()) {
      const u32 place = base + team_.rank();
      const u32 w = place < size ? next_[place] : 0;
      const bool is_near = place < size && applies_relaxation(at, w);
      append(is_near, w, {round_, slot(board_->vertices, at.round + 1)});
    }
  }
  /// True where w is up to the bound by it.
  STRIDER_DEVICE_FUNCTION bool applies_relaxation(const Progress& at, u32 w) {
    const u64 relaxation = simt::load(&arrays_.relaxations[w]);
    simt::store(&arrays_.relaxations[w], kNoRelaxation);
    if (simt::load(&arrays_.marks[relaxation >> 32U]) == at.round) return false;
    const Length by_way = length_by(relaxation);
    arrays_.distances[w] = by_way;
    if (by_way > at.bound) put_on_pile(at, w, by_way);
    return by_way <= at.bound;
  }

  // --- the pile

  /// Whether it lies there or not: the pile waits for the nearest of what it is lowered to. It is
  /// put there once: who leaves does not come back, for the bound only rises.
  STRIDER_DEVICE_FUNCTION void put_on_pile(const Progress& at, u32 w, Length distance) {
    if (distance < nearest_) nearest_ = distance;
    // Not where it has been put into a round meanwhile.
    if (simt::atomic_cas(&arrays_.marks[w], 0, kPiled) != 0) return;
    pile_[simt::atomic_add(slot(board_->far, at.pile), 1)] = w;
  }

  STRIDER_DEVICE_FUNCTION void split_pile(Progress& at) {
    if (team_.rank() == 0) {
      simt::store(slot(board_->vertices, at.round + 2), 0);
      simt::store(slot(board_->relaxed, at.round + 2), 0);
      simt::store(slot(board_->far, at.pile + 2), 0);
    }
    const Length nearest = least_of_block(team_, nearest_, board_->nearest);
    const Length old = at.bound;
    at.bound = nearest > Arrays::kFar - arrays_.delta ? Arrays::kFar : nearest + arrays_.delta;
    nearest_ = Arrays::kFar;
    const u32 size = simt::load(slot(board_->far, at.pile));
    for (u32 base = 0; base < size; base += team_.size()) {
      const u32 place = base + team_.rank();
      const bool has = place < size;
      const u32 v = has ? pile_[place] : 0;
      const Length distance = has ? arrays_.distances[v] : 0;
      const bool is_far = has && distance > at.bound;
      const bool is_near = has && !is_far && distance > old;
      if (is_far && distance < nearest_) nearest_ = distance;
      // The rest of the pile goes to its front: what this turn writes over has been read by now.
      team_.sync();
      append(is_near, v, {next_, slot(board_->vertices, at.round + 1)});
      append(is_far, v, {pile_, slot(board_->far, at.pile + 1)});
    }
    ++at.pile;
    swap_lists();
    end_round(at);
  }

  BlockTeam team_;
  const Rows<Offset>& rows_;
  const Arrays& arrays_;
  u32* round_;
  u32* next_;
  u32* pile_;
  DistanceBoard<Length>* board_;
  Length nearest_;  ///< of what this thread has put on the pile
};

}  // namespace strider::detail::STRIDER_DEVICE
