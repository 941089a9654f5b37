// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/msf/host/row_scan.cpp"
#include "algorithms/msf/host/row_scan.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <type_traits>

#include "algorithms/msf/host/weight_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Entries as one number each, and the weights and targets they are made of, as many at a time.
using Entries = hn::CappedTag<std::uint64_t, 8>;
using Halves = hn::Rebind<std::uint32_t, Entries>;

/// Keys and targets as one number each; all ones behind the first `count`.
HWY_INLINE hn::Vec<Entries> entries_of(hn::Vec<Halves> keys, hn::Vec<Halves> targets,
                                       std::size_t count) {
  const Entries d;
  const auto high = hn::ShiftLeft<32>(hn::PromoteTo(d, keys));
  const auto entries = hn::Or(high, hn::PromoteTo(d, targets));
  return hn::IfThenElse(hn::FirstN(d, count), entries, hn::Set(d, ~std::uint64_t{0}));
}

/// Appends the light ones of the first `count` entries of the row of u.
HWY_INLINE void append_light(hn::Vec<Halves> keys, hn::Vec<Halves> targets, std::size_t count,
                             Vertex u, std::uint32_t limit,
                             LightEdges<std::uint32_t>::Cursor& out) {
  const Halves d;
  const auto upward = hn::And(hn::Gt(targets, hn::Set(d, u)), hn::FirstN(d, count));
  const auto light = hn::AndNot(hn::Gt(keys, hn::Set(d, limit)), upward);
  if (hn::AllFalse(d, light)) return;
  // Whole vectors are written, and what is behind the light ones is written over.
  hn::StoreU(hn::Set(d, u), d, out.row);
  hn::StoreU(hn::Compress(targets, light), d, out.target);
  hn::StoreU(hn::Compress(keys, light), d, out.key);
  out.advance(hn::CountTrue(d, light));
}

template <class W>
void scan_all(const RowScan<W>& scan, Vertex begin, Vertex end, LightEdges<std::uint32_t>& light,
              KeyRange<std::uint32_t>& range) {
  const Entries d;
  const Halves dh;
  const std::size_t lanes = hn::Lanes(d);
  const auto none = hn::Set(d, ~std::uint64_t{0});
  auto least_of_all = none;
  auto greatest = hn::Zero(dh);
  for (Vertex u = begin; u < end; ++u) {
    const EdgeIndex row = scan.offsets[u];
    const EdgeIndex row_end = scan.offsets[u + std::size_t{1}];
    std::uint32_t limit = 0;
    const bool may_be_light = scan.row_limit(u, limit);
    LightEdges<std::uint32_t>::Cursor out{};
    if (may_be_light) out = light.make_room(row_end - row + lanes);
    auto least = none;
    for (EdgeIndex i = row; i < row_end; i += lanes) {
      // Past the end of a row there is another one, or the padding of the array.
      const auto keys = keys_at(dh, scan.weights + i, scan.order.flip());
      const auto targets = hn::LoadU(dh, scan.targets + i);
      const std::size_t count = row_end - i;
      least = hn::Min(least, entries_of(keys, targets, count));
      if constexpr (std::is_floating_point_v<W>) {
        greatest = hn::Max(greatest, hn::IfThenElseZero(hn::FirstN(dh, count), keys));
      }
      if (may_be_light) append_light(keys, targets, count, u, limit, out);
    }
    if (may_be_light) light.grow_to(out);
    least_of_all = hn::Min(least_of_all, least);
    const std::uint64_t first = hn::GetLane(hn::MinOfLanes(d, least));
    scan.first_other[u - scan.base] = static_cast<Vertex>(first);
    scan.first_key[u - scan.base] = static_cast<std::uint32_t>(first >> 32U);
  }
  // Of integers the greatest is not asked for: they are numbers, whatever they are.
  range.add(static_cast<std::uint32_t>(hn::GetLane(hn::MinOfLanes(d, least_of_all)) >> 32U),
            hn::GetLane(hn::MaxOfLanes(dh, greatest)));
}

void ScanFloat(const RowScan<float>& scan, Vertex begin, Vertex end,
               LightEdges<std::uint32_t>& light, KeyRange<std::uint32_t>& range) {
  scan_all(scan, begin, end, light, range);
}
void ScanUint32(const RowScan<std::uint32_t>& scan, Vertex begin, Vertex end,
                LightEdges<std::uint32_t>& light, KeyRange<std::uint32_t>& range) {
  scan_all(scan, begin, end, light, range);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(ScanFloat);
HWY_EXPORT(ScanUint32);

}  // namespace

// Self-loops are rare: they may not be the first edge of a vertex, which vectors do not look at.
template <>
void scan_rows(const RowScan<float>& scan, Vertex begin, Vertex end,
               LightEdges<std::uint32_t>& light, KeyRange<std::uint32_t>& range) {
  if (scan.has_self_loops) return scan_rows_scalar(scan, begin, end, light, range);
  HWY_DYNAMIC_DISPATCH(ScanFloat)(scan, begin, end, light, range);
}
template <>
void scan_rows(const RowScan<std::uint32_t>& scan, Vertex begin, Vertex end,
               LightEdges<std::uint32_t>& light, KeyRange<std::uint32_t>& range) {
  if (scan.has_self_loops) return scan_rows_scalar(scan, begin, end, light, range);
  HWY_DYNAMIC_DISPATCH(ScanUint32)(scan, begin, end, light, range);
}
// An entry of a 64-bit key does not fit a lane.
template <>
void scan_rows(const RowScan<double>& scan, Vertex begin, Vertex end,
               LightEdges<std::uint64_t>& light, KeyRange<std::uint64_t>& range) {
  scan_rows_scalar(scan, begin, end, light, range);
}

}  // namespace strider::detail
#endif
