// Numbers for the vertices that have edges, block by block: rows and columns of a grid are those of
// connected vertices only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// A bit for each vertex of some blocks, each of which begins at a word.
class VertexMarks {
 public:
  VertexMarks() = default;
  /// None is marked. Throws MemoryError.
  explicit VertexMarks(std::uint64_t size) : words_(size / 64, 0) {}

  /// Several threads may call it.
  void mark(std::uint64_t vertex) {
    std::uint64_t& word = words_[vertex / 64];
    const std::uint64_t bit = std::uint64_t{1} << (vertex % 64);
    // The plain read first: most vertices were marked before, and a read leaves the line shared.
    if ((load_relaxed(word) & bit) == 0) (void)fetch_or_relaxed(word, bit);
  }
  [[nodiscard]] std::span<std::uint64_t> words() { return words_.span(); }
  [[nodiscard]] std::span<const std::uint64_t> words() const { return words_.span(); }
  [[nodiscard]] std::uint64_t bytes() const { return words_.span().size_bytes(); }

 private:
  Array<std::uint64_t> words_;
};

/// How many are marked. Parallel.
[[nodiscard]] std::uint64_t count_marked(std::span<const std::uint64_t> words, int threads);

/// The marked vertices of each block, numbered from the begin of a shorter block; or, of blocks
/// that are no shorter, all vertices as they are.
class DenseNumbering {
 public:
  /// Of blocks of `from` places, which become blocks of `to`. Neither is less than 64 or no
  /// multiple of it, and no block has more than `to` marks. Parallel. Throws MemoryError.
  DenseNumbering(VertexMarks marks, std::uint64_t from, std::uint64_t to, int threads);

  /// Of a marked vertex.
  [[nodiscard]] std::uint32_t number(std::uint64_t vertex) const {
    if (before_.empty()) return static_cast<std::uint32_t>(vertex);
    const std::uint64_t below = (std::uint64_t{1} << (vertex % 64)) - 1;
    const std::uint64_t word = marks_.words()[vertex / 64];
    return before_[vertex / 64] + count_ones(word & below);
  }
  /// Whether there are other numbers than the vertices'.
  [[nodiscard]] bool leaves_out() const { return !before_.empty(); }
  [[nodiscard]] const VertexMarks& marks() const { return marks_; }

  /// For `size` vertices with marks: what their numbers take besides.
  [[nodiscard]] static std::uint64_t bytes(std::uint64_t size) {
    return size / 64 * sizeof(std::uint32_t);
  }

 private:
  VertexMarks marks_;
  Array<std::uint32_t> before_;  // by word of marks: the number of its first
};

}  // namespace strider::detail
