#include "gpu/long_rows.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace strider::test {
namespace {

using detail::kRowChunkArcs;
using Numbers = std::vector<std::uint32_t>;

/// Where rows of those lengths begin, and the end.
std::vector<std::uint64_t> offsets_of(const std::vector<std::uint64_t>& lengths) {
  std::vector<std::uint64_t> offsets{0};
  for (const std::uint64_t length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

TEST(LongRows, AreThoseOfMoreThanAChunk) {
  const auto offsets = offsets_of(
      {kRowChunkArcs, kRowChunkArcs + 1, 0, 3 * kRowChunkArcs, 3, 3 * kRowChunkArcs + 1});
  const detail::LongRowLists lists = detail::list_long_rows(offsets);
  EXPECT_EQ(lists.rows, (Numbers{1, 3, 5}));
  EXPECT_EQ(lists.first_chunk, (Numbers{0, 2, 5, 9}));
  EXPECT_EQ(lists.row_of_chunk, (Numbers{0, 0, 1, 1, 1, 2, 2, 2, 2}));
  const detail::LongRowCounts counts = detail::count_long_rows(offsets);
  EXPECT_EQ(counts.rows, 3U);
  EXPECT_EQ(counts.chunks, 9U);
}

TEST(LongRows, AreNeverMoreThanPredicted) {
  for (const std::uint64_t length : {kRowChunkArcs + 1, kRowChunkArcs + 7, 2 * kRowChunkArcs + 1}) {
    for (std::size_t rows = 0; rows < 9; ++rows) {
      const auto counts =
          detail::count_long_rows(offsets_of(std::vector(rows, std::uint64_t{length})));
      const auto most = detail::most_long_rows(rows * length);
      EXPECT_LE(counts.rows, most.rows) << rows << " rows of " << length;
      EXPECT_LE(counts.chunks, most.chunks) << rows << " rows of " << length;
    }
  }
}

TEST(LongRows, OfNoRowsAreNone) {
  const auto offsets = offsets_of({});
  EXPECT_EQ(detail::list_long_rows(offsets).first_chunk, Numbers{0});
  EXPECT_EQ(detail::count_long_rows(offsets).chunks, 0U);
}

}  // namespace
}  // namespace strider::test
