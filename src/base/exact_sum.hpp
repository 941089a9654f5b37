// Sums of floating-point numbers that do not depend on their order.
#pragma once

#include <array>
#include <cstdint>

namespace strider {

/// Adds doubles without any rounding: a fixed-point number wide enough for all of them, in chunks
/// of 32 bits with room for carries (Neal, Fast exact summation using small and large
/// superaccumulators, 2015). Integers below 2^53 in magnitude, floats and doubles alike.
class ExactSum {
 public:
  void add(double value);
  void add(const ExactSum& sum);
  /// The double nearest to the sum, ties to even; infinite beyond the range of doubles and where an
  /// infinity was added; NaN where one was added, or infinities of both signs.
  [[nodiscard]] double value() const;

 private:
  // Chunk i counts multiples of 2^(32 i - 1074); 2046 possible exponents, 53 bits above, 32 bits
  // for carries out of 2^32 numbers.
  static constexpr int kChunks = 68;
  // Every addition brings less than 2^32 to a chunk of 63 bits.
  static constexpr std::uint32_t kAddsBetweenCarries = 1U << 30U;

  void carry();

  std::array<std::int64_t, kChunks> chunks_{};
  std::uint32_t adds_ = 0;
  bool has_plus_infinity_ = false;
  bool has_minus_infinity_ = false;
  bool has_nan_ = false;
};

}  // namespace strider
