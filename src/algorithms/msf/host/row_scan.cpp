// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/msf/host/row_scan.cpp"
#include "algorithms/msf/host/row_scan.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <bit>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Rows below this have too few entries for a vector to pay.
constexpr EdgeIndex kShortRow = 6;

template <class W>
using Keys = hn::CappedTag<WeightKey<W>, 64 / sizeof(W)>;

/// WeightOrder::key for a vector of weights.
template <class W>
HWY_INLINE hn::Vec<Keys<W>> keys_at(Keys<W> d, const W* weights, WeightKey<W> flip) {
  if constexpr (std::is_floating_point_v<W>) {
    const hn::RebindToFloat<Keys<W>> df;
    const hn::RebindToSigned<Keys<W>> di;
    const auto bits = hn::BitCast(d, hn::Add(hn::LoadU(df, weights), hn::Zero(df)));
    const auto sign = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, bits)));
    const auto top = hn::Set(d, WeightKey<W>{1} << (8 * sizeof(W) - 1));
    return hn::Xor(bits, hn::Xor(hn::Or(sign, top), hn::Set(d, flip)));
  } else {
    return hn::Xor(hn::LoadU(d, weights), hn::Set(d, flip));
  }
}

template <class D>
HWY_INLINE std::uint64_t bits_of_mask(D d, hn::Mask<D> mask) {
  HWY_ALIGN std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
  return bits;
}

/// The smallest target among the entries of a row that have the key.
template <class W>
HWY_INLINE Vertex first_target(const RowScan<W>& scan, EdgeIndex begin, EdgeIndex end,
                               WeightKey<W> key) {
  const Keys<W> d;
  const auto wanted = hn::Set(d, key);
  Vertex first = kNoVertex;
  for (EdgeIndex i = begin; i < end; i += hn::Lanes(d)) {
    const auto valid = hn::FirstN(d, end - i);
    const auto equal = hn::Eq(keys_at<W>(d, scan.weights + i, scan.order.flip()), wanted);
    std::uint64_t bits = bits_of_mask(d, hn::And(equal, valid));
    for (; bits != 0; bits &= bits - 1) {
      first = std::min(first, scan.targets[i + static_cast<unsigned>(std::countr_zero(bits))]);
    }
  }
  return first;
}

template <class W>
HWY_INLINE void scan_long_row(const RowScan<W>& scan, Vertex u,
                              EdgeBuffer<KeyedEdge<WeightKey<W>>>& light,
                              KeyRange<WeightKey<W>>& range) {
  using Key = WeightKey<W>;
  const Keys<W> d;
  const EdgeIndex begin = scan.offsets[u];
  const EdgeIndex end = scan.offsets[u + std::size_t{1}];
  Key limit{};
  const bool has_light = scan.row_limit(u, limit);
  const auto limits = hn::Set(d, limit);
  auto least = hn::Set(d, static_cast<Key>(~Key{0}));
  auto greatest = hn::Zero(d);
  auto* out = light.make_room(end - begin);
  for (EdgeIndex i = begin; i < end; i += hn::Lanes(d)) {
    // Past the end of a row there is another one, or the padding of the array.
    const auto valid = hn::FirstN(d, end - i);
    const auto keys = keys_at<W>(d, scan.weights + i, scan.order.flip());
    least = hn::Min(least, hn::IfThenElse(valid, keys, least));
    greatest = hn::Max(greatest, hn::IfThenElseZero(valid, keys));
    if (!has_light) continue;
    std::uint64_t bits = bits_of_mask(d, hn::AndNot(hn::Gt(keys, limits), valid));
    for (; bits != 0; bits &= bits - 1) {
      const EdgeIndex at = i + static_cast<unsigned>(std::countr_zero(bits));
      const Vertex v = scan.targets[at];
      *out = {u, v, scan.order.key(scan.weights[at])};
      out += v > u ? 1 : 0;
    }
  }
  light.grow_to(out);
  const Key key = hn::GetLane(hn::MinOfLanes(d, least));
  range.add({key, hn::GetLane(hn::MaxOfLanes(d, greatest))});
  scan.first_key[u] = key;
  scan.first_other[u] = first_target(scan, begin, end, key);
}

template <class W>
void scan_all(const RowScan<W>& scan, Vertex begin, Vertex end,
              EdgeBuffer<KeyedEdge<WeightKey<W>>>& light, KeyRange<WeightKey<W>>& range) {
  for (Vertex u = begin; u < end; ++u) {
    const EdgeIndex degree = scan.offsets[u + std::size_t{1}] - scan.offsets[u];
    if (degree < kShortRow || scan.has_self_loops) {
      scan_row_scalar(scan, u, light, range);
    } else {
      scan_long_row(scan, u, light, range);
    }
  }
}

void ScanFloat(const RowScan<float>& scan, Vertex begin, Vertex end,
               EdgeBuffer<KeyedEdge<std::uint32_t>>& light, KeyRange<std::uint32_t>& range) {
  scan_all(scan, begin, end, light, range);
}
void ScanDouble(const RowScan<double>& scan, Vertex begin, Vertex end,
                EdgeBuffer<KeyedEdge<std::uint64_t>>& light, KeyRange<std::uint64_t>& range) {
  scan_all(scan, begin, end, light, range);
}
void ScanUint32(const RowScan<std::uint32_t>& scan, Vertex begin, Vertex end,
                EdgeBuffer<KeyedEdge<std::uint32_t>>& light, KeyRange<std::uint32_t>& range) {
  scan_all(scan, begin, end, light, range);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(ScanFloat);
HWY_EXPORT(ScanDouble);
HWY_EXPORT(ScanUint32);

}  // namespace

template <>
void scan_rows(const RowScan<float>& scan, Vertex begin, Vertex end,
               EdgeBuffer<KeyedEdge<std::uint32_t>>& light, KeyRange<std::uint32_t>& range) {
  HWY_DYNAMIC_DISPATCH(ScanFloat)(scan, begin, end, light, range);
}
template <>
void scan_rows(const RowScan<double>& scan, Vertex begin, Vertex end,
               EdgeBuffer<KeyedEdge<std::uint64_t>>& light, KeyRange<std::uint64_t>& range) {
  HWY_DYNAMIC_DISPATCH(ScanDouble)(scan, begin, end, light, range);
}
template <>
void scan_rows(const RowScan<std::uint32_t>& scan, Vertex begin, Vertex end,
               EdgeBuffer<KeyedEdge<std::uint32_t>>& light, KeyRange<std::uint32_t>& range) {
  HWY_DYNAMIC_DISPATCH(ScanUint32)(scan, begin, end, light, range);
}

}  // namespace strider::detail
#endif
