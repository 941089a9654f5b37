#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

using Doubles = std::vector<double>;

InputEdges read_matrix_market(const std::string& text, const ReadOptions& options = {}) {
  return parse(parse_matrix_market, text, options);
}
std::string matrix_market_error(const std::string& text) {
  return error_of(parse_matrix_market, text);
}
std::string coordinate(const std::string& kind, const std::string& body) {
  return "%%MatrixMarket matrix coordinate " + kind + "\n" + body;
}

TEST(MatrixMarket, PatternGeneral) {
  const InputEdges input =
      read_matrix_market(coordinate("pattern general", "% c\n\n3 3 2\n1 2\n3 1\n"));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 0}}));
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(input.list.labels.base(), 1U);
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
  EXPECT_EQ(input.facts.directedness_reason, "the header says general");
  EXPECT_FALSE(input.facts.weighted);
}

TEST(MatrixMarket, SymmetricIsUndirected) {
  const InputEdges input =
      read_matrix_market(coordinate("integer symmetric", "3 3 3\n2 1 5\n3 3 6\n3 1 7"));
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 0}, {2, 2}, {2, 0}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{5, 6, 7}));
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
}

TEST(MatrixMarket, SymmetricReadAsDirectedHasBothTriangles) {
  const ReadOptions directed{.directedness = Directedness::kDirected};
  const InputEdges input =
      read_matrix_market(coordinate("real symmetric", "3 3 2\n2 1 5\n3 3 6\n"), directed);
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 0}, {0, 1}, {2, 2}}));
  const InputEdges skew =
      read_matrix_market(coordinate("integer skew-symmetric", "3 3 1\n2 1 5\n"), directed);
  EXPECT_EQ(edges_of(skew), (EdgeVector{{1, 0}, {0, 1}}));
  EXPECT_EQ(weights_of<double>(skew), (Doubles{5, -5}));
}

TEST(MatrixMarket, SkewSymmetric) {
  const InputEdges input =
      read_matrix_market(coordinate("real skew-symmetric", "3 3 2\n2 1 -.5\n3 1 inf\n"));
  EXPECT_EQ(weights_of<double>(input), (Doubles{-.5, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
  EXPECT_THAT(matrix_market_error(coordinate("real skew-symmetric", "3 3 1\n2 2 1\n")),
              HasSubstr("test:3: a skew-symmetric matrix has no entries on its diagonal"));
}

TEST(MatrixMarket, IntegersBeyond32BitsAreDoubles) {
  EXPECT_EQ(
      weights_of<double>(read_matrix_market(coordinate("integer general", "2 2 1\n1 2 -7\n"))),
      (Doubles{-7}));
  EXPECT_EQ(weights_of<double>(read_matrix_market(
                coordinate("integer general", "2 2 1\n1 2 18446744073709551615\n"))),
            (Doubles{18446744073709551615.0}));
}

TEST(MatrixMarket, WeightsAreSkippedOnRequest) {
  const InputEdges input = read_matrix_market(coordinate("real general", "2 2 1\n1 2 0.5\n"),
                                              {.weights = ReadWeights::kNo});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(input.list.weights));
  EXPECT_TRUE(input.facts.weighted);
}

TEST(MatrixMarket, ArrayByColumns) {
  const InputEdges input =
      read_matrix_market("%%MatrixMarket matrix array real general\n2 2\n0\n.5\n% c\n-2\n0.0\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 0}, {0, 1}}));
  EXPECT_EQ(weights_of<double>(input), (Doubles{.5, -2}));
}

TEST(MatrixMarket, SymmetricArraysListTheLowerTriangle) {
  const InputEdges symmetric =
      read_matrix_market("%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n");
  EXPECT_EQ(edges_of(symmetric), (EdgeVector{{0, 0}, {1, 0}, {1, 1}}));
  const InputEdges skew =
      read_matrix_market("%%MatrixMarket matrix array integer skew-symmetric\n2 2\n4\n");
  EXPECT_EQ(edges_of(skew), (EdgeVector{{1, 0}}));
}

TEST(MatrixMarket, HeaderErrors) {
  EXPECT_THAT(matrix_market_error("3 3 1\n1 2\n"),
              HasSubstr("test:1: expected the line '%%MatrixMarket"));
  EXPECT_THAT(matrix_market_error("%%MatrixMarket matrix coordinate\n"),
              HasSubstr("test:1: expected '%%Matrix"));
  EXPECT_THAT(matrix_market_error("%%MatrixMarket vector coordinate real general\n"),
              HasSubstr("test:1: expected 'matrix', found 'vector'"));
  EXPECT_THAT(matrix_market_error("%%MatrixMarket matrix sparse real general\n"),
              HasSubstr("found 'sparse'"));
  EXPECT_THAT(matrix_market_error(coordinate("complex general", "")),
              HasSubstr("complex matrices are not"));
  EXPECT_THAT(matrix_market_error(coordinate("real hermitian", "")), HasSubstr("hermitian"));
  EXPECT_THAT(matrix_market_error(coordinate("rational general", "")),
              HasSubstr("found 'rational'"));
  EXPECT_THAT(matrix_market_error(coordinate("real lower", "")), HasSubstr("found 'lower'"));
  EXPECT_THAT(matrix_market_error("%%MatrixMarket matrix array pattern general\n"),
              HasSubstr("array layout has values"));
}

TEST(MatrixMarket, SizeErrors) {
  EXPECT_THAT(matrix_market_error(coordinate("real general", "3 4 0\n")),
              HasSubstr("test:2: a matrix of 3 rows and 4 columns is not square"));
  EXPECT_THAT(matrix_market_error(coordinate("real general", "% c\n3\n")),
              HasSubstr("test:3: expected the number of columns, found the end of the line"));
  EXPECT_THAT(matrix_market_error(coordinate("real general", "3 3 1 1\n")),
              HasSubstr("test:2: expected the end"));
  EXPECT_THAT(matrix_market_error(coordinate("real general", "")),
              HasSubstr("expected the number of rows"));
  EXPECT_THAT(
      matrix_market_error(coordinate("pattern general", "5000000000 5000000000 0\n")),
      HasSubstr("test:2: 5000000000 vertices are more than one machine supports (4294967295)"));
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "9 9 1000000000000000000\n1 2\n")),
              HasSubstr("test:2: declares 1000000000000000000 entries, more than the file can"));
}

TEST(MatrixMarket, EntryErrors) {
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "3 3 2\n1 2\n3 4\n")),
              HasSubstr("test:4: expected a vertex from 1 to 3, found '4'"));
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "3 3 2\n1 2\n0 1\n")),
              HasSubstr("test:4: "));
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "3 3 2\n1 2\n-1 1\n")),
              HasSubstr("test:4: expected a vertex number, found '-1'"));
  EXPECT_THAT(matrix_market_error(coordinate("real general", "3 3 1\n1 2\n")),
              HasSubstr("test:3: expected a weight, found the end of the line"));
  EXPECT_THAT(matrix_market_error(coordinate("real general", "3 3 1\n1 2 nan\n")),
              HasSubstr("test:3: expected a weight, found 'nan'"));
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "3 3 1\n1 2 9\n")),
              HasSubstr("test:3: expected the end of the line, found '9'"));
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "3 3 3\n1 2\n2 3\n% comment\n")),
              HasSubstr("expected 3 entries as the size line says, found 2"));
  EXPECT_THAT(matrix_market_error(coordinate("pattern general", "3 3 1\n1 2\n% c\n2 3\n")),
              HasSubstr("test:5: expected 1 entries as the size line says, found 2"));
}

TEST(MatrixMarket, ArrayErrors) {
  EXPECT_THAT(matrix_market_error("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n"),
              HasSubstr("expected the value of row 2 and column 2, found the end of the file"));
  EXPECT_THAT(matrix_market_error("%%MatrixMarket matrix array real general\n1 1\n1 2\n"),
              HasSubstr("test:3: expected the end of the file, found '2'"));
  EXPECT_THAT(
      matrix_market_error("%%MatrixMarket matrix array real general\n4000000000 4000000000\n"),
      HasSubstr("expected the value of row 1 and column 1"));
}

TEST(MatrixMarket, ZeroBytesHideNothing) {
  const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";
  using namespace std::string_literals;
  EXPECT_THAT(error_of(parse_matrix_market, banner + "3 3 1\0 7\n1 2\n"s),
              testing::HasSubstr("test:2: expected"));
  EXPECT_THAT(error_of(parse_matrix_market, banner + "3 3 1\n1 2\0 7\n"s),
              testing::HasSubstr("test:3: expected"));
}

}  // namespace
}  // namespace strider::io_testing
