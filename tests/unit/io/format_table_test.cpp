#include "io/format_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace strider {
namespace {

using testing::ElementsAre;

TEST(FormatTable, NamesRoundTrip) {
  EXPECT_EQ(file_formats().size(), static_cast<std::size_t>(FileFormat::kNative) + 1);
  for (const FileFormat format : file_formats()) {
    EXPECT_EQ(row_of(format).format, format);
    EXPECT_FALSE(row_of(format).called.empty());
    EXPECT_FALSE(file_format_name(format).empty());
    EXPECT_EQ(file_format_from_name(file_format_name(format)), format);
  }
}

TEST(FormatTable, UnknownIsNone) {
  for (const char* const name : {"xlsx", "", " ", "edge list"}) {
    EXPECT_EQ(file_format_from_name(name), std::nullopt);
    EXPECT_EQ(file_format_from_path(name), std::nullopt);
  }
}

TEST(FormatTable, SuffixesNameFormats) {
  EXPECT_EQ(file_format_from_path("x.wel"), FileFormat::kEdgeList);
  EXPECT_EQ(file_format_from_path("x.csv.zst"), FileFormat::kEdgeList);
  EXPECT_EQ(file_format_from_path("a.b/x.mm"), FileFormat::kMatrixMarket);
  EXPECT_EQ(file_format_from_path("x.d6"), FileFormat::kGraph6);
  EXPECT_EQ(file_format_from_path("x.feather"), FileFormat::kArrow);
  EXPECT_EQ(file_format_from_path("x.mtx .mm"), FileFormat::kMatrixMarket);
  EXPECT_EQ(file_format_from_path("x."), std::nullopt);
  EXPECT_EQ(file_format_from_path("mtx"), std::nullopt);
}

TEST(FormatTable, SuffixesOfAnyTableAreOfNoFormatAlone) {
  for (const char* const name : {"x.txt", "x.csv.gz", "x.tsv"}) {
    EXPECT_EQ(row_of_own_suffix(name), nullptr) << name;
    EXPECT_EQ(file_format_from_path(name), FileFormat::kEdgeList) << name;
  }
  ASSERT_NE(row_of_own_suffix("x.wel.xz"), nullptr);
  EXPECT_EQ(row_of_own_suffix("x.wel.xz")->format, FileFormat::kEdgeList);
}

TEST(FormatTable, WrittenFormatsAreThoseOfTheTable) {
  EXPECT_THAT(written_file_formats(),
              ElementsAre(FileFormat::kMatrixMarket, FileFormat::kEdgeList, FileFormat::kDimacs,
                          FileFormat::kMetis, FileFormat::kGapbs, FileFormat::kGraph500,
                          FileFormat::kNative));
}

TEST(FormatTable, RanksReadTextInSlicesAndOtherFilesByPath) {
  for (const FileFormat format : file_formats()) {
    const FormatRow& row = row_of(format);
    if (row.rank_reading == RankReading::kTextSlices) {
      EXPECT_EQ(row.content, FormatContent::kText) << row.name;
    }
    // What is converted for ranks is read by them.
    if (row.access == FormatAccess::kWritten) {
      EXPECT_NE(row.rank_reading, RankReading::kWhole) << row.name;
    }
  }
  EXPECT_EQ(row_of(FileFormat::kLdbc).content, FormatContent::kText);
  EXPECT_EQ(row_of(FileFormat::kLdbc).rank_reading, RankReading::kByPath);
}

}  // namespace
}  // namespace strider
