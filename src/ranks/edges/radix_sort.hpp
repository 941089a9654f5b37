// Sorting keys of few bits, with what goes along with them, without comparing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

namespace strider::detail {

/// Where sorted keys and their values lie.
template <class V>
struct SortedRun {
  std::uint64_t* keys;
  V* values;
};

/// Sorts `keys`, all below 2^bits, and `values` (one a key; of an empty type: none) stably, digit
/// by digit from the lowest, going back and forth between them and the buffers, which are as long.
/// The result lies in either. O(keys * bits / 11).
template <class V>
SortedRun<V> radix_sort(std::span<std::uint64_t> keys, V* values, unsigned bits,
                        std::uint64_t* key_buffer, V* value_buffer) {
  constexpr unsigned kMostDigitBits = 11;
  constexpr std::size_t kMostPasses = (64 + kMostDigitBits - 1) / kMostDigitBits;
  const unsigned passes = std::max(1U, (bits + kMostDigitBits - 1) / kMostDigitBits);
  const unsigned digit_bits = (bits + passes - 1) / passes;
  const std::uint64_t mask = (1ULL << digit_bits) - 1;
  std::array<std::array<std::uint32_t, 1U << kMostDigitBits>, kMostPasses> counts;
  for (unsigned pass = 0; pass < passes; ++pass) counts[pass].fill(0);
  for (std::uint64_t key : keys) {
    for (unsigned pass = 0; pass < passes; ++pass, key >>= digit_bits) ++counts[pass][key & mask];
  }
  SortedRun<V> from{keys.data(), values};
  SortedRun<V> to{key_buffer, value_buffer};
  for (unsigned pass = 0; pass < passes; ++pass) {
    auto& place = counts[pass];
    const unsigned shift = pass * digit_bits;
    std::uint32_t sum = 0;
    for (std::uint64_t d = 0; d <= mask; ++d) sum += std::exchange(place[d], sum);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const std::uint64_t key = from.keys[i];
      const std::uint32_t p = place[key >> shift & mask]++;
      to.keys[p] = key;
      if constexpr (!std::is_empty_v<V>) to.values[p] = from.values[i];
    }
    std::swap(from, to);
  }
  return from;
}

}  // namespace strider::detail
