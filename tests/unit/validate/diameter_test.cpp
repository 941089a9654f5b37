// The check of diameters refuses whatever is not one.
#include "conformance/diameter.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "strider/error.hpp"

namespace strider::test {
namespace {

TEST(ValidateDiameter, AcceptsWhatIsFound) {
  for (const Vertex n : {1U, 8U, 60U}) {
    for (const auto& [name, graph] : diameter_graphs(n)) {
      for (const auto scope : {DiameterScope::kLargestComponent, DiameterScope::kAllComponents}) {
        for (const auto sought : {DiameterSought::kDiameter, DiameterSought::kExtremes,
                                  DiameterSought::kEccentricities}) {
          SCOPED_TRACE(name);
          const auto result = diameter(graph, {.threads = 1, .scope = scope, .sought = sought});
          const DiameterValidation all = validate_diameter(graph, result);
          EXPECT_TRUE(all.passed()) << all.violations[0].message;
          EXPECT_TRUE(all.is_proof);
          const DiameterValidation some = validate_diameter(graph, result, {.most_searches = 3});
          EXPECT_TRUE(some.passed()) << some.violations[0].message;
          EXPECT_EQ(some.is_proof, result.facts().searches <= 3);
        }
      }
    }
  }
}

/// A result that may be changed.
struct Claim {
  DiameterFacts<Level> facts;
  std::vector<Level> lower;
  std::vector<Level> upper;

  [[nodiscard]] DiameterResult result() const {
    return {facts, Array<Level>::copy_of(std::span<const Level>(lower)),
            Array<Level>::copy_of(std::span<const Level>(upper))};
  }
};
struct Corruption {
  std::string name;
  DiameterRule rule;
  std::function<void(Claim&)> corrupt;
};
std::vector<Corruption> corruptions() {
  using enum DiameterRule;
  return {{"a diameter too great", kDiameter, [](Claim& c) { ++c.facts.diameter; }},
          {"a diameter too small", kDiameter, [](Claim& c) { --c.facts.diameter; }},
          {"smaller, with witnesses", kDiameter,
           [](Claim& c) {
             c.facts.diameter = c.facts.diameter_bound = 5;
             c.facts.ends = {0, 5};
           }},
          {"other ends", kDiameter,
           [](Claim& c) {
             c.facts.ends = {1, 6};
           }},
          {"inexact", kDiameter, [](Claim& c) { ++c.facts.diameter_bound; }},
          {"a radius too great", kRadius, [](Claim& c) { ++c.facts.radius; }},
          {"greater, with a witness", kRadius,
           [](Claim& c) {
             c.facts.radius = c.facts.radius_bound = 4;
             c.facts.center = 2;
           }},
          {"another centre", kRadius, [](Claim& c) { c.facts.center = 0; }},
          {"a bound too tight", kBounds, [](Claim& c) { c.upper[2] = c.lower[2] = 3; }},
          {"a bound too great", kBounds, [](Claim& c) { c.upper[2] = c.lower[2] = 5; }},
          {"no sources", kRadius,
           [](Claim& c) {
             c.facts.sources.clear();
             c.facts.balls.clear();
           }},
          {"a vertex too few", kScope,
           [](Claim& c) {
             c.lower[3] = 1;
             c.upper[3] = 0;
           }},
          {"a smaller component", kScope,
           [](Claim& c) {
             c.lower[7] = 0;
             c.upper[7] = 1;
           }},
          {"another number of vertices", kScope, [](Claim& c) { ++c.facts.num_vertices; }}};
}

TEST(ValidateDiameter, RefusesEveryCorruption) {
  // A path of seven vertices, and an edge.
  std::vector<Edge> edges = line_edges(7);
  edges.push_back({7, 8});
  const Graph graph = make_graph(9, edges);
  const auto found = to_found(diameter(graph, {.sought = DiameterSought::kEccentricities}));
  ASSERT_EQ(found.facts.diameter, 6U);
  ASSERT_EQ(found.facts.radius, 3U);
  for (const Corruption& corruption : corruptions()) {
    SCOPED_TRACE(corruption.name);
    Claim claim{found.facts, found.lower, found.upper};
    corruption.corrupt(claim);
    const DiameterValidation validation = validate_diameter(graph, claim.result());
    const auto is_expected = [&](const DiameterViolation& violation) {
      return violation.rule == corruption.rule;
    };
    EXPECT_TRUE(std::ranges::any_of(validation.violations, is_expected));
  }
}

TEST(ValidateDiameter, RefusesWrongUse) {
  const auto result = diameter(make_graph(3, line_edges(3)));
  EXPECT_THROW((void)validate_diameter(make_graph(2, {}), result), UsageError);
  EXPECT_TRUE(validate_diameter(Graph(), diameter(Graph())).passed());
}

}  // namespace
}  // namespace strider::test
