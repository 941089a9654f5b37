// Every method on every graph of a folder of real ones, which STRIDER_DATA_DIR names, and what
// other programs find for some of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <map>
#include <variant>
#include <vector>

#include "conformance/msf.hpp"
#include "strider/validate.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

/// What scipy, igraph and networkx say of a graph: tests/data/msf.
struct Golden {
  bool own_weights;
  double weight;
  std::size_t forest_edges;
};

std::map<std::string, Golden> read_golden() {
  std::ifstream file(STRIDER_TEST_DATA "/msf/forests.tsv");
  std::map<std::string, Golden> all;
  std::string name;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, name, '\t')) {
    Golden golden{};
    std::string weights;
    std::size_t edges = 0;
    std::getline(file, weights, '\t');
    golden.own_weights = weights == "own";
    file >> edges >> golden.weight >> golden.forest_edges;
    std::getline(file, line);
    all[name] = golden;
  }
  return all;
}

/// As tests/data/msf/make_forests.py weighs edges.
WeightedGraph<std::uint32_t> weighted_by_ends(const Graph& graph) {
  const auto number = [&](Vertex v) { return graph.labels().number(v); };
  Array<std::uint32_t> weights(graph.num_arcs());
  EdgeIndex place = 0;
  for (Vertex u = 0; u < graph.num_vertices(); ++u) {
    for (const Vertex v : graph.out().neighbors(u)) {
      const auto [a, b] = std::minmax({number(u), number(v)});
      weights[place++] = static_cast<std::uint32_t>(1 + (7919 * a + 104729 * b) % 1009);
    }
  }
  return {graph, std::move(weights)};
}

template <class W>
void expect_golden(const WeightedGraph<W>& graph, const Golden& golden, const std::string& name) {
  const MsfResult<W> result = msf(graph);
  // Theirs are sums of doubles in some order.
  EXPECT_NEAR(static_cast<double>(result.weight()), golden.weight, 1e-12 * golden.weight) << name;
  EXPECT_EQ(result.edges().size(), golden.forest_edges) << name;
}

template <class W>
void expect_all_methods(const WeightedGraph<W>& graph, const std::string& name) {
  for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    const MsfResult<W> expected =
        msf(graph, {.method = MsfMethod::kKruskal, .objective = objective, .threads = 1});
    for (const int threads : {1, 2, 4}) {
      const auto validation = validate_msf(graph, expected.edges(), objective, threads);
      ASSERT_TRUE(validation.passed()) << name << ": " << validation.violations.front().message;
      for (const MsfMethod method : all_msf_methods()) {
        if (method == MsfMethod::kKruskal) continue;
        const MsfResult<W> found =
            msf(graph, {.method = method, .objective = objective, .threads = threads});
        ASSERT_TRUE(std::equal(found.edges().begin(), found.edges().end(), expected.edges().begin(),
                               expected.edges().end()))
            << name << ", " << msf_method_name(method) << ", " << threads << " threads";
        ASSERT_EQ(found.weight(), expected.weight()) << name;
        ASSERT_EQ(found.num_trees(), expected.num_trees()) << name;
      }
    }
  }
}

TEST(MsfData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const std::map<std::string, Golden> golden = read_golden();
  ASSERT_EQ(golden.size(), 24U);
  std::size_t compared = 0;
  const ReadOptions undirected{.directedness = Directedness::kUndirected};
  const auto check = [&](const std::string& name, const LoadedGraph& loaded) {
    const auto known = golden.find(name);
    const bool own = known != golden.end() && known->second.own_weights;
    if (known != golden.end()) ++compared;
    if (known != golden.end() && !own) {
      const auto graph = weighted_by_ends(topology(loaded.graph));
      expect_golden(graph, known->second, name);
      expect_all_methods(graph, name);
    }
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            expect_all_methods(with_unit_weights(graph), name);
          } else {
            expect_all_methods(graph, name);
            if (own) expect_golden(graph, known->second, name);
          }
        },
        loaded.graph);
  };
  EXPECT_GT(for_each_real_graph(*folder, undirected, check), 0) << "no graph in " << *folder;
  std::cout << compared << " compared with other programs\n";
}

}  // namespace
}  // namespace strider::test
