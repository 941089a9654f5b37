#include "unit/io/text/io_testing.hpp"

namespace strider::io_testing {
namespace {

std::string gml_error(const std::string& text) {
  return error_of(parse_gml, text);
}

TEST(Gml, NodesAndEdges) {
  const InputEdges input = parse(parse_gml,
                                 "Creator \"x [ y\"\n# a comment\ngraph\n[\n directed 1\n"
                                 " node [ id 5 label \"a ] b\" graphics [ x 1.5 ] ]\n"
                                 " node [ id 3 ] node [ id 9 ]\n"
                                 " edge [ source 5 target 3 value 2 ]\n"
                                 " edge [ target 9 source 5 weight 4 value 7 ]\n]\n");
  EXPECT_EQ(input.list.num_vertices, 3U);
  EXPECT_EQ(labels_of(input), (std::vector<std::string>{"3", "5", "9"}));
  EXPECT_EQ(edges_of(input), (EdgeVector{{1, 0}, {1, 2}}));
  // Not all edges have a weight; all have a value.
  EXPECT_EQ(weights_of<std::uint32_t>(input), (std::vector<std::uint32_t>{2, 7}));
  EXPECT_THAT(input.facts.notes,
              testing::ElementsAre(HasSubstr("the attribute 'value' is read as the weight"),
                                   HasSubstr("some nodes have no label")));
  EXPECT_EQ(input.facts.directedness, Directedness::kDirected);
}

std::string two_nodes(const std::string& first, const std::string& second,
                      const std::string& edge = "") {
  return "graph [ node [ id 0 label " + first + " ] node [ id 4 label " + second +
         " ] edge [ source 0 target 4 " + edge + " ] ]";
}

TEST(Gml, LabelsAreTheLabels) {
  EXPECT_EQ(labels_of(parse(parse_gml, two_nodes("\"M&#252;ller &amp; Co\"", "\"&quot;x&;\""))),
            (std::vector<std::string>{"Müller & Co", "\"x&;"}));
  const InputEdges numbers = parse(parse_gml, two_nodes("\"41\"", "42"));
  EXPECT_EQ(numbers.list.labels.kind(), LabelKind::kDense);
  EXPECT_EQ(labels_of(numbers), (std::vector<std::string>{"41", "42"}));
  EXPECT_EQ(labels_of(parse(parse_gml, two_nodes("\"90\"", "\"7\""))),
            (std::vector<std::string>{"90", "7"}));
  EXPECT_EQ(labels_of(parse(parse_gml, two_nodes("\"007\"", "\"7\""))),
            (std::vector<std::string>{"007", "7"}));
  const InputEdges shared = parse(parse_gml, two_nodes("\"a\"", "\"a\""));
  EXPECT_EQ(labels_of(shared), (std::vector<std::string>{"0", "4"}));
  EXPECT_THAT(shared.facts.notes, testing::ElementsAre(HasSubstr("the label 'a' is not unique")));
}

TEST(Gml, NamesWhereNoNodeHasALabel) {
  const InputEdges input = parse(
      parse_gml,
      "graph [ node [ id 0 name \"b\" ] node [ id 1 name \"a\" ] edge [ source 0 target 1 ] ]");
  EXPECT_EQ(labels_of(input), (Words{"b", "a"}));
  EXPECT_THAT(input.facts.notes, Contains(HasSubstr("the attribute 'name'")));
  EXPECT_EQ(labels_of(parse(parse_gml, "graph [ node [ id 0 name \"b\" label \"c\" ] ]")),
            (Words{"c"}));
}

TEST(Gml, LabelsAtTheEndOfTheNumbersAreSparse) {
  const InputEdges input = parse(parse_gml,
                                 "graph [ node [ id 0 label \"18446744073709551615\" ] "
                                 "node [ id 1 label \"0\" ] ]");
  EXPECT_EQ(labels_of(input), (Words{"18446744073709551615", "0"}));
  EXPECT_NE(input.list.labels.kind(), LabelKind::kDense);
}

TEST(Gml, NumbersUnderOtherNamesAreTold) {
  const std::string head = "graph [ node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ";
  const InputEdges time = parse(parse_gml, head + "time 4 kind \"x\" id 7 ] ]");
  EXPECT_FALSE(time.facts.weighted);
  EXPECT_TRUE(time.facts.has_unread_numbers);
  EXPECT_THAT(time.facts.notes, Contains("the attribute 'time' is not read; --weight-attribute "
                                         "chooses a weight"));
  EXPECT_FALSE(parse(parse_gml, head + "kind \"x\" id 7 ] ]").facts.has_unread_numbers);
  const InputEdges quoted = parse(parse_gml, head + "value \"2.5\" ] ]");
  EXPECT_EQ(weights_of<double>(quoted), (std::vector<double>{2.5}));
}

TEST(Gml, WeightAttributes) {
  const std::string text = two_nodes("a", "b", "distance 2.5 label \"road\" toll 3");
  const InputEdges distance = parse(parse_gml, text);
  EXPECT_EQ(weights_of<double>(distance), (std::vector<double>{2.5}));
  EXPECT_THAT(distance.facts.notes, testing::ElementsAre(HasSubstr("'distance' is read as")));
  EXPECT_EQ(weights_of<std::uint32_t>(parse(parse_gml, text, {.weight_column = "toll"})),
            (std::vector<std::uint32_t>{3}));
  EXPECT_FALSE(parse(parse_gml, text, {.weight_column = "none"}).facts.weighted);
  EXPECT_THROW(static_cast<void>(parse(parse_gml, text, {.weight_column = "fare"})), UsageError);
  EXPECT_THAT(error_of(parse_gml, text, {.weight_column = "label"}),
              HasSubstr("expected a number, found '\"road\"'"));
  // 3.0 is an integer, as in the other formats of graph tools.
  EXPECT_EQ(weights_of<std::uint32_t>(parse(parse_gml, two_nodes("a", "b", "weight 3.0"))),
            (std::vector<std::uint32_t>{3}));
  // A name that only might be a weight's is passed over where it is none.
  EXPECT_FALSE(parse(parse_gml, two_nodes("a", "b", "cost \"high\"")).facts.weighted);
}

TEST(Gml, UndirectedUnlessSaid) {
  const InputEdges input =
      parse(parse_gml, "graph [ node [ id 0 ] node [ id 1 ] edge [ source 1 target 0 ] ]");
  EXPECT_EQ(input.facts.directedness, Directedness::kUndirected);
  EXPECT_FALSE(input.facts.weighted);
}

TEST(Gml, DeepNestingIsSkipped) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "a [ ";
  for (int i = 0; i < 100'000; ++i) deep += "] ";
  EXPECT_EQ(parse(parse_gml, "graph [ " + deep + " node [ id 7 ] ]").list.num_vertices, 1U);
}

TEST(Gml, Errors) {
  EXPECT_THAT(gml_error(""), HasSubstr("expected a graph"));
  EXPECT_THAT(gml_error("graph 7"), HasSubstr("test:1: expected '['"));
  EXPECT_THAT(gml_error("graph [\n node [ id 1 ]\n"), HasSubstr("expected ']', found the end"));
  EXPECT_THAT(gml_error("graph [\n node [ label \"x\" ]\n]"),
              HasSubstr("test:2: expected an 'id'"));
  EXPECT_THAT(gml_error("graph [\n node [ id -1 ]\n]"),
              HasSubstr("test:2: expected a node number"));
  EXPECT_THAT(gml_error("graph [\n node [ id 1 ]\n node [ id 1 ]\n]"),
              HasSubstr("test:3: node 1 is declared a second time"));
  EXPECT_THAT(gml_error("graph [\n node [ id 1 ]\n edge [ source 1 ]\n]"),
              HasSubstr("test:3: expected a 'source' and a 'target'"));
  EXPECT_THAT(gml_error("graph [ node [ id 1 ]\n edge [ source 1 target 2 ]\n]"),
              HasSubstr("test:2: node 2 of this edge is not declared"));
  EXPECT_THAT(gml_error("graph [ node [ id 1 ]\n edge [ source 1 target 1 weight heavy ] ]"),
              HasSubstr("test:2: expected a number, found 'heavy'"));
  EXPECT_THAT(gml_error("graph [ node [ id 1 ]\n edge [ source 1 target 1 weight 2 ]\n"
                        " edge [ source 1 target 1 ] ]"),
              HasSubstr("test:3: either all edges have a weight or none"));
  EXPECT_THAT(gml_error("graph [ directed 2 ]"), HasSubstr("expected directed 0 or 1"));
  EXPECT_THAT(gml_error("graph [ label \"open\n]"), HasSubstr("test:1: expected a closing quote"));
  EXPECT_THAT(gml_error("graph [ a ] ]"), HasSubstr("expected a value, found ']'"));
}

}  // namespace
}  // namespace strider::io_testing
