// The arcs that a lane follows at the same time, and how it calls a functor about them: the words
// that functors have are listed in advance.hpp.
#pragma once

#include <type_traits>

#include "gpu/row_chunks.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Arcs that a lane follows at the same time.
template <class Rows, u32 Most>
struct ThreadArcs {
  u32 heads[Most] = {};
  u32 there = 0;  ///< bit i: heads[i] is one

  STRIDER_DEVICE_FUNCTION void load(const Rows& rows, u32 i, u64 place) {
    heads[i] = simt::load_constant(&rows.targets[place]);
    there |= 1U << i;
  }
  template <class Use>
  STRIDER_DEVICE_FUNCTION auto use(u32 i, const Use& use) const {
    return use(heads[i]);
  }
};
template <class Rows, u32 Most>
requires requires(Rows rows) {
  rows.weights;
}
struct ThreadArcs<Rows, Most> {
  u32 heads[Most] = {};
  std::remove_cvref_t<decltype(*Rows::weights)> weights[Most] = {};
  u32 there = 0;

  STRIDER_DEVICE_FUNCTION void load(const Rows& rows, u32 i, u64 place) {
    heads[i] = simt::load_constant(&rows.targets[place]);
    weights[i] = simt::load_constant(&rows.weights[place]);
    there |= 1U << i;
  }
  template <class Use>
  STRIDER_DEVICE_FUNCTION auto use(u32 i, const Use& use) const {
    return use(heads[i], weights[i]);
  }
};

/// The near end of arcs, as a functor learns of it.
template <class F>
struct NearEnd {
  u32 u = 0;

  NearEnd() = default;
  STRIDER_DEVICE_FUNCTION NearEnd(F& /*functor*/, bool /*is_row*/, u32 u) : u(u) {}
  /// Gets that of a lane of the warp. All lanes call it.
  STRIDER_DEVICE_FUNCTION void take_from(u32 lane) { u = simt::shfl(simt::kFullMask, u, lane); }
  /// Calls a word of the functor.
  template <class Word, class... Arc>
  STRIDER_DEVICE_FUNCTION auto tell(const Word& word, Arc... arc) const {
    return word(u, arc...);
  }
};
template <class F>
requires requires {
  typename F::From;
}
struct NearEnd<F> {
  u32 u = 0;
  typename F::From from = {};

  NearEnd() = default;
  STRIDER_DEVICE_FUNCTION NearEnd(F& functor, bool is_row, u32 u)
      : u(u), from(is_row ? functor.from(u) : typename F::From{}) {}
  STRIDER_DEVICE_FUNCTION void take_from(u32 lane) {
    u = simt::shfl(simt::kFullMask, u, lane);
    from = simt::shfl(simt::kFullMask, from, lane);
  }
  template <class Word, class... Arc>
  STRIDER_DEVICE_FUNCTION auto tell(const Word& word, Arc... arc) const {
    return word(u, from, arc...);
  }
};

template <class F>
concept AsksArcs = requires {
  &F::may_update;
};
template <class F>
concept Attempts = requires {
  &F::attempt;
};
template <class F>
concept Marks = requires {
  &F::mark;
};

/// What update_atomic or keep says of arc i, as outputs get it.
STRIDER_DEVICE_FUNCTION u32 wanted_bits(bool kept, u32 i) {
  return kept ? 1U << i : 0;
}
STRIDER_DEVICE_FUNCTION u32 wanted_bits(u32 kept, u32 i) {
  return kept << i;
}

/// Follows a lane's arcs, of which near_end(i) is the near end of arc i. All lanes call it.
template <class Rows, u32 Most, class Near, class F, class Output>
STRIDER_DEVICE_FUNCTION void update_all(const ThreadArcs<Rows, Most>& arcs, const Near& near_end,
                                        F& functor, Output& output) {
  // Calls a word of the functor about arc i.
  const auto ask = [&](u32 i, const auto& word) {
    return arcs.use(i, [&](auto... arc) { return near_end(i).tell(word, arc...); });
  };
  u32 may = arcs.there;
  if constexpr (AsksArcs<F>) {
    const auto look = [&](auto... arc) { return functor.may_update(arc...); };
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      if ((may >> i & 1U) != 0 && !ask(i, look)) may &= ~(1U << i);
    }
  }
  u32 wanted = 0;
  if constexpr (Attempts<F>) {
    const auto attempt = [&](auto... arc) { return functor.attempt(arc...); };
    decltype(ask(0, attempt)) old[Most] = {};
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      if ((may >> i & 1U) != 0) old[i] = ask(i, attempt);
    }
    const auto keep_all = [&](const auto& olds) {
      STRIDER_UNROLL
      for (u32 i = 0; i < Most; ++i) {
        if ((may >> i & 1U) == 0) continue;
        const auto keep = [&](auto... arc) { return functor.keep(arc..., olds[i]); };
        wanted |= wanted_bits(ask(i, keep), i);
      }
    };
    if constexpr (Marks<F>) {
      const auto mark = [&](u32 i) {
        return ask(i, [&](auto... arc) { return functor.mark(arc..., old[i]); });
      };
      decltype(mark(0)) marks[Most] = {};
      STRIDER_UNROLL
      for (u32 i = 0; i < Most; ++i) {
        if ((may >> i & 1U) != 0) marks[i] = mark(i);
      }
      keep_all(marks);
    } else {
      keep_all(old);
    }
  } else {
    const auto update = [&](auto... arc) { return functor.update_atomic(arc...); };
    STRIDER_UNROLL
    for (u32 i = 0; i < Most; ++i) {
      if ((may >> i & 1U) != 0) wanted |= wanted_bits(ask(i, update), i);
    }
  }
  append_all(arcs.heads, wanted, output);
}

}  // namespace strider::detail::STRIDER_DEVICE
