#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string graphml(const std::string& body, const std::string& before = "") {
  return "<?xml version=\"1.0\"?>\n" + before + "<graphml>\n" + body + "</graphml>\n";
}
std::string graphml_error(const std::string& text) {
  return error_of(parse_graphml, text);
}

const char* const kNodes = "<node id=\"a\"/><node id=\"b\"/>\n";

TEST(GraphMl, NodesAndEdges) {
  const InputEdges input =
      parse(parse_graphml,
            graphml("<key id=\"d1\" for=\"edge\" attr.name=\"weight\"/>\n"
                    "<graph edgedefault=\"directed\">\n"
                    "<node id=\"b\"/><node id=\"a\"/><node id=\"c\"/>\n"
                    "<edge source=\"a\" target=\"b\"><data key=\"d1\"> 2.5 </data></edge>\n"
                    "<edge source=\"b\" target=\"c\"><data key=\"d1\">1</data></edge>\n"
                    "</graph>\n"));
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"b", "a", "c"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 0}, {0, 2}}));
  EXPECT_EQ(weights_of<double>(input), (std::vector<double>{2.5, 1}));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
}

TEST(GraphMl, DefaultWeights) {
  const InputEdges input =
      parse(parse_graphml,
            graphml("<key id=\"w\" for=\"edge\" attr.name=\"weight\"><default>3</default></key>\n"
                    "<graph edgedefault=\"undirected\">" +
                    std::string(kNodes) +
                    "<edge source=\"a\" target=\"b\"/>"
                    "<edge source=\"a\" target=\"a\"><data key=\"w\">4.0</data></edge></graph>"));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{3, 4}));
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
}

TEST(GraphMl, KeysOfOneNameAreOneAttribute) {
  const std::string text = graphml(
      "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>\n"
      "<key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
      "<key id=\"d2\" for=\"edge\" attr.name=\"toll\"><default>9</default></key>\n"
      "<graph edgedefault=\"directed\">" +
      std::string(kNodes) +
      "<edge source=\"a\" target=\"b\"><data key=\"d0\">3</data></edge>"
      "<edge source=\"b\" target=\"a\"><data key=\"d1\">4.5</data>"
      "<data key=\"d2\">8</data></edge></graph>");
  EXPECT_EQ(weights_of<double>(parse(parse_graphml, text)), (std::vector<double>{3, 4.5}));
  EXPECT_EQ(weights_of<std::uint32_t>(parse(parse_graphml, text, {.weight_column = "toll"})),
            (std::vector<std::uint32_t>{9, 8}));
  EXPECT_FALSE(parse(parse_graphml, text, {.weight_column = "none"}).facts.weighted);
}

TEST(GraphMl, NumbersUnderOtherNamesAreTold) {
  const InputEdges input =
      parse(parse_graphml,
            "<graphml><key id=\"t\" for=\"edge\" attr.name=\"time\" attr.type=\"double\"/>"
            "<graph edgedefault=\"directed\"><node id=\"a\"/><edge source=\"a\" target=\"a\">"
            "<data key=\"t\">4</data></edge></graph></graphml>");
  EXPECT_FALSE(input.facts.weighted);
  EXPECT_TRUE(input.facts.has_unread_numbers);
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("the attribute 'time' is not read")));
}

TEST(GraphMl, NamesOfNodesThatAreOnlyNumbered) {
  const auto graph = [](const std::string& name, const std::string& first,
                        const std::string& second) {
    return parse(parse_graphml,
                 "<graphml><key id=\"v\" for=\"node\" attr.name=\"" + name +
                     "\" attr.type=\"string\"/><graph edgedefault=\"directed\"><node id=\"" +
                     first + "\"><data key=\"v\">Ann</data></node><node id=\"" + second +
                     "\"><data key=\"v\">Bob</data></node></graph></graphml>");
  };
  const InputEdges igraph = graph("name", "n0", "n1");
  EXPECT_EQ(labels_of(igraph), (Words{"Ann", "Bob"}));
  EXPECT_THAT(igraph.facts.notes, Contains(HasSubstr("the attribute 'name'")));
  EXPECT_EQ(labels_of(graph("label", "n0", "n1")), (Words{"Ann", "Bob"}));
  EXPECT_EQ(labels_of(graph("name", "x", "y")), (Words{"x", "y"}));
  EXPECT_EQ(labels_of(graph("club", "n0", "n1")), (Words{"n0", "n1"}));
}

TEST(GraphMl, IdsThatAreNumbersAreNumbers) {
  const auto labels = [](const std::string& first, const std::string& second) {
    return parse(parse_graphml, graphml("<graph edgedefault=\"directed\"><node id=\"" + first +
                                        "\"/><node id=\"" + second + "\"/></graph>"))
        .list.labels;
  };
  EXPECT_EQ(labels("0", "1").kind(), LabelKind::kDense);
  EXPECT_EQ(labels("41", "42").base(), 41U);
  EXPECT_EQ(labels("18446744073709551615", "0").kind(), LabelKind::kSparse);
  EXPECT_EQ(labels("1", "00").kind(), LabelKind::kText);
  EXPECT_EQ(labels("1", "-1").kind(), LabelKind::kText);
  EXPECT_EQ(parse(parse_graphml, graphml("<graph edgedefault=\"directed\"/>")).list.num_vertices,
            0U);
}

TEST(GraphMl, OtherEncodingsAreRefused) {
  EXPECT_THAT(
      error_of(parse_graphml, "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<graphml/>"),
      HasSubstr("is in the encoding 'ISO-8859-1': save it as UTF-8"));
  EXPECT_THAT(error_of(parse_graphml, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<graphml/>"),
              HasSubstr("expected an element 'graph'"));
}

TEST(GraphMl, Errors) {
  const auto graph = [](const std::string& body) {
    return graphml("<graph edgedefault=\"directed\">" + std::string(kNodes) + body + "</graph>\n");
  };
  EXPECT_THAT(graphml_error("<graphml>\n<graph>\n</graphml>\n"), HasSubstr("test:3: is not XML"));
  EXPECT_THAT(graphml_error("<html/>"), HasSubstr("expected the element 'graphml'"));
  EXPECT_THAT(graphml_error(graphml("")), HasSubstr("test:2: expected an element 'graph'"));
  EXPECT_THAT(graphml_error(graphml("<graph/>\n")), HasSubstr("test:3: expected edgedefault"));
  EXPECT_THAT(graphml_error(graph("<edge source=\"a\" target=\"x\"/>")),
              HasSubstr("test:4: node 'x' of this edge is not declared"));
  EXPECT_THAT(graphml_error(graph("<edge source=\"a\"/>")),
              HasSubstr("test:4: expected a 'target'"));
  // Character references may stand for line breaks; messages are one line.
  const std::string cut = graphml_error(graph("<node id=\"l1&#10;l2\"/><node id=\"l1&#10;l2\"/>"));
  EXPECT_THAT(cut, HasSubstr("node 'l1?l2' is declared a second"));
  EXPECT_THAT(graphml_error(graph("<node id=\"a\"/>")),
              HasSubstr("test:4: node 'a' is declared a second"));
  EXPECT_THAT(graphml_error(graph("<node/>")), HasSubstr("test:4: expected an 'id'"));
  EXPECT_THAT(graphml_error(graph("<hyperedge/>")), HasSubstr("hyperedges are not read"));
  EXPECT_THAT(graphml_error(graph("<node id=\"q\"><graph/></node>")), HasSubstr("nested graphs"));
  EXPECT_THAT(graphml_error(graph("<edge source=\"a\" target=\"b\" directed=\"false\"/>")),
              HasSubstr("directed and undirected edges in one graph"));
  EXPECT_THAT(graphml_error(graphml("<graph edgedefault=\"directed\"/>\n<graph/>\n")),
              HasSubstr("test:4: expected one graph"));
  EXPECT_THAT(graphml_error(graphml("<graph edgedefault=\"directed\"/>",
                                    "<!DOCTYPE graphml [<!ENTITY a \"b\">]>\n")),
              HasSubstr("declares entities"));
}

}  // namespace
}  // namespace strider::io_testing
