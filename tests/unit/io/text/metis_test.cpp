#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

InputEdges read_metis(const std::string& text, const ReadOptions& options = {}) {
  return parse(parse_metis, text, options);
}
std::string metis_error(const std::string& text) {
  return error_of(parse_metis, text);
}

const EdgeVector kMetisPath{{0, 1}, {1, 2}};

TEST(Metis, EachEdgeOnce) {
  const InputEdges input = read_metis("% a path\n3 2\n2\n1 3\n2\n");
  EXPECT_EQ(edges_of(input), kMetisPath);
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(input.list.labels.base(), 1U);
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
}

TEST(Metis, BlankLinesAreIsolatedVertices) {
  const InputEdges input = read_metis("5 1\n\n4\n% a comment\n\n2\n\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 3}}));
  EXPECT_EQ(input.list.num_vertices, 5U);
}

TEST(Metis, FormatCodes) {
  const std::vector<std::uint32_t> weights{7, 8};
  EXPECT_EQ(edges_of(read_metis("3 2 0\n2\n1 3\n2\n")), kMetisPath);
  const InputEdges edge_weights = read_metis("3 2 1\n2 7\n1 7 3 8\n2 8\n");
  EXPECT_EQ(edges_of(edge_weights), kMetisPath);
  EXPECT_EQ(weights_of<std::uint32_t>(edge_weights), weights);
  EXPECT_EQ(edges_of(read_metis("3 2 10\n9 2\n9 1 3\n9 2\n")), kMetisPath);
  EXPECT_EQ(edges_of(read_metis("3 2 010 2\n9 9 2\n9 9 1 3\n9 9 2\n")), kMetisPath);
  EXPECT_EQ(weights_of<std::uint32_t>(read_metis("3 2 11\n9 2 7\n9 1 7 3 8\n9 2 8\n")), weights);
  EXPECT_EQ(edges_of(read_metis("3 2 100\n9 2\n9 1 3\n9 2\n")), kMetisPath);
  EXPECT_EQ(weights_of<std::uint32_t>(read_metis("3 2 111\n5 9 2 7\n5 9 1 7 3 8\n5 9 2 8\n")),
            weights);
}

TEST(Metis, Code100OfDimacs10HasNoVertexSizes) {
  EXPECT_EQ(edges_of(read_metis("3 2 100\n2\n1 3\n2\n")), kMetisPath);
}

TEST(Metis, ListsThatCountArcsAreDirected) {
  const InputEdges input = read_metis("3 3\n2 3\n3\n\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
  EXPECT_THAT(input.facts.directedness_reason, HasSubstr("not symmetric"));
}

TEST(Metis, DirectedOnRequestKeepsBothEntries) {
  const InputEdges input =
      read_metis("3 2\n2\n1 3\n2\n", {.directedness = Directedness::kDirected});
  EXPECT_EQ(input.list.edges.size(), 4U);
}

TEST(Metis, SelfLoops) {
  EXPECT_EQ(edges_of(read_metis("2 2\n1 2\n1\n")), (EdgeVector{{0, 0}, {0, 1}}));
}

TEST(Metis, WeightsThatDifferAtTheEndsAreBothKept) {
  const InputEdges input = read_metis("2 1 1\n2 7\n1 5\n");
  EXPECT_EQ(input.list.edges.size(), 2U);
  EXPECT_EQ(input.facts.notes.size(), 1U);
}

TEST(Metis, Errors) {
  EXPECT_THAT(metis_error("3\n"), HasSubstr("test:1: expected the number of edges"));
  EXPECT_THAT(metis_error(""), HasSubstr("expected the number of vertices"));
  EXPECT_THAT(metis_error("3 2 7\n"), HasSubstr("test:1: expected a format code"));
  EXPECT_THAT(metis_error("3 2 1 1 1\n"), HasSubstr("test:1: expected the end of the line"));
  EXPECT_THAT(metis_error("3 2\n2\n1 4\n2\n"), HasSubstr("test:3: expected a vertex from 1 to 3"));
  EXPECT_THAT(metis_error("3 2\n2\n1 x\n2\n"), HasSubstr("test:3: expected a vertex number"));
  EXPECT_THAT(metis_error("3 2 1\n2 7\n1 7 3\n2 8\n"), HasSubstr("test:3: expected a weight"));
  EXPECT_THAT(metis_error("3 2\n2\n1 3\n"), HasSubstr("expected 3 lines, one per vertex, found 2"));
  EXPECT_THAT(metis_error("3 2\n2\n1 3\n2\n1\n"),
              HasSubstr("test:5: expected the end of the file"));
  EXPECT_THAT(metis_error("3 5\n2\n1 3\n2\n"),
              HasSubstr("test:1: declares 5 edges, so 10 entries"));
  EXPECT_THAT(metis_error("3 2\n2\n3 3\n2\n"),
              HasSubstr("test:1: some edges are listed at one end only"));
  EXPECT_THAT(metis_error("1000000000 1\n2\n1\n"), HasSubstr("more than the file can hold"));
  EXPECT_THAT(metis_error("2 1000000000000000000\n2\n1\n"),
              HasSubstr("more than the file can hold"));
}

TEST(Metis, ZeroBytesHideNothing) {
  using namespace std::string_literals;
  const std::string text = "3 1\n2\0 3\n1\n\n"s;
  EXPECT_THAT(error_of(parse_metis, text),
              testing::HasSubstr("test:2: expected the end of the line, found a zero byte"));
  const std::string header = "2 1\0 9\n2\n1\n"s;
  EXPECT_THAT(error_of(parse_metis, header), testing::HasSubstr("test:1: expected"));
}

}  // namespace
}  // namespace strider::io_testing
