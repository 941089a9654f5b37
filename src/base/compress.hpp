// Masks as bits, and lanes moved together. Included once for each instruction set.
#if defined(STRIDER_BASE_COMPRESS) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_BASE_COMPRESS
#undef STRIDER_BASE_COMPRESS
#else
#define STRIDER_BASE_COMPRESS
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// For every mask of eight lanes, the lanes it has, in order.
constexpr auto kLanesOfMask = [] {
  std::array<std::array<std::uint8_t, 8>, 256> lanes{};
  for (std::size_t mask = 0; mask < lanes.size(); ++mask) {
    std::size_t count = 0;
    for (std::uint8_t lane = 0; lane < 8; ++lane) {
      if ((mask >> lane & 1U) != 0) lanes[mask][count++] = lane;
    }
  }
  return lanes;
}();

/// A bit for each lane of the mask, of 64 at most.
template <class D>
HWY_INLINE std::uint64_t bits_of_mask(D d, hn::Mask<D> mask) {
  HWY_ALIGN std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(d, mask, bytes);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 8; ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
  return bits;
}

/// The lanes of `mask`, moved to the front in their order; what follows them is not defined. Lanes
/// have 32 bits. hn::Compress where that is one instruction: GCC 12 copies the table that Highway
/// 1.0 looks up for AVX2, of 1 KiB, to the stack at every call.
template <class D>
HWY_INLINE hn::Vec<D> compress(D d, hn::Vec<D> vector, hn::Mask<D> mask) {
  static_assert(sizeof(hn::TFromD<D>) == 4);
  if constexpr (hn::MaxLanes(D()) > 8) {
    return hn::Compress(vector, mask);
  } else {
    const hn::RebindToUnsigned<D> du;
    const hn::Rebind<std::uint8_t, D> bytes;
    const auto lanes =
        hn::PromoteTo(du, hn::LoadU(bytes, kLanesOfMask[bits_of_mask(d, mask)].data()));
    return hn::BitCast(
        d, hn::TableLookupLanes(hn::BitCast(du, vector), hn::IndicesFromVec(du, lanes)));
  }
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
