// Rows of tables that look like something else.
#include "support/errors.hpp"
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

TEST(TableRows, RealsAsVerticesAreNoted) {
  constexpr const char* kNote = "vertices that are written as reals (1.0) are read as integers";
  EXPECT_THAT(read_edge_list("0.0 1.0\n1.0 2.0\n").facts.notes, Contains(kNote));
  EXPECT_THAT(read_edge_list("\"0\",\"1\"\n\"1\",\"2.0\"\n").facts.notes, Contains(kNote));
  EXPECT_THAT(read_edge_list("\"0\",\"1\"\n\"1\",\"2\"\n").facts.notes,
              testing::Not(Contains(kNote)));
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

/// The message of the InputError that `text` makes under a name.
std::string error_of_file(const std::string& name, const std::string& text) {
  return test::message_of<InputError>([&] { static_cast<void>(read_edge_list(text, {}, name)); });
}

TEST(TableRows, AdjacencyListsAreRefusedByName) {
  const std::string text = "0 1 2\n1 2 3\n2 3 0\n3 0 1\n";
  EXPECT_THAT(error_of_file("x.adjlist", text), HasSubstr("networkx.read_adjlist('x.adjlist')"));
  EXPECT_EQ(read_edge_list(text, {.format = FileFormat::kEdgeList}, "x.adjlist").list.edges.size(),
            4U);
}

TEST(TableRows, RowsThatAreCommentsAreNoted) {
  const InputEdges input = read_edge_list("source,target\n#a,b\nb,#c\nc,d\n//x,d\n# a,b\n");
  EXPECT_EQ(labels_of(input), (Words{"b", "#c", "c", "d"}));
  EXPECT_THAT(input.facts.notes,
              Contains("comments that look like rows: 2, the first in line 2; quote labels that "
                       "begin with #, % or //"));
  EXPECT_EQ(labels_of(read_edge_list("source,target\n\"#a\",b\n")), (Words{"#a", "b"}));
}

TEST(TableRows, ATitleThatStriderDoesNotWrite) {
  const std::string head = "# Undirected graph\n# Labels: text\n";
  const InputEdges input = read_edge_list(head + "from,to\na,b\n");
  EXPECT_EQ(labels_of(input), (Words{"a", "b"}));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("--no-header")));
  // What Strider writes between blanks has no title.
  EXPECT_EQ(labels_of(read_edge_list(head + "from to\na b\n")), (Words{"from", "to", "a", "b"}));
}

TEST(TableRows, WeightsBeyondDoubles) {
  EXPECT_THAT(edge_list_error("1 2 3\n1 2 1e400\n"),
              HasSubstr("test:2: expected a weight, found '1e400'; the number is too large"));
  EXPECT_EQ(read_edge_list("1 2 inf\n").list.edges.size(), 1U);
  for (const char* const text :
       {"1 2 9007199254740993\n", "a,b,-9007199254740993\n", "\"1\",2,99007199254740993000001\n"}) {
    EXPECT_THAT(read_edge_list(text).facts.notes,
                Contains("weights are rounded to 53 bits, which some integers exceed"))
        << text;
  }
  EXPECT_TRUE(read_edge_list("1 2 9007199254740992\n").facts.notes.empty());
}

TEST(TableRows, RowsWithoutCellsAreErrors) {
  const std::string zero(1, '\0');
  EXPECT_THAT(edge_list_error(zero + "1 2\n"), HasSubstr("expected an edge, two columns or more"));
  EXPECT_THAT(edge_list_error("source target\n0 1 2\n" + zero + "\n"), HasSubstr("test:"));
}

TEST(TableRows, MessagesSayWhatToDo) {
  for (const char* const text :
       {"1;2;85.5\n2;3;86,0\n", "a;b;85.5\nb;c;86,0\n", "\"a\";b;85.5\nb;c;86,0\n"}) {
    EXPECT_THAT(edge_list_error(text), HasSubstr("test:2: expected a weight, found '86,0'; "
                                                 "decimals need a point: tr , . changes the file"))
        << text;
  }
  EXPECT_THAT(edge_list_error("1;2;85,5\n"), HasSubstr("decimals need a point"));
  EXPECT_THAT(edge_list_error("von;nach;km\na;b;1,5\n"),
              HasSubstr("test:2: expected a weight, found '1,5'; decimals need a point"));
  EXPECT_THAT(edge_list_error("1 2 x\n2 3 y\n"), HasSubstr("--weight-column none"));
  EXPECT_THAT(edge_list_error("This is prose\nof the usual kind\n"),
              testing::Not(HasSubstr("--weight-column none")));
  EXPECT_THAT(error_of(parse_edge_list, "1,2\n", {.table = {.delimiter = ';'}}),
              HasSubstr("found '1,2'; --delimiter ';' separates columns"));
  EXPECT_THAT(edge_list_error("Id,Label\n1,a\n2,b\n"), HasSubstr("a table of nodes"));
  EXPECT_THAT(read_edge_list("1 2 {'weight': 7}\n").facts.notes,
              ElementsAre(HasSubstr("networkx.write_weighted_edgelist")));
  EXPECT_THAT(edge_list_error("4 3\n2\n1 3\n2 4\n3\n"),
              HasSubstr("test:2: expected an edge, two columns or more, found '2'; --format metis "
                        "reads a list of neighbours"));
}

}  // namespace
}  // namespace strider::io_testing
