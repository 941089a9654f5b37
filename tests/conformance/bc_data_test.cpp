// Every method against the oracle on real graphs: those of the folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "conformance/bc.hpp"
#include "strider/error.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

/// Larger graphs would keep the methods that look at everything in every level busy for hours.
constexpr Vertex kMostVertices = 100'000;

template <class AnyKindOfGraph>
void expect_methods(const AnyKindOfGraph& graph, BetweennessOptions options,
                    std::span<const BetweennessMethod> methods, const std::string& name) {
  options.method = BetweennessMethod::kSerial;
  const BetweennessResult oracle = betweenness(graph, options);
  for (const BetweennessMethod method : methods) {
    options.method = method;
    BetweennessResult first;
    for (const int threads : {1, 2, 4}) {
      options.run.threads = threads;
      const std::string what = name + ", " + std::string(betweenness_method_name(method)) + ", " +
                               std::to_string(threads) + " threads";
      BetweennessResult result = betweenness(graph, options);
      expect_same_scores(result, oracle, what);
      if (threads == 1) {
        first = std::move(result);
      } else {
        expect_equal_bits(result, first, what);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
}

/// Weights that betweenness takes: none negative, none zero in a cycle.
template <class W>
void expect_weighted(const WeightedGraph<W>& graph, const BetweennessOptions& options,
                     const std::string& name) {
  const BetweennessMethod methods[] = {BetweennessMethod::kAuto};
  try {
    expect_methods(graph, options, methods, name + ", weighted");
  } catch (const Error& error) {
    std::cout << name << ": " << error.what() << '\n';
  }
}
void expect_weighted(const Graph&, const BetweennessOptions&, const std::string&) {}

TEST(BetweennessData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  int compared = 0;
  for_each_real_graph(*folder, {}, [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& graph = topology(loaded.graph);
    const Vertex n = graph.num_vertices();
    if (n > kMostVertices) return;
    // All sources of small graphs, of others few, and enough for auto to fill its batches.
    BetweennessOptions options;
    if (n > 250) options.sources = some_vertices(n, 2);
    expect_methods(graph, options, all_betweenness_methods(), name);
    std::visit([&](const auto& typed) { expect_weighted(typed, options, name); }, loaded.graph);
    const BetweennessMethod only_auto[] = {BetweennessMethod::kAuto};
    options.sources = some_vertices(n, 20);
    expect_methods(graph, options, only_auto, name + ", more sources");
    ++compared;
  });
  EXPECT_GT(compared, 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
