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
// or, beyond the bound, lies on the pile. With a bound at infinity from the start it is the
// algorithm of Bellman and Ford. Distances are the least sums, whatever the schedule: they are
// lowered by atomic minima. A round costs a barrier.
#pragma once

#include "algorithms/bc/gpu/length_arrays.hpp"
#include "algorithms/bc/gpu/row_sums.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The smallest of a warp's lengths, in all its lanes, which call it together.
STRIDER_DEVICE_FUNCTION u64 least_of_warp(u64 least) {
  STRIDER_UNROLL
  for (u32 distance = simt::kWarp / 2; distance > 0; distance /= 2) {
    const u64 other = simt::shfl(simt::kFullMask, least, simt::lane_id() ^ distance);
    if (other < least) least = other;
  }
  return least;
}
/// The smallest of a block's, in all its threads, which call it together. `of_warps` is shared; a
/// barrier comes between two calls.
STRIDER_DEVICE_FUNCTION u64 least_of_block(const BlockTeam& team, u64 least,
                                           u64 (&of_warps)[simt::kWarp]) {
  least = least_of_warp(least);
  if (simt::lane_id() == 0) of_warps[simt::warp_id()] = least;
  team.sync();
  const bool has = simt::lane_id() < team.size() / simt::kWarp;
  return least_of_warp(has ? of_warps[simt::lane_id()] : LengthArrays::kFar);
}

/// What a block shares while it searches. Numbers of round r stand in slot r % kSlots, of pile p
/// likewise: of the one being read, the one being counted, and a third that is being cleared for
/// the one after. So one barrier a round is enough.
struct DistanceBoard {
  static constexpr u32 kSlots = 3;
  u32 vertices[kSlots];  ///< of a round
  u32 far[kSlots];       ///< of a pile
  u64 nearest[simt::kWarp];
};

/// Where the search has got to; the same in all threads.
struct DistanceProgress {
  u32 round;  ///< from 1 on: marks of 0 are of none
  u32 size;   ///< vertices of this round
  u32 pile;   ///< how often the bound has been raised
  u64 bound;
};

template <class Offset>
class DistanceSearch {
 public:
  /// `first` and `pile` have room for all vertices; the board is shared.
  STRIDER_DEVICE_FUNCTION DistanceSearch(const BlockTeam& team, const Rows<Offset>& rows,
                                         const LengthArrays& arrays, u32* first, u32* pile,
                                         DistanceBoard* board)
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
    DistanceProgress at{1, 1, 0, arrays_.delta};
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
  static constexpr u32 kPiled = ~u32{0};  ///< a mark: has been put on the pile

  STRIDER_DEVICE_FUNCTION static u32* slot(u32 (&numbers)[DistanceBoard::kSlots], u32 number) {
    return &numbers[number % DistanceBoard::kSlots];
  }

  STRIDER_DEVICE_FUNCTION void start(u32 source) {
    for (u32 v = team_.rank(); v < rows_.num_vertices; v += team_.size()) {
      arrays_.distances[v] = v == source ? 0 : LengthArrays::kFar;
      arrays_.marks[v] = 0;
    }
    if (team_.rank() == 0) {
      round_[0] = source;
      for (u32 i = 0; i < DistanceBoard::kSlots; ++i) {
        simt::store(&board_->vertices[i], 0);
        simt::store(&board_->far[i], 0);
      }
    }
    nearest_ = LengthArrays::kFar;
    team_.sync();
  }

  STRIDER_DEVICE_FUNCTION void relax_round(DistanceProgress& at) {
    if (team_.rank() == 0) {
      simt::store(slot(board_->vertices, at.round + 2), 0);
    }
    const auto vertex = [&](u32 place) { return round_[place]; };
    for_rows_of_queue(team_, rows_, 0, at.size, vertex,
                      [&](u32 v, Row row, auto together) { relax(at, v, row, together); });
    swap_lists();
    end_round(at);
  }
  STRIDER_DEVICE_FUNCTION void swap_lists() {
    u32* const done = round_;
    round_ = next_;
    next_ = done;
  }
  /// Who has been found makes the next round.
  STRIDER_DEVICE_FUNCTION void end_round(DistanceProgress& at) {
    team_.sync();
    ++at.round;
    at.size = simt::load(slot(board_->vertices, at.round));
  }

  /// A mark is the last round that the vertex was put into, or kPiled.
  template <class Together>
  STRIDER_DEVICE_FUNCTION void relax(const DistanceProgress& at, u32 v, Row row,
                                     Together together) {
    const u64 own = simt::load(&arrays_.distances[v]);
    for_arcs(rows_, row, together, [&](u32 w, u64 arc) {
      const u64 by_way = own + simt::load_constant(&arrays_.of_out[arc]);
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

  // --- the pile

  /// Whether it lies there or not: the pile waits for the nearest of what it is lowered to. It is
  /// put there once: who leaves does not come back, for the bound only rises.
  STRIDER_DEVICE_FUNCTION void put_on_pile(const DistanceProgress& at, u32 w, u64 distance) {
    if (distance < nearest_) nearest_ = distance;
    // Not where it has been put into a round meanwhile.
    if (simt::atomic_cas(&arrays_.marks[w], 0, kPiled) != 0) return;
    pile_[simt::atomic_add(slot(board_->far, at.pile), 1)] = w;
  }

  STRIDER_DEVICE_FUNCTION void split_pile(DistanceProgress& at) {
    if (team_.rank() == 0) {
      simt::store(slot(board_->vertices, at.round + 2), 0);
      simt::store(slot(board_->far, at.pile + 2), 0);
    }
    const u64 nearest = least_of_block(team_, nearest_, board_->nearest);
    const u64 old = at.bound;
    at.bound =
        nearest > LengthArrays::kFar - arrays_.delta ? LengthArrays::kFar : nearest + arrays_.delta;
    nearest_ = LengthArrays::kFar;
    const u32 size = simt::load(slot(board_->far, at.pile));
    for (u32 base = 0; base < size; base += team_.size()) {
      const u32 place = base + team_.rank();
      const bool has = place < size;
      const u32 v = has ? pile_[place] : 0;
      const u64 distance = has ? arrays_.distances[v] : 0;
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
  const LengthArrays& arrays_;
  u32* round_;
  u32* next_;
  u32* pile_;
  DistanceBoard* board_;
  u64 nearest_;  ///< of what this thread has put on the pile
};

}  // namespace strider::detail::STRIDER_DEVICE
