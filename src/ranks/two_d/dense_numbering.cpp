#include "ranks/two_d/dense_numbering.hpp"

#include <utility>

#include "base/count_ones.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"

namespace strider::detail {

std::uint64_t count_marked(std::span<const std::uint64_t> words, int threads) {
  std::uint64_t sum = 0;
  parallel_chunks(words.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    std::uint64_t mine = 0;
    for (std::size_t w = begin; w < end; ++w) mine += count_ones(words[w]);
    fetch_add_relaxed(sum, mine);
  });
  return sum;
}

DenseNumbering::DenseNumbering(VertexMarks marks, std::uint64_t from, std::uint64_t to,
                               int threads) {
  if (from == to) return;
  marks_ = std::move(marks);
  const std::span<const std::uint64_t> words = std::as_const(marks_).words();
  before_ = Array<std::uint32_t>(words.size());
  const std::size_t of_block = from / 64;
  for (std::size_t first = 0; first < words.size(); first += of_block) {
    const std::span<std::uint32_t> before = before_.span().subspan(first, of_block);
    parallel_for(0, of_block, threads,
                 [&](std::size_t w) { before[w] = count_ones(words[first + w]); });
    (void)exclusive_scan(before, threads);
    const auto begin = static_cast<std::uint32_t>(first / of_block * to);
    parallel_for(0, of_block, threads, [&](std::size_t w) { before[w] += begin; });
  }
}

}  // namespace strider::detail
