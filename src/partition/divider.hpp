// Division by a number that stays the same, without the processor's division.
#pragma once

#include <cstdint>
#include <limits>

namespace strider::detail {

class Divider {
 public:
  struct Result {
    std::uint64_t quotient;
    std::uint64_t remainder;
  };

  /// Precondition: divisor > 0.
  explicit Divider(std::uint64_t divisor = 1)
      : divisor_(divisor), reciprocal_(std::numeric_limits<std::uint64_t>::max() / divisor) {}

  [[nodiscard]] std::uint64_t divisor() const { return divisor_; }
  [[nodiscard]] Result divide(std::uint64_t value) const {
    // The reciprocal is too small by at most 1 in 2^64, so the estimate by at most 1.
    __extension__ using Wide = unsigned __int128;
    Result result{static_cast<std::uint64_t>((Wide{value} * reciprocal_) >> 64U), 0};
    result.remainder = value - result.quotient * divisor_;
    const bool more = result.remainder >= divisor_;
    result.quotient += more ? 1 : 0;
    result.remainder -= more ? divisor_ : 0;
    return result;
  }

 private:
  std::uint64_t divisor_;
  std::uint64_t reciprocal_;
};

}  // namespace strider::detail
