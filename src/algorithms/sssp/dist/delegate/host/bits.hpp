// A set of numbers of one thread, whose words others may join to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "strider/array.hpp"

namespace strider::detail {

class Bits {
 public:
  explicit Bits(std::size_t size) : words_((size + 63) / 64, 0) {}
  void clear() { std::fill(words_.begin(), words_.end(), std::uint64_t{0}); }
  [[nodiscard]] bool test(std::uint32_t i) const {
    return ((words_[i / 64] >> (i % 64)) & 1U) != 0;
  }
  void set(std::uint32_t i) { words_[i / 64] |= std::uint64_t{1} << (i % 64); }
  void reset(std::uint32_t i) { words_[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  [[nodiscard]] std::span<std::uint64_t> words() { return words_.span(); }

 private:
  Array<std::uint64_t> words_;
};

}  // namespace strider::detail
