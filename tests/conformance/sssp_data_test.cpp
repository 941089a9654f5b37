// Every method of shortest paths on every graph of a folder of real ones, which STRIDER_DATA_DIR
// names.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conformance/sssp.hpp"
#include "strider/error.hpp"
#include "support/real_graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

/// Every method and thread count from a few sources.
template <class W>
void expect_all_methods(const WeightedGraph<W>& graph, const std::string& name) {
  const Vertex n = graph.topology().num_vertices();
  std::vector<Vertex> sources{0, n / 3};
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  std::vector<SsspOptions> kinds;
  for (const SsspMethod method : all_sssp_methods()) kinds.push_back({.method = method});
  kinds.push_back({.layout = SsspLayout::kAuto});
  for (SsspOptions options : kinds) {
    for (const int threads : {1, 2, 4}) {
      options.threads = threads;
      SsspSolver<W> solver(graph, options);
      for (const Vertex source : sources) {
        expect_shortest_paths(graph, source, solver.run(source), options,
                              name + ", " + std::string(sssp_method_name(options.method)) +
                                  (options.layout == SsspLayout::kAuto ? " laid out, " : ", ") +
                                  std::to_string(threads) + " threads, from " +
                                  std::to_string(source));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

template <class W>
bool has_negative_weight(const WeightedGraph<W>& graph) {
  return std::ranges::any_of(graph.weights().span(), [](W weight) { return weight < 0; });
}

/// With its own weights, and where it has none with weights of 1 and with random ones.
void expect_all_methods(const AnyGraph& graph, const std::string& name) {
  if (std::holds_alternative<Graph>(graph)) {
    const Graph& plain = std::get<Graph>(graph);
    expect_all_methods(with_unit_weights(plain), name + ", unit weights");
    expect_all_methods(weigh<float>(plain, WeightMix::kUniform), name + ", random weights");
    return;
  }
  std::visit(
      [&](const auto& weighted) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(weighted)>, Graph>) {
          if (has_negative_weight(weighted)) {
            EXPECT_THROW((void)sssp(weighted, 0), WeightError) << name;
          } else {
            expect_all_methods(weighted, name);
          }
        }
      },
      graph);
}

TEST(SsspData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const int graphs =
      for_each_real_graph(*folder, {}, [](const std::string& name, const LoadedGraph& loaded) {
        expect_all_methods(loaded.graph, name);
      });
  EXPECT_GT(graphs, 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
