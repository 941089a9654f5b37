// The greatest of any range of an array, in constant time.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// Answers queries over values that do not change (Bender and Farach-Colton, The LCA problem
/// revisited, 2000): a table of the maxima of 2^k blocks from each block on, and within a block,
/// for each place, a word of bits that says which places before it hold a greater value than all up
/// to it. Takes 4 bytes a value and 8 a block and level: O(n) memory and work for blocks of 32.
class RangeMaximum {
 public:
  RangeMaximum() = default;
  /// The values must outlive it. Throws MemoryError.
  RangeMaximum(std::span<const std::uint64_t> values, int threads)
      : values_(values), peaks_(take_array<Array<std::uint32_t>>(values.size(), kPurpose)) {
    const std::size_t blocks = (values.size() + kBlock - 1) / kBlock;
    if (blocks == 0) return;
    tables_.push_back(take_array<Array<std::uint64_t>>(blocks, kPurpose));
    parallel_for(0, blocks, threads, [&](std::size_t block) { prepare_block(block); });
    for (std::size_t width = 1; 2 * width <= blocks; width *= 2) {
      const auto& half = tables_.back();
      auto table = take_array<Array<std::uint64_t>>(blocks - 2 * width + 1, kPurpose);
      parallel_for(0, table.size(), threads, [&](std::size_t block) {
        table[block] = std::max(half[block], half[block + width]);
      });
      tables_.push_back(std::move(table));
    }
  }

  /// Of the values in places first to last. Precondition: first <= last < n.
  [[nodiscard]] std::uint64_t operator()(std::size_t first, std::size_t last) const {
    const std::size_t first_block = first / kBlock;
    const std::size_t last_block = last / kBlock;
    if (first_block == last_block) return in_block(first, last);
    const std::uint64_t ends = std::max(in_block(first, first_block * kBlock + kBlock - 1),
                                        in_block(last_block * kBlock, last));
    const std::size_t between = last_block - first_block - 1;
    if (between == 0) return ends;
    const auto level = static_cast<std::size_t>(std::bit_width(between)) - 1;
    const auto& table = tables_[level];
    return std::max({ends, table[first_block + 1], table[last_block - (std::size_t{1} << level)]});
  }

 private:
  static constexpr std::size_t kBlock = 32;
  static constexpr const char* kPurpose = "tables of maxima";

  void prepare_block(std::size_t block) {
    const std::size_t begin = block * kBlock;
    const std::size_t end = std::min(begin + kBlock, values_.size());
    std::uint32_t peaks = 0;
    for (std::size_t i = begin; i < end; ++i) {
      // A stack of bits: places of lesser values are hidden from now on.
      while (peaks != 0) {
        const auto top = static_cast<unsigned>(std::bit_width(peaks)) - 1;
        if (values_[begin + top] > values_[i]) break;
        peaks ^= 1U << top;
      }
      peaks |= 1U << (i - begin);
      peaks_[i] = peaks;
    }
    tables_[0][block] = values_[begin + static_cast<unsigned>(std::countr_zero(peaks))];
  }

  /// Both places in one block.
  [[nodiscard]] std::uint64_t in_block(std::size_t first, std::size_t last) const {
    const std::size_t begin = first / kBlock * kBlock;
    const std::uint32_t visible = peaks_[last] & ~0U << (first - begin);
    return values_[begin + static_cast<unsigned>(std::countr_zero(visible))];
  }

  std::span<const std::uint64_t> values_;
  Array<std::uint32_t> peaks_;
  std::vector<Array<std::uint64_t>> tables_;  // by level: the maxima of 2^level blocks
};

}  // namespace strider::detail
