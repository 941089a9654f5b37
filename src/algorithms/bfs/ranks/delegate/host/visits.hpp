// Loops over one subgraph: forward, from the frontier, and backward, from those not visited. Sets
// are words of 64 bits.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "ranks/delegate/graph_delegate.hpp"

namespace strider::detail {

using Word = std::uint64_t;
using WordSpan = std::span<const Word>;

/// Words of a bitmap, and vertices of a list, that a thread takes at a time.
inline constexpr std::size_t kChunkWords = 64;
inline constexpr std::size_t kChunkVertices = 256;
/// Of delegates whose rows are walked: these are long, and the longest come first.
inline constexpr std::size_t kChunkDelegateWords = 1;

[[nodiscard]] inline bool test_bit(const Word* words, std::uint32_t i) {
  return ((words[i >> 6U] >> (i & 63U)) & 1U) != 0;
}
inline void set_bit(Word* words, std::uint32_t i) {
  words[i >> 6U] |= Word{1} << (i & 63U);
}

/// body(i) for the members of a word, ascending.
template <class F>
void for_each_member(Word bits, std::size_t word, F&& body) {
  for (; bits != 0; bits &= bits - 1) {
    body(static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
  }
}

/// body(begin, end) for chunks of [0, size) as threads become free.
template <class F>
void in_chunks(std::size_t size, std::size_t chunk, int threads, F&& body) {
  if (threads == 1 || size <= chunk) {
    if (size > 0) body(std::size_t{0}, size);
    return;
  }
  std::atomic<std::size_t> next{0};
  parallel_region(threads, [&](int, int) {
    for (;;) {
      const std::size_t begin = next.fetch_add(chunk, std::memory_order_relaxed);
      if (begin >= size) return;
      body(begin, std::min(size, begin + chunk));
    }
  });
}

/// For each of `candidates` (members of a set: one word at a time) the first column of its row that
/// is in `parents`: found(row, column), by the thread that has the word. Rows of few tests: those
/// with the likeliest columns first. Returns how many columns were looked at.
template <class Candidates, class Found>
std::uint64_t visit_backward(const SmallRows& rows, const Word* parents, std::size_t begin,
                             std::size_t end, Candidates&& candidates, Found&& found) {
  std::uint64_t examined = 0;
  const std::uint32_t* const offsets = rows.offsets.data();
  const std::uint32_t* const columns = rows.columns.data();
  for (std::size_t w = begin; w < end; ++w) {
    for_each_member(candidates(w), w, [&](std::uint32_t row) {
      const std::uint32_t last = offsets[row + 1];
      const std::uint32_t first = offsets[row];
      for (std::uint32_t i = first; i < last; ++i) {
        if (test_bit(parents, columns[i])) {
          examined += i - first + 1;
          found(row, columns[i]);
          return;
        }
      }
      examined += last - first;
    });
  }
  return examined;
}

/// Sum of the lengths of the rows of members.
[[nodiscard]] inline std::uint64_t count_arcs(const SmallRows& rows, WordSpan members) {
  std::uint64_t arcs = 0;
  for (std::size_t w = 0; w < members.size(); ++w) {
    for_each_member(members[w], w, [&](std::uint32_t row) { arcs += rows.degree(row); });
  }
  return arcs;
}

/// Declares the rows that are not empty, a bit each. `sources` and `rows` stay where they are.
inline void declare_rows_with_arcs(Workspace& workspace, Array<Word>& sources,
                                   const SmallRows& rows) {
  workspace.declare("rows with arcs", sources, (rows.num_rows() + 63ULL) / 64);
  workspace.when_taken([&] {
    std::fill(sources.begin(), sources.end(), Word{0});
    for (std::uint32_t row = 0; row < rows.num_rows(); ++row) {
      if (rows.degree(row) > 0) set_bit(sources.data(), row);
    }
  });
}

}  // namespace strider::detail
