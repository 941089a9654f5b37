#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string gexf(const std::string& attributes, const std::string& edges,
                 const std::string& nodes =
                     "<node id=\"7\" label=\"a\"/><node id=\"3\" label=\"b\"/>"
                     "<node id=\"5\" label=\"c\"/>") {
  return "<?xml version=\"1.0\"?>\n<gexf xmlns=\"http://gexf.net/1.3\">\n<graph " + attributes +
         "><nodes>" + nodes + "</nodes>\n<edges>" + edges + "</edges></graph></gexf>\n";
}

TEST(Gexf, NodesAndEdges) {
  const InputEdges input =
      parse(parse_gexf, gexf("defaultedgetype=\"directed\"",
                             "<edge id=\"0\" source=\"7\" target=\"3\" weight=\"2.0\"/>"
                             "<edge id=\"1\" source=\"3\" target=\"5\"/>"));
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{0, 1}, {1, 2}}));
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{2, 1}));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
  EXPECT_EQ(input.facts.directedness_reason, "defaultedgetype is directed");
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("1 of 2 edges have no weight")));
}

TEST(Gexf, TypesOfEdges) {
  const std::string edges =
      "<edge source=\"7\" target=\"3\" type=\"directed\"/><edge source=\"3\" target=\"5\"/>";
  const InputEdges mixed = parse(parse_gexf, gexf("", edges));
  EXPECT_EQ(edges_of(mixed), (EdgeVector{{0, 1}, {1, 2}, {2, 1}}));
  EXPECT_EQ(mixed.facts.directedness, Directedness::kDirected);
  EXPECT_THAT(mixed.facts.notes, Contains(HasSubstr("1 of 2 edges are undirected")));
  const InputEdges plain = parse(parse_gexf, gexf("", "<edge source=\"7\" target=\"3\"/>"));
  EXPECT_EQ(plain.facts.directedness, Directedness::kUndirected);
  EXPECT_FALSE(plain.facts.weighted);
}

TEST(Gexf, IdsWhereLabelsAreNotUnique) {
  const InputEdges input = parse(
      parse_gexf,
      gexf("mode=\"dynamic\"", "", "<node id=\"7\" label=\"a\"/><node id=\"3\" label=\"a\"/>"));
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"7", "3"}));
  EXPECT_THAT(input.facts.notes,
              Contains(HasSubstr("the label 'a' is not unique: the ids of the nodes")));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("times are not read")));
}

TEST(Gexf, IdsAndLabelsThatAreNumbersAreNumbers) {
  const auto labels = [](const std::string& nodes) {
    return parse(parse_gexf, gexf("", "", nodes)).list.labels;
  };
  const Labels ids = labels("<node id=\"7\"/><node id=\"3\"/>");
  EXPECT_EQ(ids.kind(), LabelKind::kSparse);
  EXPECT_EQ(ids.find("3", 2), 1U);
  const Labels dense = labels("<node id=\"a\" label=\"0\"/><node id=\"b\" label=\"1\"/>");
  EXPECT_EQ(dense.kind(), LabelKind::kDense);
  EXPECT_EQ(labels("<node id=\"7\"/><node id=\"03\"/>").kind(), LabelKind::kText);
}

TEST(Gexf, AttributesOfEdges) {
  const auto graph = [](const std::string& title, const ReadOptions& options) {
    return parse(parse_gexf,
                 "<gexf><graph><attributes class=\"edge\"><attribute id=\"0\" title=\"" + title +
                     "\" type=\"double\"/></attributes><nodes><node id=\"a\"/></nodes><edges>"
                     "<edge source=\"a\" target=\"a\"><attvalues><attvalue for=\"0\" "
                     "value=\"2.5\"/></attvalues></edge></edges></graph></gexf>",
                 options);
  };
  EXPECT_EQ(weights_of<double>(graph("weight", {})), (std::vector<double>{2.5}));
  const InputEdges cost = graph("cost", {});
  EXPECT_EQ(weights_of<double>(cost), (std::vector<double>{2.5}));
  EXPECT_THAT(cost.facts.notes, Contains(HasSubstr("the attribute 'cost' is read as the weight")));
  const InputEdges time = graph("time", {});
  EXPECT_TRUE(time.facts.has_unread_numbers);
  EXPECT_THAT(time.facts.notes, Contains(HasSubstr("the attribute 'time' is not read")));
  EXPECT_EQ(weights_of<double>(graph("time", {.weight_column = "time"})),
            (std::vector<double>{2.5}));
  EXPECT_FALSE(graph("weight", {.weight_column = "none"}).facts.weighted);
}

TEST(Gexf, Errors) {
  const auto error = [](const std::string& text) { return error_of(parse_gexf, text); };
  EXPECT_THAT(error("<gexf>\n<graph>\n</gexf>\n"), HasSubstr("test:3: is not XML"));
  EXPECT_THAT(error("<graphml/>"), HasSubstr("expected the element 'gexf'"));
  EXPECT_THAT(error("<gexf/>"), HasSubstr("expected an element 'graph'"));
  EXPECT_THAT(error(gexf("defaultedgetype=\"x\"", "")),
              HasSubstr("test:3: expected the edge type"));
  EXPECT_THAT(error(gexf("", "<edge source=\"7\" target=\"9\"/>")),
              HasSubstr("test:4: node '9' of this edge is not declared"));
  EXPECT_THAT(error(gexf("", "<edge source=\"7\"/>")), HasSubstr("expected a 'target'"));
  EXPECT_THAT(error(gexf("", "<edge source=\"7\" target=\"3\" weight=\"x\"/>")),
              HasSubstr("expected a number as the weight"));
  EXPECT_THAT(error(gexf("", "", "<node/>")), HasSubstr("expected an 'id'"));
  EXPECT_THAT(error(gexf("", "", "<node id=\"1\"/><node id=\"1\"/>")),
              HasSubstr("node '1' is declared a second time"));
  EXPECT_THAT(error(gexf("", "", "<node id=\"1\"><nodes/></node>")), HasSubstr("nested nodes"));
  EXPECT_THAT(error("<gexf><graph/><graph/></gexf>"), HasSubstr("expected one graph"));
}

}  // namespace
}  // namespace strider::io_testing
