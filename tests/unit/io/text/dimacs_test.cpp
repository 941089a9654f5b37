#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string dimacs_error(const std::string& text) {
  return error_of(parse_dimacs, text);
}

TEST(Dimacs, ShortestPaths) {
  const InputEdges input =
      parse(parse_dimacs, "c roads\nc\np sp 3 2\na 1 2 10\nc more\na 3 1 20\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 0}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{10, 20}));
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(input.list.labels.base(), 1U);
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
}

TEST(Dimacs, PaceChallenge) {
  const InputEdges input = parse(parse_dimacs, "p tw 4 2\n1 2\n3 4\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 3}}));
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
  EXPECT_FALSE(input.facts.weighted);
}

TEST(Dimacs, MaximumFlow) {
  const std::string text = "c pipes\np max 3 2\nc ends\nn 3 t\nn 1 s\nc arcs\na 1 2 10\na 2 3 20\n";
  const InputEdges input = parse(parse_dimacs, text);
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{10, 20}));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
  EXPECT_EQ(input.facts.directedness_reason, "DIMACS 'p max' lists arcs");
  EXPECT_EQ(input.facts.flow_source, Vertex{0});
  EXPECT_EQ(input.facts.flow_target, Vertex{2});

  const InputEdges without = parse(parse_dimacs, "p max 3 1\na 1 2 10\n");
  EXPECT_EQ(edges_of(without), (EdgeVector{{0, 1}}));
  EXPECT_EQ(without.facts.flow_source, std::nullopt);
  EXPECT_EQ(parse(parse_dimacs, "p max 3 0\nn 2 s").facts.flow_source, Vertex{1});
  EXPECT_EQ(parse(parse_dimacs, "p sp 3 0\n").facts.flow_source, std::nullopt);
}

TEST(Dimacs, ErrorsOfMaximumFlows) {
  EXPECT_THAT(dimacs_error("p max 2 1\na 1 2\n"), HasSubstr("test:2: expected a weight"));
  EXPECT_THAT(dimacs_error("p max 2 1\n1 2 3\n"), HasSubstr("expected an arc 'a SOURCE TARGET C"));
  EXPECT_THAT(dimacs_error("p max 2 1\nn 3 s\na 1 2 3\n"),
              HasSubstr("test:2: expected a vertex from 1 to 2"));
  EXPECT_THAT(dimacs_error("p max 2 1\nn 1 x\na 1 2 3\n"),
              HasSubstr("test:2: expected 's' or 't' behind a node, found 'x'"));
  EXPECT_THAT(dimacs_error("p max 2 1\nn 1\na 1 2 3\n"), HasSubstr("test:2: expected 's' or 't'"));
  EXPECT_THAT(dimacs_error("p max 2 1\nn 1 st\na 1 2 3\n"), HasSubstr("test:2: expected the end"));
  EXPECT_THAT(dimacs_error("p max 2 1\nn 1 s\nn 2 s\na 1 2 3\n"),
              HasSubstr("test:3: a second source"));
  EXPECT_THAT(dimacs_error("p max 2 1\nn 1 t\nn 2 t\na 1 2 3\n"),
              HasSubstr("test:3: a second target"));
  EXPECT_THAT(dimacs_error("p max 2 1\na 1 2 3\nn 1 s\n"), HasSubstr("test:3: expected an arc"));
  EXPECT_THAT(dimacs_error("p max 2 2\nn 1 s\na 1 2 3\n"), HasSubstr("expected 2 edges"));
  EXPECT_THAT(dimacs_error("p sp 2 1\nn 1 s\na 1 2 3\n"), HasSubstr("test:2: expected an arc"));
}

TEST(Dimacs, CommentsAreBelievedWhereTheArcsAgree) {
  const InputEdges both =
      parse(parse_dimacs,
            "c Undirected graph of my town\np sp 3 4\na 1 2 5\na 2 3 7\na 3 2 7\na 2 1 5\n");
  EXPECT_EQ(both.facts.directedness, Directedness::kUndirected);
  EXPECT_EQ(edges_of(both), (EdgeVector{{0, 1}, {1, 2}}));
  for (const char* const arcs : {"a 1 2 5\na 4 3 7\n", "a 1 2 5\na 2 1 1\n"}) {
    const std::string text = std::string("c Undirected graph of my town\np sp 4 2\n") + arcs;
    for (const ReadWeights weights : {ReadWeights::kYes, ReadWeights::kNo}) {
      const InputEdges arcs_only = parse(parse_dimacs, text, {.weights = weights});
      EXPECT_EQ(arcs_only.facts.directedness, Directedness::kDirected) << text;
      EXPECT_EQ(arcs_only.list.edges.size(), 2U) << text;
      EXPECT_THAT(arcs_only.facts.notes,
                  Contains(HasSubstr("some arcs have no reverse of the same weight")));
    }
  }
  EXPECT_TRUE(
      parse(parse_dimacs, "c Unweighted graph of my town\np sp 2 1\na 1 2 5\n").facts.weighted);
}

TEST(Dimacs, Errors) {
  EXPECT_THAT(dimacs_error("1 2\n"), HasSubstr("test:1: expected 'p sp VERTICES ARCS'"));
  EXPECT_THAT(dimacs_error("c only\n"), HasSubstr("expected 'p sp VERTICES ARCS'"));
  EXPECT_THAT(dimacs_error("p min 2 1\na 1 2 3\n"),
              HasSubstr("test:1: expected the problem 'sp', 'max' or 'tw'"));
  EXPECT_THAT(dimacs_error("p sp 2\n"), HasSubstr("test:1: expected the number of edges"));
  EXPECT_THAT(dimacs_error("p sp 2 1\n1 2 3\n"), HasSubstr("test:2: expected an arc 'a SOURCE"));
  EXPECT_THAT(dimacs_error("p sp 2 1\na 1 3 3\n"),
              HasSubstr("test:2: expected a vertex from 1 to 2"));
  EXPECT_THAT(dimacs_error("p sp 2 1\na 1 2\n"), HasSubstr("test:2: expected a weight"));
  EXPECT_THAT(dimacs_error("p tw 2 1\n1 2 3\n"), HasSubstr("test:2: expected the end of the line"));
  EXPECT_THAT(dimacs_error("p tw 3 1\n1 2\n2 3\n"),
              HasSubstr("test:3: expected 1 edges as the problem line says, found 2"));
  EXPECT_THAT(dimacs_error("p tw 3 2\n1 2\n  \n\n\n"), HasSubstr("expected 2 edges"));
  EXPECT_THAT(dimacs_error("p tw 3 1000000000000000000\n1 2\n"),
              HasSubstr("test:1: declares 1000000000000000000 edges"));
  EXPECT_THAT(dimacs_error("p tw 10000000000 1\n1 2\n"),
              HasSubstr("more than one machine supports (4294967295)"));
}

}  // namespace
}  // namespace strider::io_testing
