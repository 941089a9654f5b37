// Strong components at every place of a program: bit by bit the labels of the oracle.
#include "conformance/strong_components.hpp"

#include "strider/generate.hpp"

namespace strider::test {
namespace {

class StrongComponents : public testing::TestWithParam<ComponentsPlace> {};

TEST_P(StrongComponents, OfShapes) {
  const std::vector<NamedGraph> all = search_graphs();
  std::vector<NamedGraph> graphs;
  const SomeShapes shapes = GetParam().shapes;
  for (std::size_t i = shapes.first; shapes.step > 0 && i < all.size(); i += shapes.step) {
    graphs.push_back(all[i]);
  }
  expect_strong_components(graphs, GetParam().find);
}

TEST_P(StrongComponents, OfGraphsOfManySizes) {
  for (const Vertex n : GetParam().random) {
    SCOPED_TRACE(n);
    expect_strong_components(random_strong_graphs(n), GetParam().find);
  }
  if (GetParam().kronecker_scale == 0) return;
  const RmatParameters rmat{.scale = GetParam().kronecker_scale};
  const BuildOptions directed{.directedness = Directedness::kDirected};
  expect_strong_components({{"R-MAT", build_graph(generate(rmat, 1), directed)}}, GetParam().find);
}

constexpr auto kName = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(Places, StrongComponents, testing::ValuesIn(strong_components_places()),
                         kName);

}  // namespace
}  // namespace strider::test
