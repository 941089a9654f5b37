// Results as Parquet files, read back by the Arrow library.
#include <arrow/api.h>
#include <arrow/io/file.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <parquet/arrow/reader.h>
#include <parquet/file_reader.h>

#include <limits>
#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/results.hpp"
#include "support/errors.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

using testing::HasSubstr;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// 0 - 1, and 2 out of reach.
const std::vector<Vertex> kParents = {0, 0, kNoVertex};
const std::vector<std::uint8_t> kLevels = {0, 1, 255};

class ParquetResult : public testing::Test {
 protected:
  [[nodiscard]] std::string path() const { return folder_.file("r.parquet"); }

  [[nodiscard]] std::unique_ptr<parquet::arrow::FileReader> open() const {
    const auto file = arrow::io::ReadableFile::Open(path()).ValueOrDie();
    return parquet::arrow::OpenFile(file, arrow::default_memory_pool()).ValueOrDie();
  }
  /// Each column: its name, its type and its values.
  [[nodiscard]] std::vector<std::string> columns() const {
    std::shared_ptr<arrow::Schema> schema;
    const auto reader = open();
    EXPECT_TRUE(reader->GetSchema(&schema).ok());
    std::vector<std::string> columns;
    for (int i = 0; i < schema->num_fields(); ++i) {
      std::shared_ptr<arrow::ChunkedArray> values;
      EXPECT_TRUE(reader->ReadColumn(i, &values).ok());
      std::string text = schema->field(i)->ToString() + ":";
      for (std::int64_t row = 0; row < values->length(); ++row) {
        text += " " + values->GetScalar(row).ValueOrDie()->ToString();
      }
      columns.push_back(text);
    }
    return columns;
  }
  void write_bfs(const Labels& labels) {
    write_bfs_result(labels, kParents, LevelView(std::span(kLevels)), path(),
                     ResultFormat::kParquet);
  }

  test::TemporaryFolder folder_;
};

using Columns = std::vector<std::string>;

TEST_F(ParquetResult, LevelsAndParentsAreNullWhereUnreached) {
  write_bfs(Labels::dense(1));
  EXPECT_EQ(columns(),
            (Columns{"vertex: int64: 1 2 3", "level: int64: 0 1 null", "parent: int64: 1 1 null"}));
}

TEST_F(ParquetResult, TextLabelsAreStrings) {
  write_bfs(Labels::text({"Smith, J", "", "-1"}));
  EXPECT_EQ(columns(), (Columns{"vertex: string: Smith, J  -1", "level: int64: 0 1 null",
                                "parent: string: Smith, J Smith, J null"}));
}

TEST_F(ParquetResult, DistancesAreReal) {
  const std::vector<float> floats = {0, 1.5, std::numeric_limits<float>::infinity()};
  write_sssp_result<float>(Labels(), kParents, floats, path(), ResultFormat::kParquet);
  EXPECT_EQ(columns()[1], "distance: float: 0 1.5 inf");
  const std::vector<std::uint64_t> integers = {0, 7, kInfiniteDistance<std::uint32_t>};
  write_sssp_result<std::uint32_t>(Labels(), kParents, integers, path(), ResultFormat::kParquet);
  EXPECT_EQ(columns(), (Columns{"vertex: int64: 0 1 2", "distance: double: 0 7 inf",
                                "parent: int64: 0 0 null"}));
}

TEST_F(ParquetResult, WeightsAndScoresKeepTheirType) {
  const std::vector<MsfEdge<std::uint32_t>> forest = {{0, 1, 4000000000}};
  write_msf_result<std::uint32_t>(Labels(), 2, forest, path(), ResultFormat::kParquet);
  EXPECT_EQ(columns(), (Columns{"u: int64: 0", "v: int64: 1", "weight: uint32: 4000000000"}));
  const std::vector<double> scores = {0.5, kInfinity, 2};
  write_vertex_values<double>(Labels(), "score", scores, path(), ResultFormat::kParquet);
  EXPECT_EQ(columns(), (Columns{"vertex: int64: 0 1 2", "score: double: 0.5 inf 2"}));
}

TEST_F(ParquetResult, MayHaveNoRow) {
  write_msf_result<float>(Labels(), 0, {}, path(), ResultFormat::kParquet);
  EXPECT_EQ(columns(), (Columns{"u: int64:", "v: int64:", "weight: float:"}));
}

TEST_F(ParquetResult, HasGroupsOfRows) {
  constexpr std::size_t kRows = 300'001;
  std::vector<double> scores(kRows);
  for (std::size_t i = 0; i < kRows; ++i) scores[i] = static_cast<double>(i);
  write_vertex_values<double>(Labels(), "score", scores, path(), ResultFormat::kParquet);
  const auto reader = open();
  EXPECT_EQ(reader->num_row_groups(), 3);
  std::shared_ptr<arrow::ChunkedArray> column;
  ASSERT_TRUE(reader->ReadColumn(1, &column).ok());
  ASSERT_EQ(column->length(), static_cast<std::int64_t>(kRows));
  for (const std::int64_t row : {0, 131'071, 131'072, 300'000}) {
    EXPECT_EQ(column->GetScalar(row).ValueOrDie()->ToString(), std::to_string(row));
  }
}

TEST_F(ParquetResult, RefusesWhatItCannotHold) {
  EXPECT_THROW(write_bfs(Labels::text({"a", "\xFF", "c"})), UsageError);
  Array<std::uint64_t> numbers(3);
  numbers[0] = 1;
  numbers[1] = std::uint64_t{1} << 63U;
  numbers[2] = 2;
  EXPECT_THROW(write_bfs(Labels::sparse(std::move(numbers))), UsageError);
  const std::vector<std::uint64_t> far = {0, std::uint64_t{1} << 53U, 0};
  EXPECT_THROW(
      write_sssp_result<std::uint32_t>(Labels(), kParents, far, path(), ResultFormat::kParquet),
      UsageError);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(ParquetResult, FullDiskIsOneLine) {
  test::expect_error<InputError>("/dev/full: cannot be written: No space left on device", [] {
    write_bfs_result(Labels(), kParents, LevelView(std::span(kLevels)), "/dev/full",
                     ResultFormat::kParquet);
  });
}

}  // namespace
}  // namespace strider
