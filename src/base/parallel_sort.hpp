// Sorting by all cores.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/random.hpp"

namespace strider {

/// How many of the first `k` elements of the merger of two sorted sequences come from the first;
/// where elements are equal, the first sequence's come first. O(log k).
template <class T, class Less>
[[nodiscard]] std::size_t merge_split(std::span<const T> a, std::span<const T> b, std::size_t k,
                                      Less less) {
  std::size_t low = k > b.size() ? k - b.size() : 0;
  std::size_t high = std::min(k, a.size());
  while (low < high) {
    const std::size_t from_a = low + (high - low) / 2;
    // Too few from a if its next element belongs before the last one taken from b.
    if (!less(b[k - from_a - 1], a[from_a])) {
      low = from_a + 1;
    } else {
      high = from_a;
    }
  }
  return low;
}

/// Sorts `values` by this thread alone, as std::sort does, but in parts that take a fraction of a
/// second each: a quicksort looks at the stop flag between them. O(k log k) expected work.
template <class T, class Less>
void sort_in_parts(std::span<T> values, Less less) {
  constexpr std::size_t kPart = 1U << 20U;
  constexpr std::size_t kSample = 31;
  while (values.size() > kPart) {
    throw_if_stopped();
    CounterRng rng(values.size(), 0);
    std::array<T, kSample> sample;
    for (T& value : sample) value = values[rng.below(values.size())];
    std::nth_element(sample.begin(), sample.begin() + kSample / 2, sample.end(), less);
    const T& pivot = sample[kSample / 2];
    auto middle = std::partition(values.begin(), values.end(),
                                 [&](const T& value) { return less(value, pivot); });
    const bool has_less = middle != values.begin();
    if (!has_less) {
      // Of many equal values: those like the pivot are in their place.
      middle = std::partition(values.begin(), values.end(),
                              [&](const T& value) { return !less(pivot, value); });
    }
    const std::size_t size = static_cast<std::size_t>(middle - values.begin());
    if (has_less) sort_in_parts(values.first(size), less);
    values = values.subspan(size);
  }
  throw_if_stopped();
  std::sort(values.begin(), values.end(), less);
}

/// Sorts `values`, using `buffer` of the same size. Each thread sorts a chunk; chunks are merged in
/// pairs, every merger being cut into equal parts for all threads. O(k log k) work.
template <class T, class Less>
void parallel_sort(std::span<T> values, std::span<T> buffer, int threads, Less less) {
  constexpr std::size_t kMinParallelWork = 1U << 13U;
  if (threads == 1 || values.size() < kMinParallelWork) {
    sort_in_parts(values, less);
    return;
  }
  std::vector<std::size_t> starts;  // of sorted runs, and the end
  starts.reserve(static_cast<std::size_t>(threads) + 1);
  for (int run = 0; run < threads; ++run) {
    starts.push_back(static_chunk(values.size(), run, threads).begin);
  }
  starts.push_back(values.size());
  parallel_for(
      0, starts.size() - 1, threads,
      [&](std::size_t run) {
        sort_in_parts(values.subspan(starts[run], starts[run + 1] - starts[run]), less);
      },
      1);
  std::span<T> from = values;
  std::span<T> to = buffer;
  const auto chunks = static_cast<std::size_t>(threads);
  while (starts.size() > 2) {
    const std::size_t pairs = starts.size() / 2;  // the last may be a run without a partner
    parallel_for(
        0, pairs * chunks, threads,
        [&](std::size_t task) {
          const std::size_t first = 2 * (task / chunks);
          const std::size_t second = std::min(first + 2, starts.size() - 1);
          const std::size_t middle = std::min(starts[first + 1], starts[second]);
          const std::span<const T> a = from.subspan(starts[first], middle - starts[first]);
          const std::span<const T> b = from.subspan(middle, starts[second] - middle);
          const Range range =
              static_chunk(a.size() + b.size(), static_cast<int>(task % chunks), threads);
          const std::size_t a0 = merge_split(a, b, range.begin, less);
          const std::size_t a1 = merge_split(a, b, range.end, less);
          std::merge(a.data() + a0, a.data() + a1, b.data() + (range.begin - a0),
                     b.data() + (range.end - a1), to.data() + starts[first] + range.begin, less);
        },
        1);
    std::vector<std::size_t> merged;
    for (std::size_t run = 0; run + 1 < starts.size(); run += 2) merged.push_back(starts[run]);
    merged.push_back(values.size());
    starts = std::move(merged);
    std::swap(from, to);
  }
  if (from.data() == values.data()) return;
  parallel_chunks(values.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(begin),
              from.begin() + static_cast<std::ptrdiff_t>(end),
              values.begin() + static_cast<std::ptrdiff_t>(begin));
  });
}

}  // namespace strider
