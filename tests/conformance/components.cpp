// Components at every place of a program: bit by bit the labels of the oracle.
#include "conformance/components.hpp"

#include "strider/generate.hpp"

namespace strider::test {
namespace {

class Components : public testing::TestWithParam<ComponentsPlace> {};

// Not on many ranks, where deep graphs take long.
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Components);

TEST_P(Components, OfAllShapes) {
  std::vector<NamedGraph> graphs = search_graphs();
  graphs.resize(graphs.size() / GetParam().shapes_one_in);
  expect_components(graphs, GetParam().find);
}

class ComponentsAtRandom : public testing::TestWithParam<ComponentsPlace> {};

TEST_P(ComponentsAtRandom, OfGraphsOfManySizes) {
  for (const Vertex n : GetParam().random) {
    expect_components(random_component_graphs(n), GetParam().find);
  }
  if (GetParam().kronecker_scale == 0) return;
  const KroneckerParameters kronecker{.scale = GetParam().kronecker_scale};
  expect_components({{"Kronecker", build_graph(generate(kronecker, 1))}}, GetParam().find);
}

std::vector<ComponentsPlace> places_for_shapes() {
  std::vector<ComponentsPlace> places = components_places();
  std::erase_if(places, [](const ComponentsPlace& place) { return place.shapes_one_in == 0; });
  return places;
}

constexpr auto kName = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Places, Components, testing::ValuesIn(places_for_shapes()), kName);
INSTANTIATE_TEST_SUITE_P(Places, ComponentsAtRandom, testing::ValuesIn(components_places()), kName);

}  // namespace
}  // namespace strider::test
