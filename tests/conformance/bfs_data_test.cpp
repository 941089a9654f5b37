// Every method on every graph of a folder of real ones, which STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conformance/bfs.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

/// Every method and thread count from a few sources.
void expect_all_methods(const Graph& graph, const std::string& name) {
  const Vertex n = graph.num_vertices();
  std::vector<Vertex> sources{0, n / 3};
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  for (const BfsMethod method : all_bfs_methods()) {
    for (const int threads : {1, 2, 4}) {
      BfsSolver solver(graph, {.method = method, .threads = threads});
      for (const Vertex source : sources) {
        expect_bfs_tree(graph, source, solver.run(source),
                        name + ", " + std::string(bfs_method_name(method)) + ", " +
                            std::to_string(threads) + " threads, from " + std::to_string(source));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(BfsData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const int graphs =
      for_each_real_graph(*folder, {}, [](const std::string& name, const LoadedGraph& loaded) {
        expect_all_methods(topology(loaded.graph), name);
      });
  EXPECT_GT(graphs, 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
