// Prefix sums.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/barrier.hpp"
#include "base/parallel.hpp"

namespace strider {

/// Replaces values[i] by the sum of those before it; returns the sum of all. Parallel in two
/// passes, O(n) work.
template <class T>
T exclusive_scan(std::span<T> values, int threads) {
  constexpr std::size_t kWorthThreads = 1 << 15;
  if (values.size() < kWorthThreads) threads = 1;
  std::vector<T> sums(static_cast<std::size_t>(threads) + 1, T{0});
  parallel_shares(values.size(), threads, [&](std::size_t begin, std::size_t end, int thread) {
    T sum{0};
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    sums[static_cast<std::size_t>(thread) + 1] = sum;
  });
  for (std::size_t t = 1; t < sums.size(); ++t) sums[t] += sums[t - 1];
  parallel_shares(values.size(), threads, [&](std::size_t begin, std::size_t end, int thread) {
    T sum = sums[static_cast<std::size_t>(thread)];
    for (std::size_t i = begin; i < end; ++i) {
      const T value = values[i];
      values[i] = sum;
      sum += value;
    }
  });
  return sums.back();
}

}  // namespace strider
