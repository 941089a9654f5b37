// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/msf/host/row_scan.cpp"
#include "algorithms/msf/host/row_scan.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <type_traits>

#include "base/compress.hpp"
#include "graph/weight_lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Entries as one number each, and the weights and places they are made of, as many at a time.
using Entries = hn::CappedTag<std::uint64_t, 8>;
using Halves = hn::Rebind<std::uint32_t, Entries>;

/// Keys and places as one number each; all ones behind the first `count`.
HWY_INLINE hn::Vec<Entries> entries_of(hn::Vec<Halves> keys, hn::Vec<Halves> places,
                                       std::size_t count) {
  const Entries d;
  const auto high = hn::ShiftLeft<32>(hn::PromoteTo(d, keys));
  const auto entries = hn::Or(high, hn::PromoteTo(d, places));
  return hn::IfThenElse(hn::FirstN(d, count), entries, hn::Set(d, ~std::uint64_t{0}));
}

/// Appends the light ones among the entries that `valid` marks, of the row of u.
template <class D>
HWY_INLINE void append_light(D d, hn::Vec<D> keys, hn::Vec<D> targets, hn::Mask<D> valid, Vertex u,
                             std::uint32_t limit, LightEdges<std::uint32_t>::Cursor& out) {
  const auto upward = hn::And(hn::Gt(targets, hn::Set(d, u)), valid);
  const auto light = hn::AndNot(hn::Gt(keys, hn::Set(d, limit)), upward);
  if (hn::AllFalse(d, light)) return;
  // Whole vectors are written, and what is behind the light ones is written over.
  hn::StoreU(hn::Set(d, u), d, out.row);
  hn::StoreU(compress(d, targets, light), d, out.target);
  hn::StoreU(compress(d, keys, light), d, out.key);
  out.advance(hn::CountTrue(d, light));
}

/// Places of targets that are their numbers.
struct InOrder {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D, hn::Vec<D> targets) const {
    return targets;
  }
};
/// Places as TargetPlaces says.
struct Reordered {
  TargetPlaces places;
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> targets) const {
    const auto first_end = hn::Set(d, places.first_end);
    const auto next_end = hn::Set(d, places.next_end);
    const auto behind = hn::IfThenElseZero(hn::Lt(targets, first_end), next_end);
    const auto last = hn::IfThenZeroElse(hn::Lt(targets, next_end), first_end);
    return hn::Add(targets, hn::Add(behind, last));
  }
};

/// The rows of one call: what is found, and the vectors it is found with.
template <class W, class Places>
class Scanner {
 public:
  Scanner(const RowScan<W>& scan, Places places, LightEdges<std::uint32_t>& light)
      : scan_(scan), places_(places), light_(light) {}

  HWY_INLINE void look_at(Vertex u) {
    const EdgeIndex row = scan_.offsets[u];
    const std::size_t degree = scan_.offsets[u + std::size_t{1}] - row;
    std::uint32_t limit = 0;
    const bool may_be_light = scan_.row_limit(u, limit);
    LightEdges<std::uint32_t>::Cursor out{};
    if (may_be_light) out = light_.make_room(degree + kLanes);
    const std::uint64_t first = degree <= hn::Lanes(entries_)
                                    ? first_of_short(u, row, degree, may_be_light, limit, out)
                                    : first_of_long(u, row, degree, may_be_light, limit, out);
    if (may_be_light) light_.grow_to(out);
    least_ = std::min(least_, first);
    scan_.first_other[u - scan_.base] = static_cast<Vertex>(first);
    scan_.first_key[u - scan_.base] = static_cast<std::uint32_t>(first >> 32U);
  }

  // Of integers the greatest is not asked for: they are numbers, whatever they are.
  [[nodiscard]] KeyRange<std::uint32_t> range() const {
    return {static_cast<std::uint32_t>(least_ >> 32U), greatest_};
  }

 private:
  static constexpr std::size_t kLanes = 16;

  /// The first entry of a row that fits a vector of entries: one minimum of key and place.
  HWY_INLINE std::uint64_t first_of_short(Vertex u, EdgeIndex row, std::size_t degree,
                                          bool may_be_light, std::uint32_t limit,
                                          LightEdges<std::uint32_t>::Cursor& out) {
    const hn::Rebind<std::uint32_t, decltype(entries_)> d;
    // Past the end of a row there is another one, or the padding of the array.
    const auto keys = keys_at(d, scan_.weights + row, scan_.order.flip());
    const auto targets = hn::LoadU(d, scan_.targets + row);
    const auto valid = hn::FirstN(d, degree);
    note_greatest(d, hn::IfThenElseZero(valid, keys));
    if (may_be_light) append_light(d, keys, targets, valid, u, limit, out);
    return hn::GetLane(hn::MinOfLanes(entries_, entries_of(keys, places_(d, targets), degree)));
  }

  /// Of a longer one: in every lane the first entry so far, key and place apart.
  HWY_INLINE std::uint64_t first_of_long(Vertex u, EdgeIndex row, std::size_t degree,
                                         bool may_be_light, std::uint32_t limit,
                                         LightEdges<std::uint32_t>::Cursor& out) {
    const hn::CappedTag<std::uint32_t, kLanes> d;
    const auto none = hn::Set(d, ~std::uint32_t{0});
    const auto all = hn::Eq(none, none);
    auto first_keys = none;
    auto first_places = none;
    const auto look = [&](hn::Vec<decltype(d)> keys, hn::Vec<decltype(d)> places) HWY_ATTR {
      const auto earlier = hn::Or(hn::Lt(keys, first_keys),
                                  hn::And(hn::Eq(keys, first_keys), hn::Lt(places, first_places)));
      first_keys = hn::IfThenElse(earlier, keys, first_keys);
      first_places = hn::IfThenElse(earlier, places, first_places);
    };
    std::size_t i = 0;
    auto greatest = hn::Zero(d);
    for (; i + hn::Lanes(d) <= degree; i += hn::Lanes(d)) {
      const auto keys = keys_at(d, scan_.weights + row + i, scan_.order.flip());
      const auto targets = hn::LoadU(d, scan_.targets + row + i);
      look(keys, places_(d, targets));
      if constexpr (std::is_floating_point_v<W>) greatest = hn::Max(greatest, keys);
      if (may_be_light) append_light(d, keys, targets, all, u, limit, out);
    }
    if (i < degree) {
      const auto valid = hn::FirstN(d, degree - i);
      const auto keys = keys_at(d, scan_.weights + row + i, scan_.order.flip());
      const auto targets = hn::LoadU(d, scan_.targets + row + i);
      look(hn::IfThenElse(valid, keys, none), hn::IfThenElse(valid, places_(d, targets), none));
      greatest = hn::Max(greatest, hn::IfThenElseZero(valid, keys));
      if (may_be_light) append_light(d, keys, targets, valid, u, limit, out);
    }
    note_greatest(d, greatest);
    const std::uint32_t key = hn::GetLane(hn::MinOfLanes(d, first_keys));
    const auto of_key = hn::Eq(first_keys, hn::Set(d, key));
    const auto places = hn::IfThenElse(of_key, first_places, none);
    return std::uint64_t{key} << 32U | hn::GetLane(hn::MinOfLanes(d, places));
  }

  template <class D>
  HWY_INLINE void note_greatest(D d, hn::Vec<D> keys) {
    if constexpr (std::is_floating_point_v<W>) {
      greatest_ = std::max(greatest_, hn::GetLane(hn::MaxOfLanes(d, keys)));
    }
  }

  const RowScan<W>& scan_;
  Places places_;
  LightEdges<std::uint32_t>& light_;
  Entries entries_;
  std::uint64_t least_ = ~std::uint64_t{0};
  std::uint32_t greatest_ = 0;
};

template <class W>
void scan_all(const RowScan<W>& scan, Vertex begin, Vertex end, LightEdges<std::uint32_t>& light,
              KeyRange<std::uint32_t>& range) {
  // A graph without arcs has no arrays that could be read from.
  if (scan.offsets[begin] == scan.offsets[end]) {
    return scan_rows_scalar(scan, begin, end, light, range);
  }
  const auto scan_with = [&](auto places) HWY_ATTR {
    Scanner<W, decltype(places)> scanner(scan, places, light);
    for (Vertex u = begin; u < end; ++u) scanner.look_at(u);
    const KeyRange<std::uint32_t> found = scanner.range();
    range.add(found.least, found.greatest);
  };
  if (scan.places.next_end == 0) {
    scan_with(InOrder());
  } else {
    scan_with(Reordered{scan.places});
  }
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
