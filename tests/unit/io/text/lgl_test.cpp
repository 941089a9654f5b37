#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

TEST(Lgl, VerticesAndNeighbours) {
  const InputEdges input = parse(parse_lgl, "# a\nb 2.5\r\nc 1\n\n# d\n#b\nc 3");
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"a", "b", "c", "d"}));
  EXPECT_EQ(edges_of(input), (std::vector<Edge>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{2.5, 1, 3}));
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
  EXPECT_EQ(parse(parse_lgl, "").list.num_vertices, 0U);
}

TEST(Lgl, NamesThatAreNumbersAreNumbers) {
  const InputEdges input = parse(parse_lgl, "# 9\n4\n");
  EXPECT_EQ(input.list.labels.kind(), LabelKind::kSparse);
  EXPECT_EQ(labels_of(input), (Words{"9", "4"}));
}

TEST(Lgl, Errors) {
  EXPECT_THAT(error_of(parse_lgl, "a 1\n"), HasSubstr("test:1: expected a line '# NAME'"));
  EXPECT_THAT(error_of(parse_lgl, "# a\nb\n#\n"), HasSubstr("test:3: expected the name"));
  EXPECT_THAT(error_of(parse_lgl, "# a b\n"), HasSubstr("test:1: expected the end of the line"));
  EXPECT_THAT(error_of(parse_lgl, "# a\nb 1\nc\n"), HasSubstr("test:3: either all edges"));
  EXPECT_THAT(error_of(parse_lgl, "# a\nb nan\n"), HasSubstr("test:2: expected a weight"));
  EXPECT_THAT(error_of(parse_lgl, "# a\nb 1 2\n"), HasSubstr("test:2: expected the end"));
}

}  // namespace
}  // namespace strider::io_testing
