// The number that most of a sample are: the giant tree by the trees of some vertices.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace strider::detail {

/// Of those that are as frequent the least; `none` of an empty sample. Sorts it.
template <class T>
[[nodiscard]] T most_frequent(std::vector<T>& sample, T none) {
  std::sort(sample.begin(), sample.end());
  T found = none;
  std::ptrdiff_t most = 0;
  for (auto run = sample.begin(); run != sample.end();) {
    const auto next = std::upper_bound(run, sample.end(), *run);
    if (next - run > most) {
      most = next - run;
      found = *run;
    }
    run = next;
  }
  return found;
}

/// Of number_of(i) for some i, evenly spread below `count`; `none` where that is 0.
template <class T, class NumberOf>
[[nodiscard]] T most_frequent_of_some(std::size_t count, T none, const NumberOf& number_of) {
  constexpr std::size_t kSample = 1U << 12U;
  const std::size_t looked_at = std::min(count, kSample);
  std::vector<T> sample(looked_at);
  for (std::size_t i = 0; i < looked_at; ++i) sample[i] = number_of(i * count / looked_at);
  return most_frequent(sample, none);
}

}  // namespace strider::detail
