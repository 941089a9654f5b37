// Which numbers of a range occur, and how many before each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "io/text/vertex_numbers.hpp"
#include "strider/array.hpp"

namespace strider {

/// The numbers of a range that occur, a bit each, with the count before every word.
class OccurrenceBitmap {
 public:
  /// Throws MemoryError where `memory` has not enough.
  template <class Memory = detail::HostMemory>
  OccurrenceBitmap(NumberRange range, int threads, const Memory& memory = {})
      : first_(range.first) {
    const std::size_t words = (range.last - range.first) / 64 + 1;
    detail::Workspace workspace;
    workspace.declare("a bit of each", words_, words);
    workspace.declare("the counts before each word", ranks_, words);
    workspace.take("the numbers of vertices", memory);
    parallel_chunks(words_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      std::fill(words_.data() + begin, words_.data() + end, std::uint64_t{0});
    });
  }
  /// By several threads at once.
  void add(std::uint64_t number) {
    std::uint64_t& word = words_[(number - first_) / 64];
    const std::uint64_t bit = std::uint64_t{1} << ((number - first_) % 64);
    // Most ends have been seen before: a read keeps the line shared among the threads.
    if ((load_relaxed(word) & bit) == 0) fetch_or_relaxed(word, bit);
  }
  /// Call once, when all are added. Returns how many different numbers there are.
  std::uint64_t finish(int threads) {
    parallel_chunks(words_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        ranks_[i] = count_ones(words_[i]);
      }
    });
    return exclusive_scan(ranks_.span(), threads);
  }
  [[nodiscard]] std::uint64_t rank(std::uint64_t number) const {
    const std::uint64_t offset = number - first_;
    const std::uint64_t below = words_[offset / 64] & ((std::uint64_t{1} << (offset % 64)) - 1);
    return ranks_[offset / 64] + count_ones(below);
  }
  /// All of them, of which there are `count`. Throws MemoryError.
  template <class Memory = detail::HostMemory>
  [[nodiscard]] Array<std::uint64_t> numbers(std::uint64_t count, int threads,
                                             const Memory& memory = {}) const {
    auto numbers =
        detail::take_array<Array<std::uint64_t>>(count, "the labels of vertices", memory);
    parallel_chunks(words_.size(), threads, [&](std::size_t begin, std::size_t end, int) {
      for (std::size_t i = begin; i < end; ++i) {
        std::uint64_t next = ranks_[i];
        for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
          numbers[next++] = first_ + i * 64 + static_cast<unsigned>(std::countr_zero(word));
        }
      }
    });
    return numbers;
  }

 private:
  std::uint64_t first_;
  Array<std::uint64_t> words_;
  Array<std::uint64_t> ranks_;
};

}  // namespace strider
