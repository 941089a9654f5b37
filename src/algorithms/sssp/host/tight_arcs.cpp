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

/// Arcs of a row that are looked at before it is left to a search of its own.
constexpr int kMostArcs = 64;

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

template <class D, class Arc>
void find_all(const TightArcs<D, Arc>& rows, Vertex begin, Vertex end, Vertex* found) {
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
    for (int arc = 0; arc < kMostArcs && !hn::AllFalse(d, is_active); ++arc) {
      const auto [weight, target] = arcs_at(rows, base, hn::IfThenElseZero(is_active, index));
      is_active = hn::AndNot(hn::RebindMask(d, hn::Gt(weight, limit)), is_active);
      const auto nearer = hn::BitCast(dv, gather(distances, hn::IfThenElseZero(is_active, target)));
      const auto closes =
          hn::And(hn::Eq(hn::Add(nearer, weight), distance), hn::Lt(nearer, distance));
      const auto is_tight = hn::And(is_active, hn::RebindMask(d, closes));
      is_undecided = hn::Or(is_undecided, hn::And(is_tight, hn::Ne(first, none)));
      first = hn::IfThenElse(is_tight, target, first);
      // From now on only those as light.
      limit = hn::IfThenElse(hn::RebindMask(dv, is_tight), weight, limit);
      index = hn::Add(index, hn::Set(d, 1));
      is_active = hn::And(is_active, hn::Lt(index, stop));
    }
    is_undecided = hn::Or(is_undecided, is_active);
    const auto undecided = hn::Set(d, TightArcs<D, Arc>::kUndecided);
    hn::StoreU(hn::IfThenElse(is_undecided, undecided, first), d, found + (p - begin));
  }
}

void FindPacked(const TightArcs<std::uint32_t, std::uint32_t>& rows, Vertex begin, Vertex end,
                Vertex* found) {
  find_all(rows, begin, end, found);
}
void FindFloat(const TightArcs<float, WeightedArc<float>>& rows, Vertex begin, Vertex end,
               Vertex* found) {
  find_all(rows, begin, end, found);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(FindPacked);
HWY_EXPORT(FindFloat);

/// Gathers index vertices, and the words of a few rows, by numbers of 31 bits.
template <class D, class Arc>
bool fit_gathers(const TightArcs<D, Arc>& rows, Vertex begin, Vertex end) {
  constexpr EdgeIndex kMost = 1U << 29U;
  return rows.num_vertices <= kMost * 2 && rows.offsets[end] - rows.offsets[begin] <= kMost;
}

}  // namespace

template <>
void TightArcs<std::uint32_t, std::uint32_t>::find(Vertex begin, Vertex end, Vertex* found) const {
  if (!fit_gathers(*this, begin, end)) return (void)std::fill_n(found, end - begin, kUndecided);
  HWY_DYNAMIC_DISPATCH(FindPacked)(*this, begin, end, found);
}
template <>
void TightArcs<float, WeightedArc<float>>::find(Vertex begin, Vertex end, Vertex* found) const {
  if (!fit_gathers(*this, begin, end)) return (void)std::fill_n(found, end - begin, kUndecided);
  HWY_DYNAMIC_DISPATCH(FindFloat)(*this, begin, end, found);
}

}  // namespace strider::detail
#endif
