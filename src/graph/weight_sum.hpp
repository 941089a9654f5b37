// Total weights that do not depend on the order of edges.
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/exact_sum.hpp"
#include "strider/msf.hpp"

namespace strider {

/// Adds up weights, or sums of weights, whose sum MsfWeight holds.
template <class W>
class WeightSum {
 public:
  void add(MsfWeight<W> weight) {
    if constexpr (std::is_integral_v<W>) {
      sum_ += weight;
    } else {
      sum_.add(weight);
    }
  }
  void add(const WeightSum& other) {
    if constexpr (std::is_integral_v<W>) {
      sum_ += other.sum_;
    } else {
      sum_.add(other.sum_);
    }
  }
  [[nodiscard]] MsfWeight<W> value() const {
    if constexpr (std::is_integral_v<W>) {
      return sum_;
    } else {
      return sum_.value();
    }
  }

 private:
  std::conditional_t<std::is_integral_v<W>, std::uint64_t, ExactSum> sum_{};
};

}  // namespace strider
