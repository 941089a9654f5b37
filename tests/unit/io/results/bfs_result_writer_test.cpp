#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/results.hpp"
#include "support/temporary_folder.hpp"

namespace strider {
namespace {

// 0 - 1, and 2 out of reach.
const std::vector<Vertex> kParentsByLevel = {0, 0, kNoVertex};
const std::vector<std::uint8_t> kLevels = {0, 1, 255};

class BfsResultWriter : public testing::Test {
 protected:
  std::string write(const Labels& labels, const std::string& name) {
    const std::string path = folder_.file(name);
    write_bfs_result(labels, kParentsByLevel, LevelView(std::span(kLevels)), path,
                     result_format_from_path(path).value());
    return test::read_whole(path);
  }

  test::TemporaryFolder folder_;
};

TEST_F(BfsResultWriter, TsvCarriesTheLabelsOfTheInput) {
  EXPECT_EQ(write(Labels::dense(1), "r.tsv"),
            "vertex\tlevel\tparent\n1\t0\t1\n2\t1\t1\n3\t-1\t-1\n");
  EXPECT_EQ(write(Labels::text({"a", "b", "c"}), "t"),
            "vertex\tlevel\tparent\na\t0\ta\nb\t1\ta\nc\t-1\t-1\n");
}

TEST_F(BfsResultWriter, TsvRefusesLabelsThatBreakItsRows) {
  for (const char* label : {"a\tb", "a\nb", "a\rb", ""}) {
    EXPECT_THROW(write(Labels::text({"a", label, "c"}), "r.tsv"), UsageError);
    EXPECT_TRUE(folder_.names().empty());
  }
}

TEST_F(BfsResultWriter, LdbcHasItsOwnUnreachedLevel) {
  EXPECT_EQ(write(Labels(), "r.ldbc"), "0 0\n1 1\n2 9223372036854775807\n");
}

TEST_F(BfsResultWriter, LdbcRefusesTextLabels) {
  EXPECT_THROW(write(Labels::text({"1", "two", "3"}), "r.ldbc"), UsageError);
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(BfsResultWriter, NpyIsAnAlignedHeaderAndRecords) {
  const std::string bytes = write(Labels::dense(1), "r.npy");
  ASSERT_EQ(bytes.size() % 8, 0U);
  ASSERT_EQ(bytes.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  const std::size_t header =
      10U + static_cast<unsigned char>(bytes[8]) + 256U * static_cast<unsigned char>(bytes[9]);
  EXPECT_EQ(header % 64, 0U);
  EXPECT_EQ(bytes[header - 1], '\n');
  EXPECT_NE(bytes.find("[('vertex', '<i8'), ('level', '<i8'), ('parent', '<i8')]"),
            std::string::npos);
  EXPECT_NE(bytes.find("'shape': (3,)"), std::string::npos);
  std::array<std::int64_t, 9> rows{};
  ASSERT_EQ(bytes.size(), header + sizeof(rows));
  std::memcpy(rows.data(), bytes.data() + header, sizeof(rows));
  EXPECT_EQ(rows, (std::array<std::int64_t, 9>{1, 0, 1, 2, 1, 1, 3, -1, -1}));
}

TEST_F(BfsResultWriter, NpyRefusesWhatIsNoInt64) {
  EXPECT_THROW(write(Labels::text({"a", "b", "c"}), "t.npy"), UsageError);
  Array<std::uint64_t> numbers(3);
  numbers[0] = 1;
  numbers[1] = std::uint64_t{1} << 63U;
  numbers[2] = 2;
  EXPECT_THROW(write(Labels::sparse(std::move(numbers)), "s.npy"), UsageError);
  EXPECT_TRUE(folder_.names().empty());
}

TEST(ResultFormat, IsChosenByTheSuffix) {
  EXPECT_EQ(result_format_from_path("-"), ResultFormat::kTsv);
  EXPECT_EQ(result_format_from_path("a.b/c"), ResultFormat::kTsv);
  EXPECT_EQ(result_format_from_path("x.tsv"), ResultFormat::kTsv);
  EXPECT_EQ(result_format_from_path("x.npy"), ResultFormat::kNpy);
  EXPECT_EQ(result_format_from_path("x.ldbc"), ResultFormat::kLdbc);
  EXPECT_EQ(result_format_from_path("x.csv"), ResultFormat::kCsv);
  EXPECT_EQ(result_format_from_path("x.json"), ResultFormat::kJson);
  EXPECT_EQ(result_format_from_path("x.tsv.gz"), ResultFormat::kTsv);
  EXPECT_EQ(result_format_from_path("x.csv.zst"), ResultFormat::kCsv);
  EXPECT_EQ(result_format_from_path("x.json.xz"), ResultFormat::kJson);
  EXPECT_EQ(result_format_from_path("x.gz"), ResultFormat::kTsv);
  EXPECT_EQ(result_format_from_path("x.npy.gz"), std::nullopt);
  EXPECT_EQ(result_format_from_path("x.parquet"), ResultFormat::kParquet);
  EXPECT_EQ(result_format_from_path("x.parquet.gz"), std::nullopt);
  EXPECT_EQ(result_format_from_path("x.pdf"), std::nullopt);
}

}  // namespace
}  // namespace strider
