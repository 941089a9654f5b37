#include "gpu/long_rows.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace strider::test {
namespace {

using detail::kPieceArcs;
using Numbers = std::vector<std::uint32_t>;

/// Where rows of those lengths begin, and the end.
std::vector<std::uint64_t> offsets_of(const std::vector<std::uint64_t>& lengths) {
  std::vector<std::uint64_t> offsets{0};
  for (const std::uint64_t length : lengths) offsets.push_back(offsets.back() + length);
  return offsets;
}

TEST(LongRows, AreThoseOfMoreThanAPiece) {
  const auto offsets =
      offsets_of({kPieceArcs, kPieceArcs + 1, 0, 3 * kPieceArcs, 3, 3 * kPieceArcs + 1});
  const detail::LongRowLists lists = detail::list_long_rows(offsets);
  EXPECT_EQ(lists.rows, (Numbers{1, 3, 5}));
  EXPECT_EQ(lists.first_piece, (Numbers{0, 2, 5, 9}));
  EXPECT_EQ(lists.row_of_piece, (Numbers{0, 0, 1, 1, 1, 2, 2, 2, 2}));
  const detail::LongRowCounts counts = detail::count_long_rows(offsets);
  EXPECT_EQ(counts.rows, 3U);
  EXPECT_EQ(counts.pieces, 9U);
  EXPECT_EQ(detail::long_rows_bytes(counts), (3 + 4 + 9) * sizeof(std::uint32_t));
}

TEST(LongRows, AreNeverMoreThanPredicted) {
  for (const std::uint64_t length : {kPieceArcs + 1, kPieceArcs + 7, 2 * kPieceArcs + 1}) {
    for (std::size_t rows = 0; rows < 9; ++rows) {
      const auto counts =
          detail::count_long_rows(offsets_of(std::vector(rows, std::uint64_t{length})));
      const auto most = detail::most_long_rows(rows * length);
      EXPECT_LE(counts.rows, most.rows) << rows << " rows of " << length;
      EXPECT_LE(counts.pieces, most.pieces) << rows << " rows of " << length;
    }
  }
}

TEST(LongRows, OfNoRowsAreNone) {
  const auto offsets = offsets_of({});
  EXPECT_EQ(detail::list_long_rows(offsets).first_piece, Numbers{0});
  EXPECT_EQ(detail::count_long_rows(offsets).pieces, 0U);
}

}  // namespace
}  // namespace strider::test
