// Rows of sixteen numbers as vectors: included once for each instruction set.
#if defined(STRIDER_BATCH_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef STRIDER_BATCH_ROWS_INL
#undef STRIDER_BATCH_ROWS_INL
#else
#define STRIDER_BATCH_ROWS_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <array>
#include <type_traits>

#include "algorithms/bc/host/batch_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace strider::detail::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A row is a whole number of vectors, known when this is compiled.
#if HWY_HAVE_SCALABLE
constexpr std::size_t kVectorLanes = 2;
#else
constexpr std::size_t kVectorLanes = HWY_MIN(8, HWY_MAX_BYTES / sizeof(double));
#endif
constexpr std::size_t kVectors = kBatch / kVectorLanes;
using Doubles = hn::FixedTag<double, kVectorLanes>;
using Floats = hn::FixedTag<float, kVectorLanes>;
using WideRow = std::array<hn::Vec<Doubles>, kVectors>;
/// A row while it is worked on; that of a single search is a number.
template <std::size_t kWidth>
using Row = std::conditional_t<kWidth == 1, double, WideRow>;

// Loads and stores that leave other lanes untouched, and gathers. Where an instruction set has
// none, Highway reads and writes whole vectors instead.
#undef STRIDER_HAS_MASKED_ACCESS
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
#define STRIDER_HAS_MASKED_ACCESS 1
#else
#define STRIDER_HAS_MASKED_ACCESS 0
#endif

constexpr std::size_t kHalf = kBatch / 2;
constexpr BatchMask kLowHalf = (1U << kHalf) - 1;

/// The lanes of vector i, of doubles or floats.
template <class Tag>
HWY_INLINE hn::Mask<Tag> lanes_of(Tag tag, BatchMask lanes, std::size_t i) {
  const auto bits = static_cast<std::uint8_t>(lanes >> (i * kVectorLanes));
  // LoadMaskBits reads whole bytes.
  const std::array<std::uint8_t, 8> bytes{bits};
  return hn::LoadMaskBits(tag, bytes.data());
}

/// Vector i of a row, zero in other lanes.
HWY_INLINE hn::Vec<Doubles> load_lanes(BatchMask lanes, const double* values, std::size_t i) {
  return hn::MaskedLoad(lanes_of(Doubles(), lanes, i), Doubles(), values + i * kVectorLanes);
}
HWY_INLINE hn::Vec<Doubles> load_lanes(BatchMask lanes, const float* values, std::size_t i) {
  return hn::PromoteTo(
      Doubles(), hn::MaskedLoad(lanes_of(Floats(), lanes, i), Floats(), values + i * kVectorLanes));
}

HWY_INLINE void store_lanes(hn::Vec<Doubles> vector, BatchMask lanes, double* values,
                            std::size_t i) {
  hn::BlendedStore(vector, lanes_of(Doubles(), lanes, i), Doubles(), values + i * kVectorLanes);
}
HWY_INLINE void store_lanes(hn::Vec<Doubles> vector, BatchMask lanes, float* values,
                            std::size_t i) {
  hn::BlendedStore(hn::DemoteTo(Floats(), vector), lanes_of(Floats(), lanes, i), Floats(),
                   values + i * kVectorLanes);
}

HWY_INLINE void clear(WideRow& row) {
  for (auto& part : row) part = hn::Zero(Doubles());
}
HWY_INLINE void clear(double& row) {
  row = 0;
}

template <class Value>
HWY_INLINE void add_lanes(WideRow& sum, BatchMask lanes, const Value* values, std::size_t first,
                          std::size_t last) {
  for (std::size_t i = first; i < last; ++i) {
    sum[i] = hn::Add(sum[i], load_lanes(lanes, values, i));
  }
}

/// A row of doubles is two lines of the cache; one without searches is not asked for.
HWY_INLINE void add_lanes(WideRow& sum, BatchMask lanes, const double* values) {
  if ((lanes & kLowHalf) != 0) add_lanes(sum, lanes, values, 0, kVectors / 2);
  if ((lanes & ~kLowHalf) != 0) add_lanes(sum, lanes, values, kVectors / 2, kVectors);
}
HWY_INLINE void add_lanes(WideRow& sum, BatchMask lanes, const float* values) {
  add_lanes(sum, lanes, values, 0, kVectors);
}
HWY_INLINE void add_lanes(double& sum, BatchMask lanes, const double* value) {
  if (lanes != 0) sum += *value;
}

template <std::size_t kWidth, class Value>
HWY_INLINE void fetch_row(BatchMask lanes, const Value* row) {
  if constexpr (kWidth == 1 || std::is_same_v<Value, float>) {
    hwy::Prefetch(row);
  } else {
    if ((lanes & kLowHalf) != 0) hwy::Prefetch(row);
    if ((lanes & ~kLowHalf) != 0) hwy::Prefetch(row + kHalf);
  }
}

template <class Value>
HWY_INLINE void store_row(const WideRow& row, BatchMask lanes, Value* values) {
  for (std::size_t i = 0; i < kVectors; ++i) store_lanes(row[i], lanes, values, i);
}
HWY_INLINE void store_row(double row, BatchMask, double* value) {
  *value = row;
}

/// The sum of the lanes in a fixed order: halves on halves.
HWY_INLINE double sum_of_lanes(const WideRow& row, BatchMask lanes) {
  HWY_ALIGN std::array<double, kBatch> values;
  for (std::size_t i = 0; i < kVectors; ++i) {
    hn::Store(hn::IfThenElseZero(lanes_of(Doubles(), lanes, i), row[i]), Doubles(),
              values.data() + i * kVectorLanes);
  }
  for (std::size_t half = kBatch / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) values[i] += values[i + half];
  }
  return values[0];
}

}  // namespace strider::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
