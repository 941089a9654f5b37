// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/sssp/host/tight_arcs.cpp"
#include "algorithms/sssp/host/tight_arcs.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <limits>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A row a lane.
using Lanes = hn::CappedTag<std::uint32_t, 16>;
template <class D>
using Values = hn::Rebind<D, Lanes>;

HWY_INLINE hn::Vec<Lanes> gather(const std::uint32_t* base, hn::Vec<Lanes> index) {
  return hn::GatherIndex(Lanes(), base, hn::BitCast(hn::RebindToSigned<Lanes>(), index));
}

template <class D>
struct Arcs {
  hn::Vec<Values<D>> weights;
  hn::Vec<Lanes> targets;
};

HWY_INLINE Arcs<std::uint32_t> arcs_at(const TightArcs<std::uint32_t, std::uint32_t>& rows,
                                       EdgeIndex base, hn::Vec<Lanes> index) {
  const Lanes d;
  const auto packed = gather(rows.arcs + base, index);
  return {hn::ShiftRightSame(packed, static_cast<int>(rows.packing.target_bits())),
          hn::And(packed, hn::Set(d, rows.packing.target(~std::uint32_t{0})))};
}

HWY_INLINE Arcs<float> arcs_at(const TightArcs<float, WeightedArc<float>>& rows, EdgeIndex base,
                               hn::Vec<Lanes> index) {
  // A weight and a target by turns.
  const Lanes d;
  const auto* const words = reinterpret_cast<const std::uint32_t*>(rows.arcs + base);
  const auto even = hn::Add(index, index);
  return {hn::BitCast(Values<float>(), gather(words, even)),
          gather(words, hn::Add(even, hn::Set(d, 1)))};
}

template <class D>
HWY_INLINE Arcs<D> arcs_at(const ShortRowArcs<D>& rows, EdgeIndex base, hn::Vec<Lanes> index) {
  const auto* const weights = reinterpret_cast<const std::uint32_t*>(rows.weights + base);
  return {hn::BitCast(Values<D>(), gather(weights, index)), gather(rows.targets + base, index)};
}

template <class D, class Rows>
void find_all(const Rows& rows, Vertex begin, Vertex end, Vertex* found) {
  const Lanes d;
  const Values<D> dv;
  const std::size_t lanes = hn::Lanes(d);
  const auto none = hn::Set(d, kNoVertex);
  const auto unreached =
      hn::Set(dv, std::numeric_limits<D>::has_infinity ? std::numeric_limits<D>::infinity()
                                                       : std::numeric_limits<D>::max());
  const auto* const distances = reinterpret_cast<const std::uint32_t*>(rows.distances);
  const EdgeIndex base = rows.offsets[begin];
  HWY_ALIGN std::uint32_t starts[16] = {};
  HWY_ALIGN std::uint32_t ends[16] = {};
  for (Vertex p = begin; p < end; p += static_cast<Vertex>(lanes)) {
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::size_t row = std::min<std::size_t>(p + i, end - 1);
      starts[i] = static_cast<std::uint32_t>(rows.offsets[row] - base);
      ends[i] = static_cast<std::uint32_t>(rows.offsets[row + 1] - base);
    }
    // Past the last distance there is the padding of the array.
    const auto distance = hn::LoadU(dv, rows.distances + p);
    const auto stop = hn::Load(d, ends);
    auto index = hn::Load(d, starts);
    auto limit = distance;
    auto first = none;
    auto is_undecided = hn::Ne(none, none);
    auto is_active = hn::And(hn::Lt(index, stop), hn::RebindMask(d, hn::Ne(distance, unreached)));
    if constexpr (!Rows::kByWeight) {
      is_undecided = hn::Gt(hn::Sub(stop, index), hn::Set(d, Rows::kMostArcs));
      is_active = hn::AndNot(is_undecided, is_active);
    }
    for (EdgeIndex arc = 0; arc < Rows::kMostArcs && !hn::AllFalse(d, is_active); ++arc) {
      const auto [weight, target] = arcs_at(rows, base, hn::IfThenElseZero(is_active, index));
      const auto is_light = hn::AndNot(hn::RebindMask(d, hn::Gt(weight, limit)), is_active);
      const auto nearer = hn::BitCast(dv, gather(distances, hn::IfThenElseZero(is_light, target)));
      const auto closes =
          hn::And(hn::Eq(hn::Add(nearer, weight), distance), hn::Lt(nearer, distance));
      auto is_tight = hn::And(is_light, hn::RebindMask(d, closes));
      if constexpr (Rows::kByWeight) {
        is_active = is_light;  // no later arc is lighter
        is_undecided = hn::Or(is_undecided, hn::And(is_tight, hn::Ne(first, none)));
      } else {
        const auto is_lighter = hn::RebindMask(d, hn::Lt(weight, limit));
        is_tight = hn::And(is_tight, hn::Or(is_lighter, hn::Lt(target, first)));
      }
      first = hn::IfThenElse(is_tight, target, first);
      // From now on only those as light.
      limit = hn::IfThenElse(hn::RebindMask(dv, is_tight), weight, limit);
      index = hn::Add(index, hn::Set(d, 1));
      is_active = hn::And(is_active, hn::Lt(index, stop));
    }
    is_undecided = hn::Or(is_undecided, is_active);
    const auto undecided = hn::Set(d, kUndecided);
    hn::StoreU(hn::IfThenElse(is_undecided, undecided, first), d, found + (p - begin));
  }
}

void FindPacked(const TightArcs<std::uint32_t, std::uint32_t>& rows, Vertex begin, Vertex end,
                Vertex* found) {
  find_all<std::uint32_t>(rows, begin, end, found);
}
void FindFloat(const TightArcs<float, WeightedArc<float>>& rows, Vertex begin, Vertex end,
               Vertex* found) {
  find_all<float>(rows, begin, end, found);
}
void FindShortIntegers(const ShortRowArcs<std::uint32_t>& rows, Vertex begin, Vertex end,
                       Vertex* found) {
  find_all<std::uint32_t>(rows, begin, end, found);
}
void FindShortFloats(const ShortRowArcs<float>& rows, Vertex begin, Vertex end, Vertex* found) {
  find_all<float>(rows, begin, end, found);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(FindPacked);
HWY_EXPORT(FindFloat);
HWY_EXPORT(FindShortIntegers);
HWY_EXPORT(FindShortFloats);

/// Gathers index vertices, and the words of a few rows, by numbers of 31 bits.
template <class Rows>
bool fit_gathers(const Rows& rows, Vertex begin, Vertex end) {
  constexpr EdgeIndex kMost = 1U << 29U;
  return rows.num_vertices <= kMost * 2 && rows.offsets[end] - rows.offsets[begin] <= kMost;
}

template <class Rows, class Find>
void find_or_leave(const Rows& rows, Vertex begin, Vertex end, Vertex* found, const Find& find) {
  if (fit_gathers(rows, begin, end)) {
    find(rows, begin, end, found);
  } else {
    std::fill_n(found, end - begin, kUndecided);
  }
}

}  // namespace

template <>
void TightArcs<std::uint32_t, std::uint32_t>::find(Vertex begin, Vertex end, Vertex* found) const {
  find_or_leave(*this, begin, end, found, HWY_DYNAMIC_DISPATCH(FindPacked));
}
template <>
void TightArcs<float, WeightedArc<float>>::find(Vertex begin, Vertex end, Vertex* found) const {
  find_or_leave(*this, begin, end, found, HWY_DYNAMIC_DISPATCH(FindFloat));
}
template <>
void ShortRowArcs<std::uint32_t>::find(Vertex begin, Vertex end, Vertex* found) const {
  find_or_leave(*this, begin, end, found, HWY_DYNAMIC_DISPATCH(FindShortIntegers));
}
template <>
void ShortRowArcs<float>::find(Vertex begin, Vertex end, Vertex* found) const {
  find_or_leave(*this, begin, end, found, HWY_DYNAMIC_DISPATCH(FindShortFloats));
}

}  // namespace strider::detail
#endif
