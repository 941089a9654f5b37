// Compiled once for each instruction set; the best that the machine has is chosen when it runs.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/sssp/host/arc_filter.cpp"
#include "algorithms/sssp/host/arc_filter.hpp"

#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstring>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class W>
using Lanes = hn::CappedTag<W, 64 / sizeof(W)>;

template <class W>
HWY_INLINE std::uint64_t bits_of(hn::Mask<Lanes<W>> mask) {
  // As many bytes as the lanes need, but for the padding that the function may write.
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lanes<W>(), mask, bytes);
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, sizeof(bits));
  return bits;
}

template <class W>
HWY_INLINE PickedWeights pick(const W* HWY_RESTRICT weights, unsigned count, W base, W begin, W end,
                              W& least_beyond) {
  const Lanes<W> d;
  const auto lanes = static_cast<unsigned>(hn::Lanes(d));
  const auto first = hn::Set(d, begin);
  const auto last = hn::Set(d, end);
  const auto added = hn::Set(d, base);
  const auto none = hn::Set(d, least_beyond);
  // An arc of infinite weight leads there.
  [[maybe_unused]] const auto nowhere = hn::Set(d, kUnreachedDistance<W>);
  auto least = none;
  PickedWeights picked;
  const auto look = [&](hn::Vec<Lanes<W>> weight, hn::Mask<Lanes<W>> valid, unsigned at) HWY_ATTR {
    const auto sum = hn::Add(weight, added);
    const auto is_past = hn::Gt(sum, last);
    const auto inside = hn::AndNot(hn::Or(is_past, hn::Lt(sum, first)), valid);
    auto above = hn::And(valid, is_past);
    if constexpr (std::is_floating_point_v<W>) above = hn::And(above, hn::Lt(sum, nowhere));
    least = hn::Min(least, hn::IfThenElse(above, sum, none));
    picked.within |= bits_of<W>(inside) << at;
    picked.beyond |= bits_of<W>(above) << at;
  };
  const auto all = hn::FirstN(d, lanes);
  unsigned i = 0;
  for (; i + lanes <= count; i += lanes) look(hn::LoadU(d, weights + i), all, i);
  if (i < count) {
    // Nothing may be read past the weights.
    HWY_ALIGN W rest[64 / sizeof(W)] = {};
    std::memcpy(rest, weights + i, (count - i) * sizeof(W));
    look(hn::Load(d, rest), hn::FirstN(d, count - i), i);
  }
  // Asked only where a lane counts: Highway's emulated vectors return no more than the largest
  // finite number.
  if (picked.beyond != 0) least_beyond = hn::GetLane(hn::MinOfLanes(d, least));
  return picked;
}

PickedWeights PickIntegers(const std::uint32_t* weights, unsigned count, std::uint32_t base,
                           std::uint32_t begin, std::uint32_t end, std::uint32_t& least) {
  return pick(weights, count, base, begin, end, least);
}
PickedWeights PickFloats(const float* weights, unsigned count, float base, float begin, float end,
                         float& least) {
  return pick(weights, count, base, begin, end, least);
}
PickedWeights PickDoubles(const double* weights, unsigned count, double base, double begin,
                          double end, double& least) {
  return pick(weights, count, base, begin, end, least);
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace strider::detail {
namespace {

HWY_EXPORT(PickIntegers);
HWY_EXPORT(PickFloats);
HWY_EXPORT(PickDoubles);

}  // namespace

template <>
PickedWeights pick_weights(const std::uint32_t* weights, unsigned count, std::uint32_t base,
                           std::uint32_t begin, std::uint32_t end, std::uint32_t& least) {
  return HWY_DYNAMIC_DISPATCH(PickIntegers)(weights, count, base, begin, end, least);
}
template <>
PickedWeights pick_weights(const float* weights, unsigned count, float base, float begin, float end,
                           float& least) {
  return HWY_DYNAMIC_DISPATCH(PickFloats)(weights, count, base, begin, end, least);
}
template <>
PickedWeights pick_weights(const double* weights, unsigned count, double base, double begin,
                           double end, double& least) {
  return HWY_DYNAMIC_DISPATCH(PickDoubles)(weights, count, base, begin, end, least);
}

}  // namespace strider::detail
#endif
