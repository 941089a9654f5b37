// Spanning forests on ranks in real graphs, those of the folder that STRIDER_DATA_DIR names: with
// their own weights, or 1 for each edge.
#include <gtest/gtest.h>

#include <cstdint>
#include <variant>

#include "conformance/ranks_msf.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

/// GHS on a road of millions of vertices takes long where ranks share cores.
constexpr std::uint64_t kMostEdgesOfGhs = 200'000;
constexpr std::uint64_t kMostEdgesOfForests = 20'000'000;

template <class W>
void expect_both_methods(const WeightedGraph<W>& graph, const std::string& name) {
  const std::uint64_t edges = graph.topology().num_edges();
  if (edges > kMostEdgesOfForests) return;
  for (const MsfObjective objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const MsfOptions asked{.objective = objective, .threads = 1};
    expect_forest(graph, objective, on_ranks<W>(detail::make_dist_auto<W>)(graph, asked),
                  name + ", auto");
    expect_forest(
        graph, objective,
        on_ranks<W>(detail::make_dist_auto<W>, {.tuning = {.replicating_ranks = 0}})(graph, asked),
        name + ", as many ranks do");
    if (edges > kMostEdgesOfGhs) continue;
    expect_forest(graph, objective, on_ranks<W>(detail::make_ghs<W>)(graph, asked), name + ", ghs");
  }
}

TEST(DistMsfData, BothMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const ReadOptions undirected{.directedness = Directedness::kUndirected};
  const auto check = [](const std::string& name, const LoadedGraph& loaded) {
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            expect_both_methods(with_unit_weights(graph, 1), name);
          } else {
            expect_both_methods(graph, name);
          }
        },
        loaded.graph);
  };
  EXPECT_GT(for_each_real_graph(*folder, undirected, check), 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
