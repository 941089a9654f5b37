// Keys of weights, a vector at a time. Included once for each instruction set.
#if defined(STRIDER_GRAPH_WEIGHT_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_GRAPH_WEIGHT_LANES
#undef STRIDER_GRAPH_WEIGHT_LANES
#else
#define STRIDER_GRAPH_WEIGHT_LANES
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// WeightOrder::key for a vector of weights; D is of keys.
template <class D, class W>
HWY_INLINE hn::Vec<D> keys_at(D d, const W* weights, std::uint32_t flip) {
  if constexpr (std::is_floating_point_v<W>) {
    const hn::RebindToFloat<D> df;
    const hn::RebindToSigned<D> di;
    const auto bits = hn::BitCast(d, hn::Add(hn::LoadU(df, weights), hn::Zero(df)));
    const auto sign = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(di, bits)));
    return hn::Xor(bits, hn::Xor(hn::Or(sign, hn::Set(d, 1U << 31U)), hn::Set(d, flip)));
  } else {
    return hn::Xor(hn::LoadU(d, weights), hn::Set(d, flip));
  }
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
