// Components on the cores of one machine, at several thread counts.
#include <gtest/gtest.h>

#include "base/parallel.hpp"
#include "conformance/components.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

class ComponentsHost : public testing::TestWithParam<int> {
 protected:
  static ComponentsResult find(const Graph& graph) {
    return components(graph, {.threads = GetParam()});
  }
};

TEST_P(ComponentsHost, AllShapes) {
  expect_components(search_graphs(), find);
}
TEST_P(ComponentsHost, RandomGraphs) {
  for (const Vertex n : {1U, 8U, 50U, 700U, 5000U}) {
    expect_components(random_component_graphs(n), find);
  }
}
TEST_P(ComponentsHost, LargeGraphs) {
  expect_components(random_component_graphs(100'000), find);
  const Graph kronecker = build_graph(generate(KroneckerParameters{.scale = 16}, 1));
  expect_components({{"Kronecker", kronecker}}, find);
}
// A caller's own parallel region leaves a search fewer threads than it asks for.
TEST_P(ComponentsHost, InsideAParallelRegion) {
  parallel_region(2, [](int, int) { expect_components(random_component_graphs(300), find); });
}

INSTANTIATE_TEST_SUITE_P(Threads, ComponentsHost, testing::Values(1, 2, 5));

TEST(Components, RefusesAbsurdThreads) {
  EXPECT_THROW((void)components(Graph(), {.threads = -1}), UsageError);
}

TEST(ComponentsData, RealGraphs) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR is not set";
  EXPECT_GT(for_each_real_graph(*folder, {.weights = ReadWeights::kNo},
                                [](const std::string& name, const LoadedGraph& loaded) {
                                  expect_components(
                                      {{name, topology(loaded.graph)}},
                                      [](const Graph& graph) { return components(graph); });
                                }),
            0);
}

}  // namespace
}  // namespace strider::test
