#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string pajek_error(const std::string& text) {
  return error_of(parse_pajek, text);
}

TEST(Pajek, SectionsOfAllKinds) {
  const InputEdges input =
      parse(parse_pajek,
            "% a comment\n*Network test\n*Vertices 4\n1 \"A b\" 0.1 0.2\n"
            "2 c\n3 \"d\" ic Red\n4 \"e\"\n*Arcs :1 \"knows\"\n1 2 2.5 c Blue\n"
            "*Arcslist\n2 3 4\n");
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"A b", "c", "d", "e"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}, {1, 3}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{2.5, 1, 1}));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("2 of 3 edges have no weight")));
}

TEST(Pajek, EdgesAndIsolatedVerticesWithoutNames) {
  const InputEdges input =
      parse(parse_pajek, "*vertices 5\r\n*edges\r\n1 2\r\n*edgeslist\r\n3 1 2");
  EXPECT_EQ(input.list.num_vertices, 5U);
  EXPECT_EQ(labels_of(input).back(), "5");
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {2, 0}, {2, 1}}));
  EXPECT_FALSE(input.facts.weighted);
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
}

TEST(Pajek, ArcsAndEdgesBecomeDirected) {
  const std::string text = "*Vertices 3\n*Arcs\n1 2 4\n*Edges\n2 3 5\n3 3 6\n";
  const InputEdges input = parse(parse_pajek, text);
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}, {2, 1}, {2, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{4, 5, 5, 6}));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("2 of 3 edges are undirected")));
  const InputEdges undirected =
      parse(parse_pajek, text, {.directedness = Directedness::kUndirected});
  EXPECT_EQ(edges_of(undirected), (EdgeVector{{0, 1}, {1, 2}, {2, 2}}));
}

TEST(Pajek, NamesThatAreNotUniqueGiveWayToNumbers) {
  const InputEdges input =
      parse(parse_pajek, "*Vertices 2\n1 \"a\"\n2 \"a\"\n*Arcs :1\n1 2\n*Arcs :2\n2 1\n");
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"1", "2"}));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("the label 'a' is not unique: the numbers")));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("2 relations")));
  const InputEdges partly = parse(parse_pajek, "*Vertices 2\n2 \"b\"\n");
  EXPECT_EQ(labels_of(partly).front(), "1");
  EXPECT_THAT(partly.facts.notes, Contains(HasSubstr("some nodes have no label: the numbers")));
}

TEST(Pajek, NamesThatAreNumbersAreNumbers) {
  const auto labels = [](const std::string& rows) {
    return parse(parse_pajek, "*Vertices 2\n" + rows).list.labels;
  };
  EXPECT_EQ(labels("1 \"0\"\n2 \"1\"\n").kind(), LabelKind::kDense);
  const Labels turned = labels("2 \"90\"\n1 \"7\"\n");
  EXPECT_EQ(turned.kind(), LabelKind::kSparse);
  EXPECT_EQ(turned.find("90", 2), 1U);
  EXPECT_EQ(labels("1 \"7\"\n2 \"x\"\n").kind(), LabelKind::kText);
}

TEST(Pajek, AThirdWordIsAWeightOrOfTheDrawing) {
  const std::string head = "*Vertices 2\n*Arcs\n1 2 ";
  EXPECT_EQ(weights_of<double>(parse(parse_pajek, head + "inf\n")),
            (std::vector<double>{std::numeric_limits<double>::infinity()}));
  EXPECT_FALSE(parse(parse_pajek, head + "l \"a label\"\n").facts.weighted);
  EXPECT_FALSE(parse(parse_pajek, head + "[1-5]\n").facts.weighted);
  EXPECT_THAT(pajek_error(head + "nan\n"), HasSubstr("test:3: expected a weight, found 'nan'"));
  EXPECT_THAT(pajek_error(head + "heavy\n"), HasSubstr("test:3: expected a weight, found 'heavy'"));
}

TEST(Pajek, QuotesInNames) {
  const auto name = [](const std::string& written) {
    return labels_of(parse(parse_pajek, "*Vertices 1\n1 " + written + "\n")).front();
  };
  EXPECT_EQ(name(R"("a\"b")"), R"(a"b)");
  EXPECT_EQ(name(R"("Bob "B" Ray" 0.0 0.0 ellipse)"), R"(Bob "B" Ray)");
  EXPECT_EQ(name(R"("Bob "B" Ray" ic Red l "x")"), R"(Bob "B" Ray)");
  EXPECT_EQ(name(R"("Bob &#34;B&#34; Ray")"), R"(Bob "B" Ray)");
  EXPECT_EQ(name(R"("A" unknown words)"), "A");
  EXPECT_THAT(pajek_error("*Vertices 1\n1 \"a \"b\" c d\n"),
              HasSubstr("test:2: expected a closing"));
}

TEST(Pajek, Errors) {
  EXPECT_THAT(pajek_error(""), HasSubstr("expected a line '*Vertices N', found the end"));
  EXPECT_THAT(pajek_error("*Arcs\n"), HasSubstr("test:1: expected '*Vertices N' before"));
  EXPECT_THAT(pajek_error("1 2\n"), HasSubstr("test:1: expected a line '*Vertices N', found '1'"));
  EXPECT_THAT(pajek_error("*Vertices x\n"), HasSubstr("expected the number of vertices"));
  EXPECT_THAT(pajek_error("*Vertices 4294967296\n"), HasSubstr("more than one machine supports"));
  EXPECT_THAT(pajek_error("*Vertices 99999999999999999999\n"), HasSubstr("test:1:"));
  EXPECT_THAT(pajek_error("*Vertices 2\n1 \"a\n2 \"b\"\n"),
              HasSubstr("test:2: expected a closing"));
  EXPECT_THAT(pajek_error("*Vertices 2\n1 \"a\"\n1 \"b\"\n"),
              HasSubstr("test:3: vertex 1 is declared"));
  EXPECT_THAT(pajek_error("*Vertices 3\n1 \"a\"\n2 \"b\"\n1 \"c\"\n"),
              HasSubstr("test:4: vertex 1 is declared"));
  EXPECT_THAT(pajek_error("*Vertices 9\n1 \"a\"\n1 \"b\"\n"),
              HasSubstr("test:3: vertex 1 is declared"));
  EXPECT_THAT(pajek_error("*Vertices 2\n*Arcs\n1 3\n"),
              HasSubstr("test:3: expected a vertex from 1 to 2"));
  EXPECT_THAT(pajek_error("*Vertices 2\n*Arcs\n0 1\n"), HasSubstr("from 1 to 2, found '0'"));
  EXPECT_THAT(pajek_error("*Vertices 2\n*Arcs\n-1 1\n"), HasSubstr("expected a vertex number"));
  EXPECT_THAT(pajek_error("*Vertices 2\n*Arcs\n1\n"), HasSubstr("found the end of the line"));
  EXPECT_THAT(pajek_error("*Vertices 2\n*Arcs\n1 2 1x\n"), HasSubstr("expected a weight"));
  EXPECT_THAT(pajek_error("*Vertices 2\n*Matrix\n0 1\n"),
              HasSubstr("test:2: sections '*Matrix' are not read"));
  EXPECT_THAT(pajek_error("*Vertices 1\n*Vertices 1\n"), HasSubstr("test:2: expected one network"));
}

}  // namespace
}  // namespace strider::io_testing
