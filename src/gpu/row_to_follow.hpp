// Functors of gpu/advance.hpp that follow a part of each row say which:
//
//   row          (rows, is_row, u, output): the part of u, after cond; an empty one where u is no
//                row. All lanes of a warp call it, once a row. It may append to the output.
//   row_again    (rows, u): the same part, for other threads, after a barrier of the grid
//
// ByBlock, ByWarps and ByGrid ask them; the other mappings do not take such functors.
#pragma once

#include "gpu/row_chunks.hpp"

namespace strider::detail::STRIDER_DEVICE {

template <class F>
inline constexpr bool kFollowsParts = requires {
  &F::row_again;
};

template <class Rows, class F, class Output>
STRIDER_DEVICE_FUNCTION Row row_to_follow(const Rows& rows, F& functor, bool is_row, u32 u,
                                          Output& output) {
  if constexpr (requires(Rows r, F f, u32 v, Output o) { f.row(r, true, v, o); }) {
    return functor.row(rows, is_row, u, output);
  } else {
    return row_of(rows, is_row, u);
  }
}
template <class Rows, class F>
STRIDER_DEVICE_FUNCTION Row row_to_follow_again(const Rows& rows, const F& functor, u32 u) {
  if constexpr (requires(Rows r, F f, u32 v) { f.row_again(r, v); }) {
    return functor.row_again(rows, u);
  } else {
    return row_of(rows, true, u);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
