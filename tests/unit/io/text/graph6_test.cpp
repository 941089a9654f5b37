#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string graph6_error(const std::string& text) {
  return error_of(parse_graph6, text);
}

// The examples of nauty's formats.txt.
TEST(Graph6, ExamplesOfItsDescription) {
  const InputEdges plain = parse(parse_graph6, "DQc\n");
  EXPECT_EQ(plain.list.num_vertices, 5U);
  EXPECT_EQ(edges_of(plain), (EdgeVector{{0, 2}, {1, 3}, {0, 4}, {3, 4}}));
  EXPECT_EQ(plain.facts.directedness, Directedness::kUndirected);

  const InputEdges sparse = parse(parse_graph6, ">>sparse6<<:Fa@x^\n");
  EXPECT_EQ(sparse.list.num_vertices, 7U);
  EXPECT_EQ(edges_of(sparse), (EdgeVector{{0, 1}, {0, 2}, {1, 2}, {5, 6}}));

  const InputEdges directed = parse(parse_graph6, "&DI?AO?");
  EXPECT_EQ(directed.list.num_vertices, 5U);
  EXPECT_EQ(edges_of(directed), (EdgeVector{{0, 2}, {0, 4}, {3, 1}, {3, 4}}));
  EXPECT_EQ(directed.facts.directedness, Directedness::kDirected);
}

TEST(Graph6, SmallestGraphs) {
  EXPECT_EQ(parse(parse_graph6, "?").list.num_vertices, 0U);
  EXPECT_EQ(parse(parse_graph6, "@\n\n").list.num_vertices, 1U);
  EXPECT_EQ(parse(parse_graph6, ":?").list.num_vertices, 0U);
  EXPECT_EQ(parse(parse_graph6, ":@").list.num_vertices, 1U);
  EXPECT_EQ(edges_of(parse(parse_graph6, "A_")), (EdgeVector{{0, 1}}));
  // 63 vertices need the second form of their number.
  EXPECT_EQ(parse(parse_graph6, ":~??~").list.num_vertices, 63U);
}

TEST(Graph6, Errors) {
  EXPECT_THAT(graph6_error(""), HasSubstr("test:1: expected a graph"));
  EXPECT_THAT(graph6_error(">>graph6<<\n"), HasSubstr("expected a graph"));
  EXPECT_THAT(graph6_error("DQ\n"),
              HasSubstr("expected 2 characters for the edges of 5 vertices, found 1"));
  EXPECT_THAT(graph6_error("DQcc\n"), HasSubstr("found 3"));
  EXPECT_THAT(graph6_error("DQ \n"), HasSubstr("expected 2 characters"));
  EXPECT_THAT(graph6_error("DQ\x01\n"), HasSubstr("expected a character from '?' to '~'"));
  EXPECT_THAT(graph6_error("DQc\nDQc\n"), HasSubstr("test:2: expected one graph"));
  EXPECT_THAT(graph6_error("~~~~~~~~\n"), HasSubstr("more than one machine supports"));
  EXPECT_THAT(graph6_error("~~"), HasSubstr("ends too early"));
  EXPECT_THAT(graph6_error("~~?~~~~~\n"), HasSubstr("expected"));
  EXPECT_THAT(graph6_error(";Fa@x^\n"), HasSubstr("incremental sparse6"));
  EXPECT_THAT(graph6_error(">>sparse6<<DQc\n"), HasSubstr("expected ':' behind"));
  EXPECT_THAT(graph6_error(":A~~~~\n"), HasSubstr("out of range"));
}

}  // namespace
}  // namespace strider::io_testing
