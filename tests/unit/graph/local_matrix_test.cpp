#include "graph/local_matrix.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"

namespace strider::detail {
namespace {

using Columns = std::map<std::uint32_t, std::set<std::uint32_t>>;

Array<std::uint64_t> entries_of(const std::vector<std::uint64_t>& entries) {
  return Array<std::uint64_t>::copy_of(entries);
}

void expect_columns(const LocalMatrix& matrix, const Columns& expected, const std::string& what) {
  std::size_t entries = 0;
  for (std::uint32_t c = 0; c < matrix.num_columns(); ++c) {
    const auto rows = matrix.rows(c);
    const auto found = expected.find(c);
    const std::set<std::uint32_t> wanted =
        found == expected.end() ? std::set<std::uint32_t>{} : found->second;
    ASSERT_EQ(std::vector<std::uint32_t>(rows.begin(), rows.end()),
              std::vector<std::uint32_t>(wanted.begin(), wanted.end()))
        << what << ", column " << c;
    entries += wanted.size();
  }
  EXPECT_EQ(matrix.num_entries(), entries) << what;
}

void expect_matrix(std::uint32_t num_rows, std::uint32_t num_columns,
                   const std::vector<std::uint64_t>& entries, const std::string& what) {
  Columns by_column;
  Columns by_row;
  for (const std::uint64_t entry : entries) {
    const auto row = static_cast<std::uint32_t>(entry);
    const auto column = static_cast<std::uint32_t>(entry >> 32U);
    by_column[column].insert(row);
    by_row[row].insert(column);
  }
  for (const int threads : {1, 2, 3}) {
    for (const auto format : {MatrixFormat::kAuto, MatrixFormat::kCsc, MatrixFormat::kBitmap}) {
      const LocalMatrix matrix(entries_of(entries), num_rows, num_columns, format, threads);
      ASSERT_EQ(matrix.num_rows(), num_rows);
      ASSERT_EQ(matrix.num_columns(), num_columns);
      if (format != MatrixFormat::kAuto) {
        EXPECT_EQ(matrix.format(), format);
      }
      expect_columns(matrix, by_column, what);
      for (const auto turned : {MatrixFormat::kCsc, MatrixFormat::kBitmap}) {
        const LocalMatrix transpose = matrix.transposed(turned, threads);
        ASSERT_EQ(transpose.num_rows(), num_columns);
        ASSERT_EQ(transpose.num_columns(), num_rows);
        expect_columns(transpose, by_row, what + ", transposed");
      }
    }
  }
}

TEST(LocalMatrix, HoldsItsEntriesOnceInAnyFormat) {
  expect_matrix(64, 64, {}, "empty");
  expect_matrix(1, 1, {matrix_entry(0, 0), matrix_entry(0, 0)}, "one entry twice");
  expect_matrix(3, 200, {matrix_entry(2, 199), matrix_entry(0, 0), matrix_entry(1, 199)},
                "corners");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    CounterRng rng(7, seed);
    const auto rows = static_cast<std::uint32_t>(1 + rng.below(300));
    const auto columns = static_cast<std::uint32_t>(1 + rng.below(3000));
    std::vector<std::uint64_t> entries(rng.below(1U << rng.below(14)));
    for (std::uint64_t& entry : entries) {
      entry = matrix_entry(static_cast<std::uint32_t>(rng.below(rows)),
                           static_cast<std::uint32_t>(rng.below(columns)));
    }
    expect_matrix(rows, columns, entries, "random " + std::to_string(seed));
  }
}

TEST(LocalMatrix, HasABitmapWhereColumnsHaveFewEntriesOrFewHaveAny) {
  const auto format_of = [](std::uint32_t kept, std::uint32_t entries_each) {
    std::vector<std::uint64_t> entries;
    for (std::uint32_t c = 0; c < kept; ++c) {
      for (std::uint32_t r = 0; r < entries_each; ++r) entries.push_back(matrix_entry(r, c));
    }
    return LocalMatrix(entries_of(entries), 20, 1000, MatrixFormat::kAuto, 1).format();
  };
  for (const std::uint32_t kept : {0U, 1U, 249U, 250U, 1000U}) {
    EXPECT_EQ(format_of(kept, 20), kept < 250 ? MatrixFormat::kBitmap : MatrixFormat::kCsc) << kept;
  }
  EXPECT_EQ(format_of(1000, 3), MatrixFormat::kBitmap);
  EXPECT_EQ(format_of(1000, 4), MatrixFormat::kCsc);
}

TEST(LocalMatrix, TakesThreeBitsForTwoColumnsWhereItIsHypersparse) {
  constexpr std::uint32_t kColumns = 1U << 26U;
  std::vector<std::uint64_t> entries;
  for (std::uint32_t k = 0; k < 100; ++k) entries.push_back(matrix_entry(k, k * 600000));
  const LocalMatrix sparse(entries_of(entries), 100, kColumns, MatrixFormat::kAuto, 1);
  EXPECT_LE(sparse.bytes(), (kColumns / 64 + 1) * (8 + 4) + 100 * (4 + 4) + 4);
  for (std::uint32_t k = 0; k < 100; ++k) {
    ASSERT_EQ(sparse.rows(k * 600000).size(), 1U);
    EXPECT_EQ(sparse.rows(k * 600000)[0], k);
    EXPECT_TRUE(sparse.rows(k * 600000 + 1).empty());
  }
  EXPECT_TRUE(sparse.rows(kColumns - 1).empty());
}

}  // namespace
}  // namespace strider::detail
