// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/msf/host/block_arcs.cpp"
#include "algorithms/msf/host/block_arcs.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "base/compress.hpp"
#include "graph/weight_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class W>
bool collect_vectors(const BlockArcs<W>& arcs, std::uint8_t* taken,
                     typename BlockArcs<W>::Cursor& out) {
  const hn::CappedTag<std::uint32_t, 16> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<std::uint16_t, decltype(d)> dh;
  const hn::Rebind<std::uint8_t, decltype(d)> db;
  const std::size_t lanes = hn::Lanes(d);
  const auto begin = hn::Set(d, arcs.begin);
  const auto size = hn::Set(d, arcs.size);
  const auto own = hn::Set(d, arcs.own);
  const auto low_half = hn::Set(d, 0xFFFFU);
  auto ascending = hn::Eq(begin, begin);
  std::size_t i = 0;
  // The last vector would write marks of the next block, which another thread may write.
  for (; i + lanes <= arcs.count; i += lanes) {
    const auto x = hn::PromoteTo(d, hn::LoadU(dh, arcs.sources + i));
    const auto v = hn::LoadU(d, arcs.targets + i);
    const auto next_x = hn::PromoteTo(d, hn::LoadU(dh, arcs.sources + i + 1));
    const auto next_v = hn::LoadU(d, arcs.targets + i + 1);
    ascending = hn::And(ascending, hn::Or(hn::Ne(x, next_x), hn::Lt(v, next_v)));

    const auto y = hn::Sub(v, begin);
    const auto inside = hn::Lt(y, size);
    const auto upward = hn::And(hn::Gt(v, hn::Add(x, begin)), hn::Lt(v, own));
    const auto mine = hn::GatherIndex(d, arcs.places, hn::BitCast(di, x));
    const auto there = hn::IfThenElse(inside, y, x);
    const auto its = hn::GatherIndex(d, arcs.places, hn::BitCast(di, there));
    const auto either = hn::Or(hn::Eq(hn::ShiftRight<16>(its), x),  //
                               hn::Eq(hn::ShiftRight<16>(mine), y));
    const auto hooked = hn::And(hn::And(inside, upward), either);
    const auto marks = hn::IfThenElseZero(hooked, hn::Set(d, 1U));
    hn::StoreU(hn::TruncateTo(db, marks), db, taken + i);

    const auto outside = hn::IfThenElse(upward, hn::Set(d, kAboveBlock), hn::Set(d, kBelowBlock));
    const auto a = hn::And(mine, low_half);
    const auto b = hn::IfThenElse(inside, hn::And(its, low_half), outside);
    const auto kept = hn::And(hn::Ne(a, b), hn::Or(upward, hn::Not(inside)));
    // Whole vectors are written, and what is behind the edges kept is written over.
    hn::StoreU(compress(d, keys_at(d, arcs.weights + i, arcs.order.flip()), kept), d, out.key);
    hn::StoreU(compress(d, hn::Iota(d, static_cast<std::uint32_t>(i)), kept), d, out.arc);
    hn::StoreU(compress(d, hn::Or(hn::ShiftLeft<16>(b), a), kept), d, out.ends);
    out.advance(hn::CountTrue(d, kept));
  }
  return arcs.collect_scalar(i, taken, out) && hn::AllTrue(d, ascending);
}

bool CollectFloat(const BlockArcs<float>& arcs, std::uint8_t* taken,
                  BlockArcs<float>::Cursor& out) {
  return collect_vectors(arcs, taken, out);
}
bool CollectUint32(const BlockArcs<std::uint32_t>& arcs, std::uint8_t* taken,
                   BlockArcs<std::uint32_t>::Cursor& out) {
  return collect_vectors(arcs, taken, out);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(CollectFloat);
HWY_EXPORT(CollectUint32);

}  // namespace

template <>
bool collect_arcs(const BlockArcs<float>& arcs, std::uint8_t* taken,
                  BlockArcs<float>::Cursor& out) {
  return HWY_DYNAMIC_DISPATCH(CollectFloat)(arcs, taken, out);
}
template <>
bool collect_arcs(const BlockArcs<std::uint32_t>& arcs, std::uint8_t* taken,
                  BlockArcs<std::uint32_t>::Cursor& out) {
  return HWY_DYNAMIC_DISPATCH(CollectUint32)(arcs, taken, out);
}
// Keys of 64 bits would need two vectors for one of ends.
template <>
bool collect_arcs(const BlockArcs<double>& arcs, std::uint8_t* taken,
                  BlockArcs<double>::Cursor& out) {
  return arcs.collect_scalar(0, taken, out);
}

}  // namespace strider::detail
#endif
