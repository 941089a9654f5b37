// Bitmaps of rows and columns, 64 bits at a time: the words of algorithms/bfs/host's kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// For fewer groups, waking threads takes longer than the loop.
inline constexpr std::size_t kLeastShared = 1U << 12U;

/// body(group) for the groups [first, first + count), by up to so many threads.
template <class Body>
void for_each_group(std::size_t first, std::size_t count, int threads, const Body& body) {
  parallel_chunks(count, count < kLeastShared ? 1 : threads,
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t g = first + begin; g < first + end; ++g) body(g);
                  });
}

/// A bit for each row or column of the local matrix, in groups of 64 that two words make.
class BlockBits {
 public:
  static constexpr std::size_t kGroup = BlockMasks::kVertices;

  /// Precondition: size is a multiple of 64. All bits are 0. `name` as in Workspace::declare().
  /// Loops over many groups are shared by `threads`.
  BlockBits(Workspace& workspace, std::string_view name, std::size_t size, int threads)
      : threads_(threads) {
    workspace.declare(name, words_, size / 32);
    workspace.when_taken([this] { clear(); });
  }

  [[nodiscard]] std::size_t num_groups() const { return words_.size() / 2; }
  [[nodiscard]] std::uint64_t group(std::size_t g) const { return load_block(words_.data(), g); }
  void set_group(std::size_t g, std::uint64_t bits) { store_block(words_.data(), g, bits); }
  void add_to_group(std::size_t g, std::uint64_t bits) { set_group(g, group(g) | bits); }
  [[nodiscard]] bool test(std::uint32_t i) const { return test_vertex(words_.data(), i); }
  void fetch(std::uint32_t i) const { prefetch_to_read(&words_[i >> 5U]); }
  void set(std::uint32_t i) { words_[i >> 5U] |= 1U << (i & 31U); }
  void reset(std::uint32_t i) { words_[i >> 5U] &= ~(1U << (i & 31U)); }
  [[nodiscard]] std::uint32_t* words() { return words_.data(); }
  [[nodiscard]] const std::uint32_t* words() const { return words_.data(); }

  void clear() { clear_groups(0, num_groups()); }
  void clear_groups(std::size_t first, std::size_t count) {
    for_each_group(first, count, threads_, [&](std::size_t g) { set_group(g, 0); });
  }
  [[nodiscard]] std::uint64_t count_groups(std::size_t first, std::size_t count) const {
    std::uint64_t sum = 0;
    parallel_chunks(count, count < kLeastShared ? 1 : threads_,
                    [&](std::size_t begin, std::size_t end, int) {
                      std::uint64_t mine = 0;
                      for (std::size_t g = first + begin; g < first + end; ++g) {
                        mine += count_ones(group(g));
                      }
                      fetch_add_relaxed(sum, mine);
                    });
    return sum;
  }
  /// body(i - 64 * first) for the bits of those groups, ascending.
  template <class Body>
  void for_each(std::size_t first, std::size_t count, const Body& body) const {
    for (std::size_t g = 0; g < count; ++g) for_each_vertex(group(first + g), g, body);
  }

 private:
  Array<std::uint32_t> words_;
  int threads_;
};

}  // namespace strider::detail
