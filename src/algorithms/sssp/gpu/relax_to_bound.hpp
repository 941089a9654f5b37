// Relaxes the front of rows by ascending weight: the arcs that lead no farther than a bound. For
// gpu/advance.hpp.
#pragma once

#include "algorithms/sssp/gpu/path_search.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The first of the arcs [low, high) of a row that leads beyond the bound, or `high`. It looks
/// ahead twice as far each time: few arcs are light, and those that are will be read anyway.
template <class D, class W>
STRIDER_DEVICE_FUNCTION u32 first_beyond(const W* weights, u32 low, u32 high, KeyOf<D> from,
                                         KeyOf<D> bound) {
  const auto is_beyond = [&](u32 arc) {
    return lengthened<D>(from, simt::load_constant(&weights[arc])) > bound;
  };
  for (u32 ahead = kArcsTogether; low < high; ahead *= 2) {
    const u32 last = (high - low > ahead ? low + ahead : high) - 1;
    if (is_beyond(last)) {
      high = last;
      break;
    }
    low = last + 1;
  }
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    if (is_beyond(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

/// Where a row's arcs are relaxed from.
enum class RelaxFrom : simt::u8 {
  kFirstArc,       ///< those of a round, for its vertices have been lowered
  kWhereItStopped  ///< those of a pile
};

/// Whoever lowers the distance of a vertex puts it into the next round, unless it stands there: the
/// first queue of the output. The second is the pile.
template <class W, class D>
struct RelaxToBound {
  using Key = KeyOf<D>;
  using From = Key;

  const PushPullSearch<W, D>& search;
  RelaxFrom begin;
  u32 round;  ///< the number of the next
  u32 pile;   ///< the number of that of who stops within the row
  Key bound;
  // What this thread has found for the pile and the search. Of too many arcs for 32 bits a sum is
  // wrong, which costs time, no more.
  Key nearest = ~Key{0};
  u32 arcs_left = 0;
  u32 settled_arcs = 0;

  /// Whoever is lowered from here on stands in the round no more.
  STRIDER_DEVICE_FUNCTION bool cond(u32 u) const {
    // No other thread has touched the bits of the round since the step before has set them.
    if (begin == RelaxFrom::kFirstArc) take_bit(by_turns(search.queued, round - 1), u);
    return search.target == kNoVertex || simt::load(&search.distances[u]) <= limit_of(search);
  }
  /// The distance is read after cond: if it falls from here on, the next round has u, too.
  template <class Output>
  STRIDER_DEVICE_FUNCTION Row row(const WeightedArcs<W>& arcs, bool is_row, u32 u, Output& output) {
    const Row whole = row_of(arcs, is_row, u);
    if (search.spans == nullptr) return whole;
    ArcSpan span{0, 0};
    bool is_piled = false;
    if (is_row) {
      const u32 size = static_cast<u32>(whole.end - whole.begin);
      const W* const weights = &arcs.weights[whole.begin];
      const Key from = simt::load(&search.distances[u]);
      if (begin == RelaxFrom::kWhereItStopped) span.begin = search.spans[u].end;
      span.end = first_beyond<D>(weights, span.begin, size, from, bound);
      search.spans[u] = span;
      // On the pile since the first time, or for good not: it stops later each time.
      const bool is_first = begin == RelaxFrom::kFirstArc && claim(search.settled, u);
      is_piled = span.end < size && (is_first || begin == RelaxFrom::kWhereItStopped);
      if (is_first) settled_arcs += size;
      if (is_piled) arcs_left += size - span.end;
      if (span.end < size) {
        const Key next = lengthened<D>(from, simt::load_constant(&weights[span.end]));
        nearest = smaller(nearest, next);
      }
    }
    append(is_piled, u, output, 1);
    return {whole.begin + span.begin, whole.begin + span.end};
  }
  STRIDER_DEVICE_FUNCTION Row row_again(const WeightedArcs<W>& arcs, u32 u) const {
    const Row row = row_of(arcs, true, u);
    if (search.spans == nullptr) return row;
    const ArcSpan span = search.spans[u];
    return {row.begin + span.begin, row.begin + span.end};
  }
  STRIDER_DEVICE_FUNCTION Key from(u32 u) const { return simt::load(&search.distances[u]); }
  STRIDER_DEVICE_FUNCTION bool may_update(u32 /*u*/, Key from, u32 v, W weight) const {
    const Key before = load_falling(&search.distances[v]);
    const Key distance = lengthened<D>(from, weight);
    return distance <= search.cutoff && distance < before;
  }
  STRIDER_DEVICE_FUNCTION Key attempt(u32 /*u*/, Key from, u32 v, W weight) const {
    return simt::atomic_min(&search.distances[v], lengthened<D>(from, weight));
  }
  /// The word of bits where v stands from now on, as it was before.
  STRIDER_DEVICE_FUNCTION u32 mark(u32 /*u*/, Key from, u32 v, W weight, Key old) const {
    constexpr u32 kStandsThere = ~u32{0};
    if (old <= lengthened<D>(from, weight)) return kStandsThere;
    return set_bit(by_turns(search.queued, round), v);
  }
  STRIDER_DEVICE_FUNCTION u32 keep(u32 /*u*/, Key /*from*/, u32 v, W /*weight*/, u32 word) const {
    return word_has_bit(word, v) ? 0 : TwoQueues::kFirst;
  }
  STRIDER_DEVICE_FUNCTION void finish() {
    if (search.spans == nullptr) return;
    PushPullControl<Key>& control = *search.control;
    const Key least = smallest_of_warp(nearest);
    Key* const of_all = slot(control.nearest, pile);
    if (simt::lane_id() == 0 && least < simt::load(of_all)) simt::atomic_min(of_all, least);
    if (!search.may_pull) return;
    add_from_warp(slot(control.arcs_left, pile), arcs_left);
    add_from_warp(&control.settled_arcs.value, settled_arcs);
    arcs_left = 0;
    settled_arcs = 0;
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
