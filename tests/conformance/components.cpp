// Components at every place of a program: bit by bit the labels of the oracle.
#include "conformance/components.hpp"

#include "strider/generate.hpp"

namespace strider::test {
namespace {

class Components : public testing::TestWithParam<ComponentsPlace> {};

TEST_P(Components, OfShapes) {
  const std::vector<NamedGraph> all = search_graphs();
  std::vector<NamedGraph> graphs;
  for (std::size_t i = GetParam().shapes.first; i < all.size(); i += GetParam().shapes.step) {
    graphs.push_back(all[i]);
  }
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
  std::erase_if(places, [](const ComponentsPlace& place) { return place.shapes.step == 0; });
  return places;
}

constexpr auto kName = [](const auto& info) { return info.param.name; };
// What is left out is said.
constexpr auto kNameWithShapes = [](const auto& info) {
  const std::size_t step = info.param.shapes.step;
  return info.param.name + (step == 1 ? "_all" : "_one_in_" + std::to_string(step));
};
INSTANTIATE_TEST_SUITE_P(Places, Components, testing::ValuesIn(places_for_shapes()),
                         kNameWithShapes);
INSTANTIATE_TEST_SUITE_P(Places, ComponentsAtRandom, testing::ValuesIn(components_places()), kName);

}  // namespace
}  // namespace strider::test
