#include "base/exact_sum.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace strider {
namespace {

constexpr std::int64_t kChunkBits = 32;
constexpr std::int64_t kChunkMask = 0xFFFF'FFFF;
constexpr int kLowestExponent = -1074;

/// high * 2^64 + low as 53 significant bits, ties to even; `sticky` says that bits below are not
/// all zero.
double rounded(std::uint64_t top, bool sticky, int exponent) {
  const int shift = std::countl_zero(top);
  top <<= static_cast<unsigned>(shift);
  constexpr std::uint64_t kRest = (1U << 11U) - 1;  // of 64 bits, those past 53
  constexpr std::uint64_t kHalf = 1U << 10U;
  const std::uint64_t rest = top & kRest;
  std::uint64_t mantissa = top >> 11U;
  if (rest > kHalf || (rest == kHalf && (sticky || (mantissa & 1U) != 0))) ++mantissa;
  return std::ldexp(static_cast<double>(mantissa), exponent - shift + 11);
}

}  // namespace

void ExactSum::add(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const bool negative = (bits >> 63U) != 0;
  const auto biased = static_cast<unsigned>(bits >> 52U & 0x7FFU);
  std::uint64_t mantissa = bits & ((1ULL << 52U) - 1);
  if (biased == 0x7FF) {
    if (mantissa != 0) {
      has_nan_ = true;
    } else {
      (negative ? has_minus_infinity_ : has_plus_infinity_) = true;
    }
    return;
  }
  if (biased != 0) mantissa |= 1ULL << 52U;
  const unsigned place = biased == 0 ? 0 : biased - 1;  // of the lowest bit, above 2^-1074
  const unsigned chunk = place / kChunkBits;
  __extension__ using Wide = unsigned __int128;
  const Wide shifted = static_cast<Wide>(mantissa) << (place % kChunkBits);
  for (unsigned i = 0; i < 3; ++i) {
    const auto bits = static_cast<std::int64_t>(shifted >> (kChunkBits * i)) & kChunkMask;
    chunks_[chunk + i] += negative ? -bits : bits;
  }
  if (++adds_ == kAddsBetweenCarries) carry();
}

void ExactSum::add(const ExactSum& sum) {
  ExactSum other = sum;
  other.carry();
  carry();
  for (std::size_t i = 0; i < chunks_.size(); ++i) chunks_[i] += other.chunks_[i];
  carry();
  has_plus_infinity_ |= sum.has_plus_infinity_;
  has_minus_infinity_ |= sum.has_minus_infinity_;
  has_nan_ |= sum.has_nan_;
}

/// Leaves 32 bits in each chunk but the last, which has the sign.
void ExactSum::carry() {
  for (std::size_t i = 0; i + 1 < chunks_.size(); ++i) {
    chunks_[i + 1] += chunks_[i] >> kChunkBits;  // rounds down, so that what stays is not negative
    chunks_[i] &= kChunkMask;
  }
  adds_ = 0;
}

double ExactSum::value() const {
  if (has_nan_ || (has_plus_infinity_ && has_minus_infinity_)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (has_plus_infinity_) return std::numeric_limits<double>::infinity();
  if (has_minus_infinity_) return -std::numeric_limits<double>::infinity();
  ExactSum sum = *this;
  sum.carry();
  const bool negative = sum.chunks_.back() < 0;
  if (negative) {
    for (std::int64_t& chunk : sum.chunks_) chunk = -chunk;
    sum.carry();
  }
  int highest = kChunks - 1;
  while (highest > 0 && sum.chunks_[static_cast<std::size_t>(highest)] == 0) --highest;
  const auto chunk = [&](int i) {
    return i < 0 ? std::uint64_t{0}
                 : static_cast<std::uint64_t>(sum.chunks_[static_cast<std::size_t>(i)]);
  };
  // 96 bits from the highest chunk that is not zero, the first of which may be anywhere in it.
  const unsigned spare = static_cast<unsigned>(std::countl_zero(chunk(highest) | 1U)) - 32;
  const std::uint64_t top = chunk(highest) << 32U | chunk(highest - 1);
  if (top == 0) return 0;
  std::uint64_t leading = top << spare;
  const std::uint64_t third = chunk(highest - 2);
  if (spare > 0) leading |= third >> (32U - spare);
  bool sticky = (third << spare & static_cast<std::uint64_t>(kChunkMask)) != 0;
  for (int i = highest - 3; i >= 0 && !sticky; --i) sticky = chunk(i) != 0;
  const int exponent = kLowestExponent + 32 * (highest - 1) - static_cast<int>(spare);
  const double magnitude = rounded(leading, sticky, exponent);
  return negative ? -magnitude : magnitude;
}

}  // namespace strider
