#include "support/errors.hpp"
#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

/// The note of an input that has one.
std::string note_of(const InputEdges& input) {
  EXPECT_EQ(input.facts.notes.size(), 1U);
  return input.facts.notes.empty() ? "" : input.facts.notes[0];
}

/// More rows than a reader decides from.
std::string many_rows(const std::string& row) {
  std::string text;
  for (int i = 0; i < 300; ++i) text += row;
  return text;
}

TEST(Table, TabsSplitRowsAndCommasAreText) {
  const InputEdges input = read_edge_list("Smith, J\tDoe, A\t3\nDoe, A\tRoe; B\t4\n");
  EXPECT_EQ(labels_of(input), (Words{"Smith, J", "Doe, A", "Roe; B"}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{3, 4}));
  EXPECT_EQ(edges_of(read_edge_list("0,\t1\n1,\t2\n")), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(edges_of(read_edge_list("0\tNew York, NY\t1\t9\n1\t\t2\t8\n",
                                    {.weight_column = "4", .table = {.target_column = "3"}})),
            (EdgeVector{{0, 1}, {1, 2}}));
  // An empty cell is no vertex.
  EXPECT_THAT(edge_list_error("0\t1\t5\n1\t\t2\n"), HasSubstr("test:2: expected a vertex number"));
}

TEST(Table, QuotesProtectDelimiters) {
  const InputEdges input = read_edge_list(
      "from,to,weight\n\"Smith, J\",\"say \"\"hi\"\"\",2.5\n\"two\nlines\",\"Smith, J\",1\n");
  EXPECT_EQ(labels_of(input), (Words{"Smith, J", "say \"hi\"", "two\nlines"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 0}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{2.5, 1}));
  EXPECT_EQ(labels_of(read_edge_list("a,b\n\"c,d\",a\n")), (Words{"a", "b", "c,d"}));
  EXPECT_EQ(labels_of(read_edge_list("\"New York\" \"Los Angeles\"\n\"New York\" Rome\n")),
            (Words{"New York", "Los Angeles", "Rome"}));
  // Numbers in quotes are numbers.
  const InputEdges numbers = read_edge_list("\"from\",\"to\"\n\"7\",\"5\"\n\"5\",\"6\"\n");
  EXPECT_EQ(numbers.list.labels.base(), 5U);
  EXPECT_EQ(edges_of(numbers), (EdgeVector{{2, 0}, {0, 1}}));
  EXPECT_THAT(edge_list_error("a,b\n\"c,d\n"), HasSubstr("test:2: a quote that this row opens"));
  // Else the next quote would end the cell: lines below.
  EXPECT_THAT(edge_list_error("a,b\n\"c\"x,d\n\"e\",f\n"),
              HasSubstr("test:2: found a quote within a cell"));
  EXPECT_THAT(edge_list_error(many_rows("\"1\",2\n") + "\"x\",3\n"),
              HasSubstr("test:301: expected a vertex number as in the first rows, found 'x'"));
}

TEST(Table, FirstRowsThatNameColumns) {
  // Names over numbers.
  const InputEdges roads = read_edge_list("city1,city2,km\nBern,Basel,95\nBern,Zug,120\n");
  EXPECT_EQ(labels_of(roads), (Words{"Bern", "Basel", "Zug"}));
  EXPECT_EQ(weights_of<std::uint32_t>(roads), (std::vector<std::uint32_t>{95, 120}));
  EXPECT_THAT(roads.facts.notes,
              ElementsAre(HasSubstr("the first row (city1, city2, km) is taken as the names"),
                          HasSubstr("column 3 ('km') is read as the weight; --weight-column")));
  // Usual names over words.
  const InputEdges friends = read_edge_list("person1,person2\nAnn,Bob\nBob,Cy\n");
  EXPECT_EQ(labels_of(friends), (Words{"Ann", "Bob", "Cy"}));
  EXPECT_THAT(note_of(friends), HasSubstr("--no-header reads it as an edge"));
  EXPECT_EQ(labels_of(read_edge_list(",source,target\n0,a,b\n1,b,c\n")), (Words{"a", "b", "c"}));
  // Names that occur again are vertices.
  const InputEdges nodes = read_edge_list("node1 node2\nnode2 node3\n");
  EXPECT_EQ(labels_of(nodes), (Words{"node1", "node2", "node3"}));
  EXPECT_THAT(note_of(nodes), HasSubstr("--header"));
  EXPECT_EQ(read_edge_list("a b NA\nb c 3\n", {.weight_column = "none"}).list.edges.size(), 2U);
}

TEST(Table, AWordInOneOfTheFirstRowsMakesAllLabelsWords) {
  for (const char* const text : {"7,8\n\na,7\n", "7\t8\n\na\t7\n", "7 8\n# c\na 7\n",
                                 "7;8;1\n\na;7;2\n", "\"7\",8\n\n\"a\",7\n"}) {
    const InputEdges input = read_edge_list(text);
    EXPECT_EQ(labels_of(input), (Words{"7", "8", "a"})) << text;
    EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 0}})) << text;
    EXPECT_THAT(input.facts.notes,
                Contains("the vertices are words, because line 3 has 'a' for one"))
        << text;
  }
  EXPECT_EQ(labels_of(read_edge_list("7,a\na,b\n")), (Words{"7", "a", "b"}));
  // Names of columns are no vertices, and neither are other columns.
  EXPECT_EQ(labels_of(read_edge_list("from,to\n1,2\n2,x3\n")), (Words{"1", "2", "x3"}));
  EXPECT_EQ(read_edge_list("1 2 3 x\n2 3 4 y\n").list.labels.kind(), LabelKind::kDense);
  // What no program writes as a label is a mistake.
  EXPECT_THAT(edge_list_error("1 2\n2 ?\n"), HasSubstr("test:2: expected a vertex number"));
  EXPECT_THAT(edge_list_error("1 2\n2 nan\n"), HasSubstr("test:2: expected a vertex number"));
  EXPECT_THAT(edge_list_error("0 1\n1 2\n2 # c\n"), HasSubstr("test:3: expected a vertex number"));
}

TEST(Table, AWordInALaterRowSaysHowToReadWords) {
  const std::string text = many_rows("1,2\n") + "3,x\n";
  EXPECT_THAT(
      edge_list_error(text),
      HasSubstr("test:301: expected a vertex number as in the first rows, found 'x'; with a "
                "first line '# Labels: text' vertices are words"));
  EXPECT_EQ(labels_of(read_edge_list("# Labels: text\n" + text)), (Words{"1", "2", "3", "x"}));
  // Names of columns stay such: the line is not one that this library wrote.
  EXPECT_EQ(labels_of(read_edge_list("# Labels: text\nfrom,to\n" + text)),
            (Words{"1", "2", "3", "x"}));
  EXPECT_THAT(edge_list_error(many_rows("1,2\n") + "3\n"),
              EndsWith("as in the first rows, found the end of the line"));
}

TEST(Table, CompetingNamesOfColumnsAreReported) {
  const InputEdges input = read_edge_list("node1,node2,from,to\n1,2,3,4\n");
  EXPECT_EQ(labels_of(input), (Words{"3", "4"}));
  EXPECT_THAT(note_of(input),
              "column 3 ('from') and column 4 ('to') are read as source and target, though others "
              "have usual names, too; --source-column and --target-column choose others");
  const InputEdges four = read_edge_list("src,dst,from,to\n1,2,3,4\n");
  EXPECT_THAT(four.facts.notes, Contains(HasSubstr("column 1 ('src') and column 2 ('dst') are")));
  EXPECT_FALSE(four.facts.weighted);
  EXPECT_THAT(read_edge_list(
                  "node1,node2,from,to\n1,2,3,4\n",
                  {.weight_column = "none", .table = {.source_column = "1", .target_column = "2"}})
                  .facts.notes,
              ElementsAre());
  EXPECT_TRUE(read_edge_list("id1,id2,weight\n1,2,3\n").facts.notes.empty());
}

TEST(Table, ColumnsFarToTheRight) {
  std::string names;
  std::string numbers;
  for (int column = 1; column <= 100; ++column) {
    const std::string separator = column < 100 ? " " : "\n";
    names += (column < 3 ? column == 1 ? "from" : "to" : "c" + std::to_string(column)) + separator;
    numbers += std::to_string(column < 3 ? column : 100 * column) + separator;
  }
  for (const char* const column : {"70", "100"}) {
    const ReadOptions options{.weight_column = column};
    const std::vector<std::uint32_t> weight{static_cast<std::uint32_t>(100 * std::stoi(column))};
    EXPECT_EQ(weights_of<std::uint32_t>(read_edge_list(numbers, options)), weight);
    EXPECT_EQ(weights_of<std::uint32_t>(read_edge_list(names + numbers, options)), weight);
  }
  EXPECT_EQ(weights_of<std::uint32_t>(read_edge_list(names + numbers, {.weight_column = "c70"})),
            (std::vector<std::uint32_t>{7000}));
  // Messages name some of them.
  EXPECT_THAT(test::message_of<UsageError>([&] {
                static_cast<void>(read_edge_list(names + numbers, {.weight_column = "miles"}));
              }),
              EndsWith(", c14, c15, c16 and 84 more"));
}

TEST(Table, OptionsSayWhatIsWhat) {
  const std::string text = "km;b;a\n5;1;0\n6;2;1\n";
  const InputEdges input = read_edge_list(
      text, {.weight_column = "km", .table = {.source_column = "a", .target_column = "2"}});
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{5, 6}));
  const InputEdges none = read_edge_list("0 1 5\n1 2 6\n", {.weight_column = "none"});
  EXPECT_FALSE(none.facts.weighted);
  EXPECT_TRUE(none.facts.notes.empty());
  const InputEdges fourth = read_edge_list("0 1 5 2.5\n", {.weight_column = "4"});
  EXPECT_EQ(weights_of<double>(fourth), (std::vector<double>{2.5}));
  EXPECT_EQ(labels_of(read_edge_list("a b\nc d\n", {.table = {.header = TableHeader::kPresent}})),
            (Words{"c", "d"}));
  EXPECT_EQ(
      labels_of(read_edge_list("from to\nc d\n", {.table = {.header = TableHeader::kAbsent}})),
      (Words{"from", "to", "c", "d"}));
  EXPECT_EQ(edges_of(read_edge_list("report of\n3 lines\n\n0|1\n1|2\n",
                                    {.table = {.delimiter = '|', .skip_lines = 2}})),
            (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(labels_of(read_edge_list("a, b\tc\n", {.table = {.delimiter = ','}})),
            (Words{"a", "b\tc"}));
  const auto message_of = [](const std::string& table, const ReadOptions& options) {
    return test::message_of<UsageError>([&] { static_cast<void>(read_edge_list(table, options)); });
  };
  const auto usage_error = [&](const ReadOptions& options) { return message_of(text, options); };
  EXPECT_EQ(usage_error({.weight_column = "miles"}),
            "--weight-column miles: the table has no such column: its columns are km, b, a");
  // A message has one line, whatever the names of columns have.
  EXPECT_THAT(message_of("\"a\nb\",c\n1,2\n", {.weight_column = "miles"}), HasSubstr("are a?b, c"));
  EXPECT_THAT(usage_error({.table = {.source_column = "4"}}), HasSubstr("no such column"));
  EXPECT_THAT(usage_error({.table = {.skip_lines = 4}}), HasSubstr("has only 3 lines"));
  EXPECT_THAT(usage_error({.weight_column = "a", .table = {.source_column = "a"}}),
              HasSubstr("must be different columns"));
}

TEST(Table, ColumnsByNumberInRowsOfEveryKind) {
  const ReadOptions ends{.table = {.source_column = "2", .target_column = "3"}};
  for (const char* text : {"9 0 1\n9 1 2\n", "9,0,1\n9,1,2\n", "\"9\",\"0\",\"1\"\n9,1,2\n",
                           "x 0 1\nx 1 2\n", "9 0 1 7\n9 1 2 7\n"}) {
    const InputEdges input = read_edge_list(text, ends);
    EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}})) << text;
    EXPECT_FALSE(input.facts.weighted) << text;
  }
  EXPECT_EQ(labels_of(read_edge_list("x alice bob\nx bob cy\n", ends)),
            (Words{"alice", "bob", "cy"}));
}

TEST(Table, NamesAndRowsOfAnotherWidth) {
  // R's write.table: the numbers of rows have no name.
  const InputEdges input = read_edge_list("from to weight\n1 10 20 0.5\n2 20 30 1.5\n");
  EXPECT_EQ(labels_of(input), (Words{"10", "20", "30"}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{0.5, 1.5}));
  EXPECT_EQ(labels_of(read_edge_list(",user,friend\n0,a,b\n1,b,c\n")), (Words{"a", "b", "c"}));
  EXPECT_THAT(edge_list_error("from,to,weight\n1,2\n"),
              HasSubstr("test:2: expected 3 columns, as many as have names, found 2"));
}

TEST(Table, OneWordForOneColumn) {
  // Times are no vertices where two columns are one noun, numbered.
  EXPECT_EQ(labels_of(read_edge_list("node1,node2,start,end\nx,y,1,2\n")), (Words{"x", "y"}));
  EXPECT_EQ(read_edge_list("Source,Target,Type\n1,2,Undirected\n").facts.directedness,
            Directedness::kUndirected);
  EXPECT_EQ(read_edge_list("3 2\n0 1\n1 2\n", {.table = {.header = TableHeader::kAbsent}})
                .list.edges.size(),
            3U);
}

TEST(Table, CellsEndAtTheirDelimiter) {
  EXPECT_THAT(edge_list_error("1\t3\t2\n1\t3,4\t5\n"), HasSubstr("test:2: expected a vertex"));
  EXPECT_THAT(edge_list_error("1 2\n3,4 5\n"), HasSubstr("test:2: expected a vertex number"));
  EXPECT_THAT(edge_list_error("\"a\",b\rc,d\r\n"), HasSubstr("test:1: found a carriage return"));
  EXPECT_EQ(labels_of(read_edge_list("\"a\",b\r\nb,c\r\n")), (Words{"a", "b", "c"}));
}

TEST(Table, VerticesThatNoLineNames) {
  const InputEdges zero = read_edge_list("0 1\n1 2\n10 11\n");
  EXPECT_EQ(zero.list.num_vertices, 12U);
  EXPECT_EQ(note_of(zero),
            "7 vertices that no line names are isolated; --only-listed leaves them out");
  const InputEdges one = read_edge_list("1 2\n2 3\n11 12\n");
  EXPECT_EQ(one.list.num_vertices, 12U);
  EXPECT_EQ(one.list.labels.base(), 1U);
  EXPECT_THAT(note_of(one), HasSubstr("7 vertices"));
  const InputEdges listed =
      read_edge_list("0 1\n1 2\n10 11\n", {.unlisted = UnlistedVertices::kLeftOut});
  EXPECT_EQ(labels_of(listed), (Words{"0", "1", "2", "10", "11"}));
  EXPECT_TRUE(listed.facts.notes.empty());
}

TEST(Table, HeadersSayWhichVerticesThereAre) {
  const InputEdges dense =
      read_edge_list("# Undirected graph\n# Nodes: 6 Edges: 1\n# Labels: 5 to 10\n6 7\n");
  EXPECT_EQ(dense.list.num_vertices, 6U);
  EXPECT_EQ(dense.list.labels.base(), 5U);
  EXPECT_EQ(dense.facts.directedness, Directedness::kUndirected);
  EXPECT_TRUE(dense.facts.notes.empty());
  EXPECT_EQ(read_edge_list("# Nodes: 9 Edges: 1\n0 1\n").list.num_vertices, 9U);
  EXPECT_EQ(read_edge_list("# Nodes: 9 Edges: 0\n").list.num_vertices, 9U);
  EXPECT_EQ(read_edge_list("# Nodes: 3 Edges: 2\n10 90\n90 70\n").list.num_vertices, 3U);
  EXPECT_EQ(labels_of(read_edge_list("# Labels: text\n01 2\n2 x\n")), (Words{"01", "2", "x"}));
  EXPECT_EQ(labels_of(read_edge_list("# Labels: listed\n0 1\n1 3\n")), (Words{"0", "1", "3"}));
  EXPECT_THAT(edge_list_error("# Labels: 0 to 4294967295\n0 1\n"),
              HasSubstr("more than one machine supports"));
  EXPECT_EQ(labels_of(read_edge_list("# Labels: 0 to 9\n0 1\n1 3\n",
                                     {.unlisted = UnlistedVertices::kLeftOut})),
            (Words{"0", "1", "3"}));
  EXPECT_THAT(edge_list_error("# Labels: 0 to 2\n0 1\n1 3\n"),
              HasSubstr("test:1: declares vertices 0 to 2, but vertex 3 follows"));
  // Behind the edges, where readers that know no comments have stopped.
  const InputEdges trailer =
      read_edge_list("1 2\n2 3\n# Undirected graph\n# Nodes: 4 Edges: 2\n# Labels: 1 to 4\n");
  EXPECT_EQ(trailer.list.num_vertices, 4U);
  EXPECT_EQ(trailer.facts.directedness, Directedness::kUndirected);
}

}  // namespace
}  // namespace strider::io_testing
