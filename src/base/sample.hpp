// Drawing some of many numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/random.hpp"

namespace strider {

/// `count` of the numbers below `bound`, uniformly and without replacement, ascending: the same for
/// a seed whatever T is. O(count) memory. Precondition: count <= bound.
template <class T>
[[nodiscard]] std::vector<T> draw_sample(T bound, std::uint64_t count, std::uint64_t seed) {
  // Fisher and Yates, of which only the places that were swapped are kept.
  std::unordered_map<T, T> moved;
  const auto at = [&](T place) {
    const auto found = moved.find(place);
    return found == moved.end() ? place : found->second;
  };
  CounterRng rng(seed, 0);
  std::vector<T> sample;
  sample.reserve(count);
  for (T i = 0; i < count; ++i) {
    const auto place = static_cast<T>(i + rng.below(bound - i));
    sample.push_back(at(place));
    moved[place] = at(i);
  }
  std::sort(sample.begin(), sample.end());
  return sample;
}

}  // namespace strider
