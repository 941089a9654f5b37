// Rows of tables that look like something else.
#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

constexpr std::uint32_t kFive = 5;

TEST(TableRows, QuotedCellsBetweenBlanksAreOneColumn) {
  const InputEdges input =
      read_edge_list("1 2 \"x 7 y\" 5 z\n2 3 \"x 8 y\" 6 z\n", {.weight_column = "4"});
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{kFive, 6}));
  EXPECT_EQ(
      weights_of<std::uint32_t>(read_edge_list("1 2 4 5\n2 3 a,b 6\n", {.weight_column = "4"})),
      (std::vector<std::uint32_t>{kFive, 6}));
  EXPECT_EQ(edges_of(read_edge_list("\"1\" \"2\"\n\"2\" \"3\"\n")), (EdgeVector{{0, 1}, {1, 2}}));
  // R's write.table with names of rows.
  EXPECT_EQ(edges_of(read_edge_list("\"from\" \"to\"\n\"a b\" 1 2\n\"c d\" 2 3\n")),
            (EdgeVector{{0, 1}, {1, 2}}));
}

TEST(TableRows, ARowOfMoreCellsThanNames) {
  for (const char* const text :
       {"from to\n1 5 6\n2 6 7\n", "from,to\n0,5,6\n1,6,7\n", "\"from\" \"to\"\n\"9\" 5 6\n"}) {
    const InputEdges input = read_edge_list(text);
    EXPECT_EQ(edges_of(input)[0], (Edge{0, 1})) << text;
    EXPECT_EQ(input.list.labels.base(), 5U) << text;
    EXPECT_THAT(input.facts.notes,
                Contains(HasSubstr("column 1 has no name and is taken as the numbers of rows")))
        << text;
  }
  for (const char* const text :
       {"source,target\n7,2,9\n3,3,8\n", "source,target\na,b,x\n", "source target\n1 2 5\n"}) {
    EXPECT_THAT(edge_list_error(text),
                HasSubstr("test:2: the row has 3 columns, but only 2 have names: name all columns, "
                          "or leave the names out with --skip-lines 1"))
        << text;
  }
  EXPECT_TRUE(read_edge_list(",from,to\n0,5,6\n1,6,7\n").facts.notes.empty());
}

TEST(TableRows, LabelledMatricesAreRefused) {
  for (const char* const text :
       {",a,b,c\na,0,1,0\nb,1,0,1\nc,0,1,0\n", "\ta\tb\tc\na\t0\t1\t0\nb\t1\t0\t1\nc\t0\t1\t0\n",
        ";a;b;c\na;0;1;0\nb;1;0;1\nc;0;1;0\n", ",0,1,2\n0,0,1,0\n1,1,0,1\n2,0,1,0\n",
        "a b\na 0 1.5\nb 1.5 0\n"}) {
    EXPECT_THAT(edge_list_error(text), HasSubstr("an adjacency matrix with names")) << text;
  }
  EXPECT_THAT(edge_list_error(";a;b\na;0;1\nb;1;0\n"), HasSubstr("index_col=0, sep=';'"));
  EXPECT_EQ(read_edge_list("1,2,3\n2,3,5\n3,4,6\n").list.edges.size(), 3U);
  EXPECT_EQ(read_edge_list("3 2\n3 1 5\n2 3 6\n").list.edges.size(), 2U);
}

TEST(TableRows, WholeRealsAreNumbersOfVertices) {
  const InputEdges saved = read_edge_list(
      "0.000000000000000000e+00 1.000000000000000000e+00\n"
      "1.000000000000000000e+00 2.000000000000000000e+00\n");
  EXPECT_EQ(edges_of(saved), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(saved.list.labels.kind(), LabelKind::kDense);
  const InputEdges frame = read_edge_list("from,to,weight\n1.0,2.0,1.5\n2,3.0,2\n");
  EXPECT_EQ(frame.list.labels.base(), 1U);
  EXPECT_EQ(weights_of<double>(frame), (std::vector<double>{1.5, 2}));
  EXPECT_THAT(edge_list_error("1.0 2.0\n2.0 1e17\n"), HasSubstr("test:2: vertices are integers"));
  EXPECT_EQ(labels_of(read_edge_list("1.0 2.0\n2.0 x\n")), (Words{"1.0", "2.0", "x"}));
}

TEST(TableRows, SmallOrTruncatedMatricesOfRealsAreRefused) {
  for (const char* const text :
       {"0.0 1.5 0\n1.5 0 2\n0 2 0\n", "0 1 0\n1 0 2.5\n0 2.5 0\n", "0.0 1.0 0.0\n1.0 0.0 1.0\n",
        "0.0 1.0 0.0 0.0\n1.0 0.0 0.0 0.000\n", "0.0 1.0 0.0 0.0\n1.0 0.0"}) {
    EXPECT_THAT(edge_list_error(text), HasSubstr("matrix")) << text;
  }
  EXPECT_EQ(read_edge_list("0.0 1.0 0.0\n1.0 0.0 1.0\n", {.format = FileFormat::kEdgeList})
                .list.edges.size(),
            2U);
}

TEST(TableRows, OnlyListedVerticesAndCounts) {
  const ReadOptions listed{.unlisted = UnlistedVertices::kLeftOut};
  EXPECT_EQ(read_edge_list("10 3\n0 1\n1 2\n2 3\n", listed).list.num_vertices, 4U);
  EXPECT_EQ(read_edge_list("10\n3\n0 1\n1 2\n2 3\n", listed).list.num_vertices, 4U);
  EXPECT_THAT(error_of(parse_edge_list, "10\n5\n0 1\n1 2\n2 3\n", listed),
              HasSubstr("declares 5 edges, but 3 follow"));
}

TEST(TableRows, EveryRowHasTheTypeOfTheFirst) {
  std::string text = "source,target,type\n";
  for (int i = 0; i < 250; ++i) text += "1,2,Undirected\n";
  EXPECT_EQ(read_edge_list(text).facts.directedness, Directedness::kUndirected);
  EXPECT_TRUE(read_edge_list(text).facts.notes.empty());
  const std::string mixed = text + "5,200,Directed\n";
  EXPECT_THAT(edge_list_error(mixed), HasSubstr("test:252: the edge is 'Directed', but the first "
                                                "is 'Undirected': --directed reads each row"));
  EXPECT_THAT(edge_list_error("source,target,type\n1,2,Directed\n2,3,undirected\n"),
              HasSubstr("test:3: the edge is 'undirected'"));
  EXPECT_EQ(read_edge_list(mixed, {.directedness = Directedness::kDirected}).list.edges.size(),
            251U);
  EXPECT_EQ(read_edge_list("source,target,type\n1,2,Directed\n2,3,friend\n").list.edges.size(), 2U);
}

TEST(TableRows, OptionsOverrideSingleColumnsOfCedge) {
  const std::string text = "0 1 2 5.5\n1 2 3 4.5\n";
  const InputEdges input = read_edge_list(text, {.weight_column = "none"}, "x.cedge");
  EXPECT_FALSE(input.facts.weighted);
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
  EXPECT_EQ(input.list.labels.base(), 1U);
  const InputEdges swapped =
      read_edge_list(text, {.table = {.source_column = "3", .target_column = "2"}}, "x.cedge");
  EXPECT_EQ(edges_of(swapped), (EdgeVector{{1, 0}, {2, 1}}));
  EXPECT_EQ(weights_of<double>(swapped), (std::vector<double>{5.5, 4.5}));
}

TEST(TableRows, OnlyTheDelimiterSeparatesColumns) {
  EXPECT_THAT(edge_list_error("1,2,3\n1 2,3\n2,3,4\n"), HasSubstr("test:2: expected ','"));
  EXPECT_THAT(edge_list_error("1;2\n1 2\n"), HasSubstr("test:2: expected ';'"));
  EXPECT_EQ(weights_of<std::uint32_t>(read_edge_list("1 , 2 ,5\n2,3, 6\n")),
            (std::vector<std::uint32_t>{kFive, 6}));
}

}  // namespace
}  // namespace strider::io_testing
