#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/results.hpp"
#include "support/temporary_folder.hpp"
#include "unit/io/binary/npy_testing.hpp"

namespace strider {
namespace {

using io_testing::npy;
using io_testing::raw_bytes;

class BfsResultReader : public testing::Test {
 protected:
  SubmittedBfs read(const std::string& text, const Labels& labels = {}, Vertex num_vertices = 4) {
    const std::string path = folder_.file("result.tsv");
    test::write_whole(path, text);
    return read_bfs_result(path, labels, num_vertices);
  }

  std::string error(const std::string& text) {
    try {
      static_cast<void>(read(text));
    } catch (const InputError& failure) {
      const std::string message = failure.what();
      return message.substr(message.find("result.tsv"));
    }
    return "no error";
  }

  test::TemporaryFolder folder_;
};

std::vector<Vertex> parents(const SubmittedBfs& claim) {
  return {claim.parents.begin(), claim.parents.end()};
}
std::vector<Level> levels(const SubmittedBfs& claim) {
  return {claim.levels.begin(), claim.levels.end()};
}

TEST_F(BfsResultReader, ReadsWhatTheWriterWrites) {
  for (const char* name : {"r.tsv", "r.csv", "r.npy", "r.tsv.gz", "r.csv.zst", "r.tsv.xz"}) {
    const std::string path = folder_.file(name);
    const std::vector<Vertex> tree = {1, 1, kNoVertex, 0};
    const std::vector<std::uint8_t> depth = {1, 0, 255, 2};
    write_bfs_result(Labels::dense(1), tree, LevelView(std::span(depth)), path,
                     result_format_from_path(path).value());
    const SubmittedBfs claim = read_bfs_result(path, Labels::dense(1), 4);
    EXPECT_EQ(claim.source, Vertex{1});
    EXPECT_EQ(parents(claim), tree);
    EXPECT_EQ(levels(claim), (std::vector<Level>{1, 0, kUnreached, 2}));
    EXPECT_TRUE(claim.has_levels);
  }
}

TEST_F(BfsResultReader, ReadsLabelsThatLookLikeSomethingElse) {
  const Labels labels = Labels::text({"a", "#x", "-1", "c", "vertex"});
  const std::vector<Vertex> tree = {0, 0, 0, 2, kNoVertex};
  const std::vector<std::uint8_t> depth = {0, 1, 1, 2, 255};
  const std::string path = folder_.file("r.tsv");
  write_bfs_result(labels, tree, LevelView(std::span(depth)), path, ResultFormat::kTsv);
  const SubmittedBfs claim = read_bfs_result(path, labels, 5);
  EXPECT_EQ(parents(claim), tree);
  EXPECT_EQ(levels(claim), (std::vector<Level>{0, 1, 1, 2, kUnreached}));
}

TEST_F(BfsResultReader, ReadsQuotedLabels) {
  const Labels labels = Labels::text({"Smith, J", "say \"hi\"", " a\tb", "two\r\nlines", "", "#x"});
  const std::vector<Vertex> tree = {0, 0, 1, 2, kNoVertex, kNoVertex};
  const std::vector<std::uint8_t> depth = {0, 1, 2, 3, 255, 255};
  const std::string path = folder_.file("r.csv");
  write_bfs_result(labels, tree, LevelView(std::span(depth)), path, ResultFormat::kCsv);
  EXPECT_EQ(test::read_whole(path),
            "vertex,level,parent\n\"Smith, J\",0,\"Smith, J\"\n\"say \"\"hi\"\"\",1,\"Smith, J\"\n"
            "\" a\tb\",2,\"say \"\"hi\"\"\"\n\"two\r\nlines\",3,\" a\tb\"\n\"\",-1,-1\n"
            "\"#x\",-1,-1\n");
  const SubmittedBfs claim = read_bfs_result(path, labels, 6);
  EXPECT_EQ(parents(claim), tree);
  EXPECT_EQ(levels(claim), (std::vector<Level>{0, 1, 2, 3, kUnreached, kUnreached}));
}

TEST_F(BfsResultReader, ReadsQuotesBetweenTabsAsText) {
  const Labels labels = Labels::text({" \"a\" ", "b,c", "5\" pipe", "%x"});
  const std::string path = folder_.file("r.tsv");
  const std::vector<Vertex> tree = {0, 0, 1, 2};
  const std::vector<std::uint8_t> depth = {0, 1, 2, 3};
  write_bfs_result(labels, tree, LevelView(std::span(depth)), path, ResultFormat::kTsv);
  EXPECT_EQ(parents(read_bfs_result(path, labels, 4)), tree);
  EXPECT_EQ(parents(read("%x,5\" pipe\n", labels)),
            (std::vector<Vertex>{kNoVertex, kNoVertex, kNoVertex, 2}));
}

TEST_F(BfsResultReader, SaysWhereAQuoteIsWrong) {
  EXPECT_THAT(error("vertex,parent\n\"0\",0\n\"1,0\n2,0\n"),
              testing::HasSubstr("result.tsv:3: a quote that this row opens is not closed"));
  EXPECT_THAT(error("vertex,parent\n\"0\"x,0\n"),
              testing::HasSubstr("result.tsv:2: found a quote within a cell"));
  // Lines inside quotes count.
  EXPECT_EQ(error("vertex,note,parent\n0,\"a\nb\",0\n9,,0\n"),
            "result.tsv:4: the graph has no vertex '9'");
}

TEST_F(BfsResultReader, ReadsArraysOfThreeColumns) {
  const std::string shape = "(2, 3)";
  const std::vector<Vertex> expected = {0, kNoVertex, kNoVertex, 0};
  EXPECT_EQ(parents(read(npy("'<i8'", shape, raw_bytes<std::int64_t>({0, 0, 0, 3, 1, 0})))),
            expected);
  EXPECT_EQ(parents(read(npy("'|i1'", shape, raw_bytes<std::int8_t>({0, 0, 0, 3, 1, 0})))),
            expected);
  EXPECT_EQ(parents(read(npy("'<i4'", shape, raw_bytes<std::int32_t>({0, 3, 0, 1, 0, 0}), "True"))),
            expected);
  EXPECT_THAT(
      error(npy("'<i8'", "(3, 2)", std::string(48, '\0'))),
      testing::HasSubstr("expected records with the fields vertex, level, parent, or an array of "
                         "numbers with 3 columns"));
}

// The shortest form of 100000.0 is 1e+05, which is no label.
TEST_F(BfsResultReader, ReadsLabelsStoredAsReals) {
  std::vector<std::uint64_t> numbers = {7, 100000};
  const Labels labels = Labels::sparse(Array<std::uint64_t>::copy_of(numbers));
  const std::string file =
      npy("'<f8'", "(2, 3)", raw_bytes<double>({7, 1, 100000, 100000, 0, 100000}));
  EXPECT_EQ(parents(read(file, labels, 2)), (std::vector<Vertex>{1, 1}));
}

TEST_F(BfsResultReader, ReadsRecordsWithTheirFieldsInAnyOrder) {
  const std::string type = "[('parent', '<i4'), ('note', '<f8'), ('vertex', '<u8')]";
  const std::string shape = "(1,)";
  const std::string record(20, '\0');
  const SubmittedBfs claim = read(npy(type, shape, record));
  EXPECT_EQ(claim.source, Vertex{0});
  EXPECT_FALSE(claim.has_levels);
  EXPECT_THAT(error(npy(type, shape, record + "x")),
              testing::HasSubstr("has 21 bytes of values, but its header announces 1 elements"));
  EXPECT_THAT(error(npy("[('parent', '|S4'), ('vertex', '<u8')]", shape, std::string(12, '\0'))),
              testing::HasSubstr("result.tsv: expected numbers, found texts"));
  EXPECT_THAT(error(npy("[('top', '<i4'), ('vertex', '<u8')]", shape, std::string(12, '\0'))),
              testing::HasSubstr("expected records with the fields vertex, level, parent"));
}

// Other fields may be texts, and padding has no name.
TEST_F(BfsResultReader, ReadsRecordsOfOtherMachines) {
  const std::string type = "[('vertex', '>i2'), ('', '|V2'), ('name', '<U1'), ('parent', '>i4')]";
  const std::string record = {0, 3, 9, 9, 'x', 0, 0, 0, 0, 0, 0, 2};
  EXPECT_EQ(parents(read(npy(type, "(1,)", record))),
            (std::vector<Vertex>{kNoVertex, kNoVertex, kNoVertex, 2}));
}

// Its two columns would pass for vertex and parent.
TEST_F(BfsResultReader, RefusesLevelsWithoutParents) {
  test::write_whole(folder_.file("r.ldbc"), "0 0\n1 1\n2 2\n3 9223372036854775807\n");
  EXPECT_THROW(static_cast<void>(read_bfs_result(folder_.file("r.ldbc"), Labels(), 4)), InputError);
}

TEST_F(BfsResultReader, ReadsRowsInAnyOrderWithAnySeparator) {
  const std::vector<Vertex> expected = {0, 0, kNoVertex, 1};
  EXPECT_EQ(parents(read("3 2 1\n1 1 0\n0 0 0\n")), expected);
  EXPECT_EQ(parents(read("# made elsewhere\nparent,vertex\n0,0\n0,1\n1,3\n-1,2\n")), expected);
  EXPECT_EQ(parents(read("0\t0\r\n1\t0\r\n3\t1\r\n")), expected);
  EXPECT_EQ(parents(read("\"vertex\";\"parent\"\n0;0\n\n1;0\n3;1")), expected);
  EXPECT_EQ(parents(read("\"vertex\" \"parent\"\n\"0\" 0\n\"1\" 0\n\"3\" 1\n")), expected);
}

TEST_F(BfsResultReader, DerivesLevelsFromParents) {
  const SubmittedBfs claim = read("0 0\n3 1\n1 0\n");
  EXPECT_FALSE(claim.has_levels);
  EXPECT_EQ(levels(claim), (std::vector<Level>{0, 1, kUnreached, 2}));
}

TEST_F(BfsResultReader, LeavesACycleWithoutLevels) {
  const SubmittedBfs claim = read("0 0\n1 2\n2 3\n3 1\n");
  EXPECT_EQ(claim.source, Vertex{0});
  EXPECT_EQ(levels(claim), (std::vector<Level>{0, kUnreached, kUnreached, kUnreached}));
}

TEST_F(BfsResultReader, KeepsWrongParentsForTheValidator) {
  EXPECT_EQ(parents(read("0 0 0\n1 1 99\n")), (std::vector<Vertex>{0, 4, kNoVertex, kNoVertex}));
}

TEST_F(BfsResultReader, NamesNoSourceWhereThereIsNotExactlyOne) {
  EXPECT_EQ(read("1 1 0\n").source, std::nullopt);
  EXPECT_EQ(read("0 0 0\n1 0 1\n").source, std::nullopt);
}

TEST_F(BfsResultReader, SaysWhereAFileIsWrong) {
  EXPECT_EQ(error("0 0 0\n9 1 0\n"), "result.tsv:2: the graph has no vertex '9'");
  EXPECT_EQ(error("0 0 0\n0 1 0\n"), "result.tsv:2: vertex '0' has a second row");
  EXPECT_EQ(error("0 0 0\n1 one 0\n"), "result.tsv:2: expected a level, found 'one'");
  EXPECT_EQ(error("0 0 0\n1 1\n"), "result.tsv:2: expected 3 columns, found 2");
  EXPECT_EQ(error("vertex\tlevel\n"),
            "result.tsv:1: expected the columns vertex, parent in the header");
  EXPECT_EQ(error(""), "result.tsv: contains neither rows nor a header that names vertex, parent");
  EXPECT_EQ(error("0 0 0 0\n"),
            "result.tsv:1: expected 'vertex level parent' or 'vertex parent', found 4 columns");
  EXPECT_EQ(error("0\n"),
            "result.tsv:1: expected 'vertex level parent' or 'vertex parent', found 1 column");
  EXPECT_EQ(error(std::string("\x93NUMPY\x02\x00rubbish", 15)),
            "result.tsv: ends within its header: the file is cut off");
  EXPECT_THROW(static_cast<void>(read_bfs_result(folder_.file("absent"), Labels(), 4)), InputError);
}

}  // namespace
}  // namespace strider
