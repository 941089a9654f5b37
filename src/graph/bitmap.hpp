// Sets of vertices, a bit each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "strider/array.hpp"
#include "strider/types.hpp"

namespace strider {

/// A set of vertices 0 .. size-1. The bits past the end stay zero. A word is the unit that one
/// thread may own: different threads may write different words with the plain operations; where
/// they share words, the atomic ones are needed.
class Bitmap {
 public:
  using Word = std::uint64_t;
  static constexpr std::size_t kWordBits = 64;

  Bitmap() = default;
  /// Bits of undefined value: clear() or clear_words() comes first. Throws MemoryError.
  explicit Bitmap(std::size_t size) : words_((size + kWordBits - 1) / kWordBits), size_(size) {}

  /// Bytes of a set of so many.
  [[nodiscard]] static constexpr std::uint64_t bytes_of(std::size_t size) {
    return (size + kWordBits - 1) / kWordBits * sizeof(Word);
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t num_words() const { return words_.size(); }

  [[nodiscard]] bool test(Vertex v) const { return ((words_[v / kWordBits] >> bit(v)) & 1U) != 0; }
  void set(Vertex v) { words_[v / kWordBits] |= mask(v); }
  void reset(Vertex v) { words_[v / kWordBits] &= ~mask(v); }

  /// test() and set() while other threads set bits of the same word.
  [[nodiscard]] bool test_atomic(Vertex v) const {
    return ((load_relaxed(words_[v / kWordBits]) >> bit(v)) & 1U) != 0;
  }
  void set_atomic(Vertex v) { fetch_or_relaxed(words_[v / kWordBits], mask(v)); }
  void reset_atomic(Vertex v) { fetch_and_relaxed(words_[v / kWordBits], ~mask(v)); }
  /// Sets the bit; whether it was not set.
  [[nodiscard]] bool claim(Vertex v) {
    const bool is_new = !test(v);
    set(v);
    return is_new;
  }
  /// Sets the bit; true for exactly one of the threads that set it while it was not.
  [[nodiscard]] bool claim_atomic(Vertex v) {
    return (fetch_or_relaxed(words_[v / kWordBits], mask(v)) & mask(v)) == 0;
  }

  [[nodiscard]] Word word(std::size_t w) const { return words_[w]; }
  void set_word(std::size_t w, Word bits) { words_[w] = bits; }
  [[nodiscard]] const Word* words() const { return words_.data(); }
  [[nodiscard]] Word* words() { return words_.data(); }
  /// The bits of word w that stand for vertices: all but in the last word.
  [[nodiscard]] Word valid_bits(std::size_t w) const {
    const std::size_t rest = size_ - w * kWordBits;
    return rest >= kWordBits ? ~Word{0} : (Word{1} << rest) - 1;
  }

  void clear_words(std::size_t begin, std::size_t end) {
    std::fill(words_.begin() + begin, words_.begin() + end, Word{0});
  }
  /// Members among the vertices of the words [begin, end).
  [[nodiscard]] std::size_t count_words(std::size_t begin, std::size_t end) const {
    std::size_t count = 0;
    for (std::size_t w = begin; w < end; ++w) {
      count += count_ones(words_[w]);
    }
    return count;
  }
  /// body(v) for the members among the vertices of the words [begin, end), ascending.
  template <class F>
  void for_each_in_words(std::size_t begin, std::size_t end, F&& body) const {
    for (std::size_t w = begin; w < end; ++w) for_each_bit(words_[w], w, body);
  }
  /// body(v) for the bits of one word's value, ascending.
  template <class F>
  static void for_each_bit(Word bits, std::size_t w, F&& body) {
    for (; bits != 0; bits &= bits - 1) {
      body(static_cast<Vertex>(w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }

  void clear(int threads = 1) {
    parallel_chunks(num_words(), threads,
                    [&](std::size_t begin, std::size_t end, int) { clear_words(begin, end); });
  }
  [[nodiscard]] std::size_t count(int threads = 1) const {
    std::size_t total = 0;
    parallel_chunks(num_words(), threads, [&](std::size_t begin, std::size_t end, int) {
      fetch_add_relaxed(total, count_words(begin, end));
    });
    return total;
  }

 private:
  static constexpr unsigned bit(Vertex v) { return v % kWordBits; }
  static constexpr Word mask(Vertex v) { return Word{1} << bit(v); }

  Array<Word> words_;
  std::size_t size_ = 0;
};

}  // namespace strider
