#include "io/text/edge_list_slice.hpp"
#include "support/errors.hpp"
#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

TEST(EdgeList, NumbersInOrder) {
  const InputEdges input = read_edge_list("0 1\n2 1\n0 2\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 1}, {0, 2}}));
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(input.list.labels.kind(), LabelKind::kDense);
  EXPECT_FALSE(input.facts.weighted);
  EXPECT_EQ(input.facts.lines, 3U);
}

TEST(EdgeList, EmptyFilesHaveNoVertices) {
  for (const char* text : {"", "\n\n", "# nothing\n", "% nothing", "  \t\r\n"}) {
    const InputEdges input = read_edge_list(text);
    EXPECT_EQ(input.list.num_vertices, 0U) << text;
    EXPECT_TRUE(input.list.edges.empty()) << text;
  }
}

TEST(EdgeList, SeparatorsCommentsAndLineEnds) {
  const EdgeVector expected{{0, 1}, {1, 2}};
  for (const char* text :
       {"0 1\n1 2", "0\t1\n1\t2\n", "0,1\n1,2\n", "0;1\n1;2\n", "0, 1\r\n1, 2\r\n",
        "  0   1  \n\n 1 2 \n", "# a\n0 1\n% b\n1 2\n// c\n", "0 1 # end\n1 2\n"}) {
    EXPECT_EQ(edges_of(read_edge_list(text)), expected) << text;
  }
}

TEST(EdgeList, LabelsOfARangeStayDense) {
  const InputEdges input = read_edge_list("1 2\n3 2\n");
  EXPECT_EQ(input.list.labels.kind(), LabelKind::kDense);
  EXPECT_EQ(input.list.labels.base(), 1U);
  EXPECT_EQ(labels_of(input), (Words{"1", "2", "3"}));
}

TEST(EdgeList, SparseLabelsAscend) {
  const InputEdges input = read_edge_list("1000000000000 7\n7 18446744073709551615\n5 7\n");
  EXPECT_EQ(input.list.labels.kind(), LabelKind::kSparse);
  EXPECT_EQ(labels_of(input), (Words{"5", "7", "1000000000000", "18446744073709551615"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{2, 1}, {1, 3}, {0, 1}}));
}

TEST(EdgeList, NumbersThatDoNotOccurAreNoVertices) {
  const InputEdges input = read_edge_list("10 40\n30 40\n");
  EXPECT_EQ(labels_of(input), (Words{"10", "30", "40"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 2}, {1, 2}}));
}

TEST(EdgeList, TextLabelsInOrderOfAppearance) {
  const InputEdges input = read_edge_list("b\ta\t3\na\tc\t2\n");
  EXPECT_EQ(input.list.labels.kind(), LabelKind::kText);
  EXPECT_EQ(labels_of(input), (Words{"b", "a", "c"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{3, 2}));
}

TEST(EdgeList, TextLabelsWithBlanksAndQuotes) {
  const InputEdges input = read_edge_list("New York,Boston,4.5\n\"Boston\", Albany ,1\n");
  EXPECT_EQ(labels_of(input), (Words{"New York", "Boston", "Albany"}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{4.5, 1}));
}

TEST(EdgeList, WeightsAreIntegersWhereAllFit) {
  EXPECT_EQ(weights_of<std::uint32_t>(read_edge_list("0 1 0\n1 2 4294967295\n")),
            (std::vector<std::uint32_t>{0, 4294967295U}));
  EXPECT_EQ(weights_of<double>(read_edge_list("0 1 3\n1 2 4294967296\n")),
            (std::vector<double>{3, 4294967296.0}));
  EXPECT_EQ(weights_of<double>(read_edge_list("0 1 -3\n1 2 1\n")), (std::vector<double>{-3, 1}));
  EXPECT_EQ(weights_of<double>(read_edge_list("0 1 1.0\n1 2 2e3\n2 3 +inf\n")),
            (std::vector<double>{1, 2000, std::numeric_limits<double>::infinity()}));
}

TEST(EdgeList, WeightsAreSkippedOnRequest) {
  const InputEdges input = read_edge_list("0 1 2.5\n1 2 1\n", {.weights = ReadWeights::kNo});
  EXPECT_TRUE(std::holds_alternative<std::monostate>(input.list.weights));
  EXPECT_TRUE(input.facts.weighted);
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
}

TEST(EdgeList, ColumnsBehindTheWeightAreNotRead) {
  const InputEdges input = read_edge_list("0 1 5 1217567877\n1 2 6 1217567878\n");
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{5, 6}));
  EXPECT_THAT(input.facts.notes,
              testing::ElementsAre("column 3 is read as the weight; column 4 is not read"));
}

TEST(EdgeList, TitleRowNamesColumns) {
  const InputEdges input = read_edge_list("src,dst,wgt\n0,1,2\n1,2,3\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_TRUE(input.facts.notes.empty());
  const InputEdges moved = read_edge_list("id,from,to,time,weight\n9,0,1,77,2\n8,1,2,78,3\n");
  EXPECT_EQ(edges_of(moved), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(moved), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_EQ(labels_of(read_edge_list("source,target\nx,y\n")), (Words{"x", "y"}));
}

TEST(EdgeList, NamedThirdColumnThatIsNoWeight) {
  const InputEdges input = read_edge_list("# FromNodeId ToNodeId\tRelationship\n1 2 -1\n2 3 1\n");
  EXPECT_FALSE(input.facts.weighted);
  ASSERT_EQ(input.facts.notes.size(), 1U);
  EXPECT_THAT(input.facts.notes[0], HasSubstr("relationship"));
}

TEST(EdgeList, Attributes) {
  const InputEdges input = read_edge_list("0 1 {'weight': 3}\n1 2 {}\n");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_FALSE(input.facts.weighted);
}

TEST(EdgeList, DirectednessOfHeaders) {
  EXPECT_EQ(read_edge_list("# Undirected graph: x.txt\n0 1\n").facts.directedness,
            Directedness::kUndirected);
  EXPECT_EQ(read_edge_list("% sym unweighted\n1 2\n").facts.directedness,
            Directedness::kUndirected);
  EXPECT_EQ(read_edge_list("0 1\n").facts.directedness, Directedness::kDirected);
  const ReadOptions undirected{.plain_edge_list = Directedness::kUndirected};
  EXPECT_EQ(read_edge_list("0 1\n", undirected).facts.directedness, Directedness::kUndirected);
  EXPECT_EQ(read_edge_list("# Directed graph: x\n0 1\n", undirected).facts.directedness,
            Directedness::kDirected);
}

TEST(EdgeList, KonectWithoutWeights) {
  const InputEdges input = read_edge_list("% asym positive\n1 2 1 99\n2 3 1 99\n");
  EXPECT_FALSE(input.facts.weighted);
  EXPECT_THAT(edge_list_error("% bip unweighted\n1 1\n"), HasSubstr("test:1: bipartite"));
}

TEST(EdgeList, CountsInOneLine) {
  const InputEdges input = read_edge_list("5 2\n0 1\n1 2\n");
  EXPECT_EQ(input.list.num_vertices, 5U);
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  // It may be an edge for all that, so it is not dropped in silence.
  EXPECT_THAT(input.facts.notes,
              testing::ElementsAre("the first row is taken as counts: 5 vertices, 2 edges"));
  // One edge more than announced, and vertices beyond those announced: three edges, then.
  EXPECT_EQ(read_edge_list("5 1\n0 1\n1 2\n").list.edges.size(), 3U);
  EXPECT_EQ(read_edge_list("2 2\n0 1\n1 2\n").list.edges.size(), 3U);
}

TEST(EdgeList, FilesWithoutEdgesAreReported) {
  EXPECT_THAT(read_edge_list("").facts.notes, ElementsAre("the file is empty"));
  EXPECT_THAT(read_edge_list("# nothing\n").facts.notes, ElementsAre("the file has no edges"));
  const InputEdges one_line = read_edge_list("5\n");
  EXPECT_EQ(one_line.list.num_vertices, 5U);
  EXPECT_THAT(one_line.facts.notes,
              ElementsAre("the first line is taken as the number of vertices: 5"));
}

TEST(EdgeList, CountsOfOneBasedVerticesAreReportedNotGuessed) {
  const InputEdges input = read_edge_list("3 2\n1 2\n2 3\n");
  EXPECT_EQ(input.list.edges.size(), 3U);
  EXPECT_EQ(input.facts.notes.size(), 1U);
}

TEST(EdgeList, CountsBeforeWeightedEdges) {
  const InputEdges input = read_edge_list("4 2\n0 1 7\n1 2 8\n");
  EXPECT_EQ(input.list.num_vertices, 4U);
  EXPECT_EQ(input.list.edges.size(), 2U);
  EXPECT_THAT(edge_list_error("4 3\n0 1 7\n1 2 8\n"),
              HasSubstr("test:1: declares 3 edges, but 2 follow"));
  EXPECT_THAT(edge_list_error("2 2\n0 1 7\n1 5 8\n"),
              HasSubstr("test:1: declares 2 vertices, but vertex 5 follows"));
}

TEST(EdgeList, CountsInLinesOfTheirOwn) {
  const InputEdges input = read_edge_list("8\n2\n4 5 0.35\n5 4 0.35\n");
  EXPECT_EQ(input.list.num_vertices, 8U);
  EXPECT_EQ(input.list.edges.size(), 2U);
  EXPECT_EQ(read_edge_list("9\n0 1\n").list.num_vertices, 9U);
  EXPECT_EQ(read_edge_list("2\n1\n1 2 3\n").list.labels.base(), 1U);
  EXPECT_EQ(read_edge_list("3\n0\n").list.num_vertices, 3U);
  EXPECT_THAT(edge_list_error("2\n2\n0 1 1\n"),
              HasSubstr("test:1: declares 2 edges, but 1 follow"));
  EXPECT_THAT(edge_list_error("1000000000000000000\n0 1\n"),
              HasSubstr("more than one machine supports (4294967295)"));
}

TEST(EdgeList, RoadsWithNumbers) {
  const InputEdges input = read_edge_list("0 0 1 0.5\n1 1 2 0.25\n", {}, "dir/x.cedge");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
}

TEST(EdgeList, ErrorsHaveTheirLine) {
  EXPECT_THAT(edge_list_error("0 1\n1 .\n"),
              HasSubstr("test:2: expected a vertex number as in the first row"));
  EXPECT_THAT(edge_list_error("0 1\n\n# c\n-3 1\n"),
              HasSubstr("test:4: vertex numbers cannot be negative, found '-3'"));
  EXPECT_THAT(edge_list_error("-1 -1 1.0\n"),
              HasSubstr("test:1: vertex numbers cannot be negative"));
  EXPECT_THAT(edge_list_error("0 1\n1\n"), HasSubstr("test:2: expected a vertex number"));
  EXPECT_THAT(edge_list_error("0 1\n1 2\n1 2 3\n"),
              HasSubstr("test:3: expected the end of the line, found '3'"));
  EXPECT_THAT(edge_list_error("0 1\n1 2 3\n"), HasSubstr("test:1: declares 0 vertices"));
  EXPECT_THAT(edge_list_error("0;1;3,5\n"), HasSubstr("test:1: column 3: expected a weight"));
  EXPECT_THAT(edge_list_error("0;1;3\n1;2;3,5\n"),
              HasSubstr("test:2: expected a weight, found '3,5'; "
                        "decimals need a point"));
  EXPECT_THAT(edge_list_error("0 1 5\n1 2\n"),
              HasSubstr("test:2: expected a weight, found the end"));
  EXPECT_THAT(edge_list_error("0 1 5\n1 2 five\n"),
              HasSubstr("test:2: expected a weight, found 'five'"));
  EXPECT_THAT(edge_list_error("0 1 5\n1 2 nan\n"),
              HasSubstr("test:2: expected a weight, found 'nan'"));
  EXPECT_THAT(edge_list_error("0,1,5\n1,,2\n"), HasSubstr("test:2: expected a vertex number"));
  EXPECT_THAT(edge_list_error("0 18446744073709551616\n"), HasSubstr("test:1: the vertex number"));
  EXPECT_THAT(edge_list_error("the file holds\n"),
              HasSubstr("test:1: column 3: expected a weight"));
  EXPECT_THAT(edge_list_error("hello\n"),
              HasSubstr("test:1: expected an edge, two columns or more"));
  EXPECT_THAT(edge_list_error(std::string("0 1\n1 2\0\n2 3\n", 13)),
              HasSubstr("test:2: expected the end"));
}

TEST(EdgeList, CarriageReturnsEndNoLine) {
  EXPECT_THAT(edge_list_error("1 2\r3 4\r5 6\r"),
              HasSubstr("test:1: found a carriage return within the line"));
  EXPECT_THAT(edge_list_error("1 2\r\n3 4\r5 6\r\n"), HasSubstr("test:2: found a carriage return"));
  EXPECT_THAT(edge_list_error("a b 1\rc d 2\r"), HasSubstr("test:1: found a carriage return"));
  EXPECT_EQ(read_edge_list("1 2\r\r\n2 3\r").list.edges.size(), 2U);
}

TEST(EdgeListSlice, PartsAreTheWhole) {
  std::string text = "# FromNodeId ToNodeId weight\n";
  for (int i = 0; i < 500; ++i) {
    text += std::to_string(i * i) + ' ' + std::to_string(7'000'000'000LL * i) + " 2\n";
  }
  const PaddedText padded(text);
  const EdgeListLayout layout = find_edge_list_layout(padded.named(), {});
  for (const int parts : {1, 3, 7, 1000}) {
    std::vector<GlobalEdge> edges;
    for (int part = 0; part < parts; ++part) {
      const auto slice =
          parse_edge_list_slice(padded.named(), layout, part, parts, ReadWeights::kYes, 1);
      edges.insert(edges.end(), slice.edges.begin(), slice.edges.end());
      EXPECT_EQ(slice.weights.size(), slice.edges.size());
    }
    ASSERT_EQ(edges.size(), 500U);
    for (std::uint64_t i = 0; i < 500; ++i) {
      EXPECT_EQ(edges[i], (GlobalEdge{i * i, 7'000'000'000ULL * i}));
    }
  }
}

TEST(EdgeListSlice, ErrorsHaveTheLineOfTheWholeFile) {
  const PaddedText padded("0 1\n1 2\n2 3\n3 x\n");
  const EdgeListLayout layout = find_edge_list_layout(padded.named(), {});
  EXPECT_NO_THROW(
      static_cast<void>(parse_edge_list_slice(padded.named(), layout, 0, 2, ReadWeights::kYes, 1)));
  test::expect_error<InputError>("test:4: ", [&] {
    static_cast<void>(parse_edge_list_slice(padded.named(), layout, 1, 2, ReadWeights::kYes, 1));
  });
}

TEST(EdgeList, ManyChunksGiveOneOrder) {
  std::string text;
  EdgeVector expected;
  for (std::uint32_t i = 0; i < 400'000; ++i) {
    if (i % 1000 == 7) text += "# a comment\n\n";
    const Edge edge{i, (i * 7919U) % 400'000U};
    text += std::to_string(edge.source) + ' ' + std::to_string(edge.target) + '\n';
    expected.push_back(edge);
  }
  for (const int threads : {1, 2, 4}) {
    EXPECT_EQ(edges_of(read_edge_list(text, {.threads = threads})), expected);
  }
  text += "7 oops\n8 worse\n";
  for (const int threads : {1, 4}) {
    EXPECT_THAT(error_of(parse_edge_list, text, {.threads = threads}),
                HasSubstr("test:400801: expected a vertex number"));
  }
}

}  // namespace
}  // namespace strider::io_testing
