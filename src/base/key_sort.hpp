// Sorting what most differs in an unsigned key, and merging what is sorted.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/parallel_sort.hpp"

namespace strider::detail {

/// Sorts by `less`, which orders by key_of(element) first, an unsigned number. `buffer` is as long.
/// One thread sorts by digits of the keys, and compares only elements whose highest bits are equal.
template <class T, class KeyOf, class Less = std::less<>>
void sort_by_key(std::span<T> elements, std::span<T> buffer, int threads, KeyOf key_of,
                 Less less = {}) {
  constexpr std::size_t kMinRadix = 1U << 12U;
  constexpr unsigned kDigitBits = 11;
  constexpr unsigned kMostPasses = 3;
  constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;
  if (threads > 1) return parallel_sort(elements, buffer, threads, less);
  if (elements.size() < kMinRadix) return std::sort(elements.begin(), elements.end(), less);

  auto least = key_of(elements.front());
  auto greatest = least;
  for (const T& element : elements) {
    least = std::min(least, key_of(element));
    greatest = std::max(greatest, key_of(element));
  }
  const auto bits = static_cast<unsigned>(std::bit_width(greatest - least));
  const unsigned passes = std::min(kMostPasses, (bits + kDigitBits - 1) / kDigitBits);
  const unsigned dropped = bits > passes * kDigitBits ? bits - passes * kDigitBits : 0;
  const auto sorted_by = [&](const T& element) {
    return static_cast<std::uint64_t>(key_of(element) - least) >> dropped;
  };
  std::array<std::array<std::size_t, kDigits>, kMostPasses> places{};
  for (const T& element : elements) {
    std::uint64_t key = sorted_by(element);
    for (unsigned pass = 0; pass < passes; ++pass, key >>= kDigitBits) {
      ++places[pass][key % kDigits];
    }
  }
  std::span<T> from = elements;
  std::span<T> to = buffer;
  for (unsigned pass = 0; pass < passes; ++pass) {
    std::size_t sum = 0;
    for (std::size_t& place : places[pass]) sum += std::exchange(place, sum);
    for (const T& element : from) {
      to[places[pass][(sorted_by(element) >> (pass * kDigitBits)) % kDigits]++] = element;
    }
    std::swap(from, to);
  }
  if (from.data() != elements.data()) std::copy(from.begin(), from.end(), elements.begin());
  for (std::size_t begin = 0, end = 0; begin < elements.size(); begin = end) {
    end = begin + 1;
    while (end < elements.size() && sorted_by(elements[end]) == sorted_by(elements[begin])) ++end;
    if (end - begin > 1) {
      std::sort(elements.begin() + static_cast<std::ptrdiff_t>(begin),
                elements.begin() + static_cast<std::ptrdiff_t>(end), less);
    }
  }
}

/// Merges runs that are sorted, [starts[i], starts[i + 1]) of `elements`, two by two. Returns where
/// the result is: in `elements` or in `buffer`, which is as long. O(elements log runs).
template <class T>
[[nodiscard]] std::span<T> merge_runs(std::span<T> elements, std::span<T> buffer,
                                      std::vector<std::size_t> starts) {
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());  // of empty runs
  const auto at = [](std::span<T> list, std::size_t i) {
    return list.begin() + static_cast<std::ptrdiff_t>(i);
  };
  while (starts.size() > 2) {
    std::vector<std::size_t> merged(1, 0);
    for (std::size_t run = 0; run + 1 < starts.size(); run += 2) {
      const std::size_t middle = starts[run + 1];
      const std::size_t end = starts[std::min(run + 2, starts.size() - 1)];
      std::merge(at(elements, starts[run]), at(elements, middle), at(elements, middle),
                 at(elements, end), at(buffer, starts[run]));
      merged.push_back(end);
    }
    starts = std::move(merged);
    std::swap(elements, buffer);
  }
  return elements;
}

}  // namespace strider::detail
