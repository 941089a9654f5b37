// Equal shares of the arcs of some rows, whatever the lengths of the rows. Both mappings want the
// sums of how many arcs of each row are to be followed, its last ones; rows of which nothing is to
// be done count for none, and cond is not asked.
#pragma once

#include "gpu/advance.hpp"
#include "gpu/last_not_above.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// degrees[i] of row i; 0 after the last, so that the scan ends with the sum.
template <class Rows>
STRIDER_KERNEL look_up_degrees(Rows rows, const u32* list, u32 size, u32* degrees) {
  for (u32 i = simt::global_id(); i <= size; i += simt::global_size()) {
    degrees[i] = i < size ? degree(rows, list[i]) : 0;
  }
}

/// A group of `Each` consecutive arcs for each thread, found by binary search (Bisson, Bernaschi
/// and Mastrostefano 2014, Algorithm 3 and section 3.4.1). By whole grids.
template <u32 Each>
struct ByEdges {
  const u64* offsets;  ///< arcs to follow of the rows before each; after the last, of all
};

template <class Rows, class Some, class F, class Output, u32 Each>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, const ByEdges<Each>& mapping) {
  static_assert(!kFollowsParts<std::remove_reference_t<F>>);
  using End = NearEnd<std::remove_reference_t<F>>;
  auto staged = stage(output);
  const u64 total = mapping.offsets[some.size];
  const u64 step = u64{simt::global_size()} * Each;
  // Whole warps stay until their last arc: they append together.
  const u64 first_of_warp = u64{simt::global_id() - simt::lane_id()} * Each;
  for (u64 base = first_of_warp; base < total; base += step) {
    const u64 begin = base + simt::lane_id() * Each;
    End ends[Each];
    ThreadArcs<Rows, Each> arcs;
    u32 here = begin < total ? last_not_above(mapping.offsets, some.size, begin) : 0;
    STRIDER_UNROLL
    for (u32 i = 0; i < Each; ++i) {
      const u64 arc = begin + i;
      if (arc >= total) continue;
      // A row without arcs has the offset of the next.
      while (mapping.offsets[here + 1] <= arc) ++here;
      ends[i] = End(functor, true, some[here]);
      arcs.load(rows, i, row_of(rows, true, ends[i].u).end - (mapping.offsets[here + 1] - arc));
    }
    update_all(
        arcs, [&](u32 i) -> const End& { return ends[i]; }, functor, staged);
  }
  finish(functor);
  flush(staged);
}

/// Calls body(std::integral_constant<u32, each>()): each is 1, 2, 4, 8 or 16.
template <class Body>
void with_edges_per_thread(u32 each, const Body& body) {
  switch (each) {
    case 1:
      return body(std::integral_constant<u32, 1>());
    case 2:
      return body(std::integral_constant<u32, 2>());
    case 4:
      return body(std::integral_constant<u32, 4>());
    case 8:
      return body(std::integral_constant<u32, 8>());
    default:
      return body(std::integral_constant<u32, 16>());
  }
}

/// Rows and arcs, merged into one path, in chunks of one length (Davidson, Baxter, Garland and
/// Owens 2014; the partition is Green, McColl and Bader's of 2012): no chunk is longer for a row of
/// many arcs, nor for many rows without any. By whole grids.
struct ByMergePath {
  static constexpr u32 kSteps = 8;  ///< of a thread
  const u64* offsets;               ///< as in ByEdges
};

/// How many of the first `diagonal` steps of the path go to the next row: the least i that has
/// offsets[i + 1] > diagonal - i - 1, where a row is left once its arcs are done.
STRIDER_DEVICE_FUNCTION u32 rows_before(const u64* offsets, u32 size, u64 diagonal) {
  u32 low = 0;
  u32 high = diagonal < size ? static_cast<u32>(diagonal) : size;
  while (low < high) {
    const u32 middle = low + (high - low) / 2;
    if (offsets[middle + 1] + middle + 1 <= diagonal) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

template <class Rows, class Some, class F, class Output>
STRIDER_DEVICE_FUNCTION void advance(const Rows& rows, const Some& some, F&& functor,
                                     const Output& output, const ByMergePath& mapping) {
  static_assert(!kFollowsParts<std::remove_reference_t<F>>);
  using End = NearEnd<std::remove_reference_t<F>>;
  auto staged = stage(output);
  constexpr u32 kSteps = ByMergePath::kSteps;
  const u64 length = mapping.offsets[some.size] + some.size;
  const u64 step = u64{simt::global_size()} * kSteps;
  const u64 first_of_warp = u64{simt::global_id() - simt::lane_id()} * kSteps;
  for (u64 base = first_of_warp; base < length; base += step) {
    const u64 begin = base + simt::lane_id() * kSteps;
    u32 here = begin < length ? rows_before(mapping.offsets, some.size, begin) : some.size;
    u64 arc = begin - here;
    End ends[kSteps];
    ThreadArcs<Rows, kSteps> arcs;
    STRIDER_UNROLL
    for (u32 i = 0; i < kSteps; ++i) {
      if (here >= some.size) continue;
      if (arc < mapping.offsets[here + 1]) {
        ends[i] = End(functor, true, some[here]);
        arcs.load(rows, i, row_of(rows, true, ends[i].u).end - (mapping.offsets[here + 1] - arc));
        ++arc;
      } else {
        ++here;
      }
    }
    update_all(
        arcs, [&](u32 i) -> const End& { return ends[i]; }, functor, staged);
  }
  finish(functor);
  flush(staged);
}

}  // namespace strider::detail::STRIDER_DEVICE
