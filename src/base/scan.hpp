// Prefix sums.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/parallel.hpp"

namespace strider {

/// Replaces values[i] by the sum of those before it; returns the sum of all. Parallel in two
/// passes, O(n) work.
template <class T>
T exclusive_scan(std::span<T> values, int threads) {
  constexpr std::size_t kMinParallelWork = 1 << 15;
  const int parts = values.size() < kMinParallelWork ? 1 : threads;
  // Parts, not threads: the second region may get fewer threads than the first.
  std::vector<T> sums(static_cast<std::size_t>(parts) + 1, T{0});
  parallel_parts(values.size(), parts, [&](Range range, std::size_t part) {
    T sum{0};
    for (std::size_t i = range.begin; i < range.end; ++i) sum += values[i];
    sums[part + 1] = sum;
  });
  for (std::size_t part = 1; part < sums.size(); ++part) sums[part] += sums[part - 1];
  parallel_parts(values.size(), parts, [&](Range range, std::size_t part) {
    T sum = sums[part];
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const T value = values[i];
      values[i] = sum;
      sum += value;
    }
  });
  return sums.back();
}

}  // namespace strider
