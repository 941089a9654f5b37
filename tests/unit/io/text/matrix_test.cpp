#include "io/text/matrix.hpp"

#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

bool looks(const std::string& text) {
  return looks_like_matrix(PaddedText(text).named().text);
}

TEST(Matrix, RowsAndColumns) {
  const InputEdges input = parse(parse_matrix, "# saved\n0.0e+00 1.0 inf\n2.5,0;0\r\n\n0 -0.0 3\n");
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(edges_of(input), (std::vector<Edge>{{0, 1}, {1, 0}, {2, 2}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{1, 2.5, 3}));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("1 infinite values")));
}

TEST(Matrix, OnesAreTold) {
  const InputEdges input = parse(parse_matrix, "0 1.0\n1.0 0\n");
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{1, 1}));
  EXPECT_THAT(input.facts.notes, Contains("all weights are 1"));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("symmetric")));
  EXPECT_EQ(
      edges_of(parse(parse_matrix, "0 1\n1 0\n", {.directedness = Directedness::kUndirected})),
      (std::vector<Edge>{{0, 1}}));
}

TEST(Matrix, IsToldFromEdges) {
  EXPECT_TRUE(looks("0 1 0 0\n1 0 0 0\n0 0 0 1\n0 0 1 0\n"));
  EXPECT_TRUE(looks("# x\n0,1,0,9\n1,0,0,0\n0,0,0,1\n2,0,1,0"));
  // Three columns are an edge with a weight, whatever the number of rows.
  EXPECT_FALSE(looks("0 1 0\n1 0 0\n0 0 0\n"));
  // Time stamps behind four edges.
  EXPECT_FALSE(looks("0 1 3 100\n1 2 4 101\n2 3 5 102\n3 0 6 103\n"));
  EXPECT_FALSE(looks("0 1 0 0\n1 0 0 0\n0 0 0 1\n"));
  EXPECT_FALSE(looks("0 1 0 0\n1 0 0 0\n0 0 0 1\n0 0 1 0\n0 0 0 0\n"));
  EXPECT_FALSE(looks("0 1 0 0\n1 0 0\n0 0 0 1\n0 0 1 0\n"));
  EXPECT_FALSE(looks("0 1 0 a\n1 0 0 0\n0 0 0 1\n0 0 1 0\n"));
  EXPECT_FALSE(looks(""));
  std::string nine;
  for (int row = 0; row < 9; ++row) nine += "1 2 3 4 5 6 7 8 9\n";
  EXPECT_TRUE(looks(nine));
  EXPECT_FALSE(looks(nine + "1 2 3 4 5 6 7 8 9\n"));
}

TEST(Matrix, Errors) {
  EXPECT_THAT(error_of(parse_matrix, "0 1\n1\n"),
              HasSubstr("test:2: expected 2 values, as there are rows, found 1"));
  EXPECT_THAT(error_of(parse_matrix, "0 1\n1 0 2\n"),
              HasSubstr("test:2: expected 2 values, as there are rows, found more"));
  EXPECT_THAT(error_of(parse_matrix, "0 nan\n1 0\n"),
              HasSubstr("test:1: expected a weight, found 'nan'"));
  EXPECT_THAT(error_of(parse_matrix, "0 x\n1 0\n"), HasSubstr("found 'x'"));
}

}  // namespace
}  // namespace strider::io_testing
