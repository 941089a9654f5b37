// What a search by lengths reads and writes besides its slice.
#pragma once

#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;
using simt::u64;

/// Lengths of arcs, and what searches know of vertices besides their nodes.
template <class Length>
struct LengthArrays {
  const Length* of_out;  ///< an arc out of a vertex
  const Length* of_in;
  const u32* ranks;  ///< of equally far vertices, the order; null: there is none
  u32 slack_shift;   ///< as ArcLengths has it

  Length* distances;
  Length* offered;  ///< to candidates
  u32* candidates;
  u32* waits;  ///< the round that it is a candidate of; then predecessors that are not done yet

  static constexpr Length kFar = ~Length{0};

  /// Of the slice whose arrays begin at `first`.
  STRIDER_DEVICE_FUNCTION LengthArrays of_slice(u64 first) const {
    LengthArrays slice = *this;
    slice.distances += first;
    slice.offered += first;
    slice.candidates += first;
    slice.waits += first;
    return slice;
  }
  STRIDER_DEVICE_FUNCTION static Length length(const Length* lengths, u64 arc) {
    if constexpr (sizeof(Length) <= sizeof(u64)) {
      return simt::load_constant(&lengths[arc]);
    } else {
      return lengths[arc];
    }
  }
  /// Whether a shortest path may take an arc of that length. Distances are known.
  STRIDER_DEVICE_FUNCTION bool is_step(u32 u, u32 v, Length length) const {
    const Length own = distances[u];
    const Length other = distances[v];
    if (own == kFar) return false;
    const Length slack = slack_shift == 0 ? Length{0} : static_cast<Length>(other >> slack_shift);
    if (own + length > other + slack) return false;
    if (own != other) return own < other;
    return ranks != nullptr && simt::load_constant(&ranks[u]) < simt::load_constant(&ranks[v]);
  }
};

}  // namespace strider::detail::STRIDER_DEVICE
