// Paths, forests and betweenness on ranks in real graphs, those of the folder that STRIDER_DATA_DIR
// names. Breadth-first search in them is in ranks_bfs_test.cpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <variant>

#include "conformance/ranks_bc.hpp"
#include "conformance/ranks_msf.hpp"
#include "conformance/ranks_sssp.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdges = 200'000;

TEST(DistSsspData, OneD) {
  on_real_graphs({}, [](const std::string& name, const AnyGraph& graph) {
    if (topology(graph).num_edges() > kMostEdges) return false;
    ranks_sssp_conforms_on_data(graph, name, []<class W>(W) { return one_d<W>(Owners::kBlock); });
    return true;
  });
}

TEST(DistSsspData, Delegate) {
  on_real_graphs(kReadUndirected, [](const std::string& name, const AnyGraph& graph) {
    if (topology(graph).num_edges() > kMostEdges) return false;
    ranks_sssp_conforms_on_data(graph, name, []<class W>(W) { return delegate<W>(std::nullopt); });
    return true;
  });
}

TEST(DistSsspData, TwoD) {
  on_real_graphs({}, [](const std::string& name, const AnyGraph& graph) {
    if (topology(graph).num_edges() > kMostEdges) return false;
    for (const detail::Grid grid : grids_of(test_world().size())) {
      ranks_sssp_conforms_on_data(graph, name, [&]<class W>(W) { return two_d<W>(grid); });
    }
    return true;
  });
}

/// With its own weights, or 1 for each edge. GHS on a road of millions of vertices takes long where
/// ranks share cores.
template <class W>
void expect_forests(const WeightedGraph<W>& graph, const std::string& name) {
  for (const MsfObjective objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const auto expect = [&](const DistMsfFactory<W>& make, const DistMsfOptions& options,
                            const std::string& method) {
      expect_forest(graph, objective,
                    on_ranks<W>(make, options)(graph, {.objective = objective, .threads = 1}),
                    name + ", " + method);
    };
    expect(detail::make_dist_auto<W>, {}, "auto");
    expect(detail::make_dist_auto<W>, {.tuning = {.replicating_ranks = 0}}, "as many ranks do");
    if (graph.topology().num_edges() > kMostEdges) continue;
    expect(detail::make_ghs<W>, {}, "ghs");
  }
}

TEST(DistMsfData, BothMethodsOnEveryGraph) {
  constexpr std::uint64_t kMostEdgesOfForests = 20'000'000;
  on_real_graphs(kReadUndirected, [](const std::string& name, const AnyGraph& any) {
    if (topology(any).num_edges() > kMostEdgesOfForests) return false;
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            expect_forests(with_unit_weights(graph, 1), name);
          } else {
            expect_forests(graph, name);
          }
        },
        any);
    return true;
  });
}

TEST(DistBcData, BothWaysOnEveryGraph) {
  constexpr std::uint64_t kMostEdgesOfScores = 100'000;
  const Cluster cluster;
  on_real_graphs({}, [&](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    if (graph.num_edges() > kMostEdgesOfScores) return false;
    const DistGraph parts = cut(cluster, list_edges(graph));
    for (const BetweennessOf of : {BetweennessOf::kVertices, BetweennessOf::kEdges}) {
      const BetweennessOptions question{.of = of,
                                        .sources = some_vertices(graph.num_vertices(), 20)};
      const BetweennessResult oracle = oracle_of(graph, question);
      for (const BcShare share : {BcShare::kReplicated, BcShare::kPartitioned}) {
        DistBetweennessOptions options = for_ranks(question);
        options.share = share;
        expect_same_scores(gather_scores(betweenness(parts, options), graph.num_vertices()), oracle,
                           name + ", " + std::string(bc_share_name(share)));
      }
    }
    return true;
  });
}

}  // namespace
}  // namespace strider::test
