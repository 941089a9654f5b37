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

}  // namespace strider::detail
