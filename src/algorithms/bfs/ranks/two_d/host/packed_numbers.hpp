// Numbers below a bound, written bit after bit.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace strider::detail {

/// Bits that each number below `bound` needs. Precondition: 0 < bound <= 2^63.
[[nodiscard]] constexpr unsigned packed_width(std::uint64_t bound) {
  return static_cast<unsigned>(std::bit_width((bound - 1) | 1U));
}
/// Words that `count` of them take.
[[nodiscard]] constexpr std::uint64_t packed_words(std::uint64_t count, unsigned width) {
  return (count * width + 63) / 64;
}

/// Fills words that finish() leaves whole.
class PackedWriter {
 public:
  PackedWriter(std::span<std::uint64_t> words, unsigned width)
      : word_(words.data()), width_(width) {}

  void write(std::uint64_t number) {
    bits_ |= number << used_;
    used_ += width_;
    if (used_ < 64) return;
    *word_++ = bits_;
    used_ -= 64;
    bits_ = number >> (width_ - used_);
  }
  void finish() {
    if (used_ > 0) *word_ = bits_;
  }

 private:
  std::uint64_t* word_;
  unsigned width_;
  std::uint64_t bits_ = 0;
  unsigned used_ = 0;
};

class PackedReader {
 public:
  PackedReader(std::span<const std::uint64_t> words, unsigned width)
      : words_(words), width_(width) {}

  /// Precondition: written as many.
  [[nodiscard]] std::uint64_t read() {
    const std::uint64_t word = place_ / 64;
    const unsigned shift = place_ % 64;
    std::uint64_t bits = words_[word] >> shift;
    if (shift + width_ > 64) bits |= words_[word + 1] << (64 - shift);
    place_ += width_;
    return bits & ((1ULL << width_) - 1);
  }

 private:
  std::span<const std::uint64_t> words_;
  unsigned width_;
  std::uint64_t place_ = 0;
};

}  // namespace strider::detail
