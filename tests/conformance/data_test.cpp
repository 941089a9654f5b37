// Every method on the cores of one machine, on every graph of a folder of real ones, which
// STRIDER_DATA_DIR names; and what other programs find for some of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/bc.hpp"
#include "conformance/bfs.hpp"
#include "conformance/components.hpp"
#include "conformance/msf.hpp"
#include "conformance/sssp.hpp"
#include "strider/closeness.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "support/real_graphs.hpp"

namespace strider::test {
namespace {

/// The first vertex and one in the middle.
std::vector<Vertex> two_sources(Vertex num_vertices) {
  if (num_vertices < 3) return {0};
  return {0, num_vertices / 3};
}

TEST(BfsData, AllMethodsOnEveryGraph) {
  on_real_graphs({}, [](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    for (const BfsMethod method : all_bfs_methods()) {
      for (const int threads : {1, 2, 4}) {
        const CheckedSearch search =
            checked(make_host_bfs)(graph, {.method = method, .threads = threads});
        for (const Vertex source : two_sources(graph.num_vertices())) {
          if (!search(source, name + ", " + std::string(bfs_method_name(method)) + ", " +
                                  std::to_string(threads) + " threads, from " +
                                  std::to_string(source))) {
            return true;
          }
        }
      }
    }
    return true;
  });
}

TEST(ComponentsData, EveryGraph) {
  on_real_graphs({.weights = ReadWeights::kNo}, [](const std::string& name, const AnyGraph& graph) {
    expect_components({{name, topology(graph)}},
                      [](const Graph& each) { return to_found(components(each)); });
    return true;
  });
}

/// Sums of scores and of their squares, as igraph finds them: tests/data/closeness.
TEST(ClosenessData, SumsAreThoseOfIgraph) {
  const std::optional<std::filesystem::path> folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR is not set";
  std::ifstream file(STRIDER_TEST_DATA "/closeness/closeness.tsv");
  std::string name;
  std::string kind;
  std::string line;
  std::getline(file, line);
  std::size_t compared = 0;
  for (Vertex n = 0; file >> name >> kind >> n; ++compared) {
    const ReadOptions reading{
        .directedness = kind == "directed" ? Directedness::kDirected : Directedness::kUndirected,
        .weights = ReadWeights::kNo};
    const LoadedGraph loaded = read_graph((*folder / name).string(), reading);
    for (const Centrality centrality : {Centrality::kCloseness, Centrality::kHarmonic}) {
      const ClosenessResult found = closeness(topology(loaded.graph), {.centrality = centrality});
      double expected = 0;
      double expected_squares = 0;
      file >> expected >> expected_squares;
      double sum = 0;
      double squares = 0;
      for (const double score : found.scores) {
        sum += score;
        squares += score * score;
      }
      constexpr double kRounding = 1e-10;
      EXPECT_NEAR(sum, expected, kRounding * expected) << name << ", " << kind;
      EXPECT_NEAR(squares, expected_squares, kRounding * expected_squares) << name << ", " << kind;
    }
  }
  EXPECT_GT(compared, 0U);
}

/// Every method and thread count.
template <class W>
void expect_paths_of_all_methods(const WeightedGraph<W>& graph, const std::string& name) {
  std::vector<SsspOptions> kinds;
  for (const SsspMethod method : all_sssp_methods()) kinds.push_back({.method = method});
  kinds.push_back({.preparing = Preparing::kAtOnce});
  for (SsspOptions options : kinds) {
    for (const int threads : {1, 2, 4}) {
      options.threads = threads;
      const CheckedSearch search = checked<W>()(graph, options);
      for (const Vertex source : two_sources(graph.topology().num_vertices())) {
        if (!search(source, name + ", " + std::string(sssp_method_name(options.method)) +
                                (options.preparing == Preparing::kAtOnce ? " laid out, " : ", ") +
                                std::to_string(threads) + " threads, from " +
                                std::to_string(source))) {
          return;
        }
      }
    }
  }
}

TEST(SsspData, AllMethodsOnEveryGraph) {
  on_real_graphs({}, [](const std::string& name, const AnyGraph& any) {
    if (std::holds_alternative<Graph>(any)) {
      expect_paths_of_all_methods(with_unit_weights(std::get<Graph>(any)), name + ", unit weights");
    }
    for_own_or_random_weights(any, name, [](const auto& graph, const std::string& what) {
      if (has_negative_weight(graph)) {
        EXPECT_THROW((void)sssp(graph, 0), WeightError) << what;
      } else {
        expect_paths_of_all_methods(graph, what);
      }
    });
    return true;
  });
}

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
void expect_forests_of_all_methods(const WeightedGraph<W>& graph, const std::string& name) {
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
  const std::map<std::string, Golden> golden = read_golden();
  ASSERT_EQ(golden.size(), 24U);
  std::size_t compared = 0;
  on_real_graphs(kReadUndirected, [&](const std::string& name, const AnyGraph& any) {
    const auto known = golden.find(name);
    const bool own = known != golden.end() && known->second.own_weights;
    if (known != golden.end()) ++compared;
    if (known != golden.end() && !own) {
      const auto graph = weighted_by_ends(topology(any));
      expect_golden(graph, known->second, name);
      expect_forests_of_all_methods(graph, name);
    }
    std::visit(
        [&]<class G>(const G& graph) {
          if constexpr (std::is_same_v<G, Graph>) {
            expect_forests_of_all_methods(with_unit_weights(graph), name);
          } else {
            expect_forests_of_all_methods(graph, name);
            if (own) expect_golden(graph, known->second, name);
          }
        },
        any);
    return true;
  });
  if (IsSkipped()) return;
  EXPECT_GT(compared, 0U);
  std::cout << compared << " compared with other programs\n";
}

/// Larger graphs would keep the methods that look at everything in every level busy for hours.
constexpr Vertex kMostVertices = 100'000;

template <class AnyKindOfGraph>
void expect_methods(const AnyKindOfGraph& graph, BetweennessOptions options,
                    std::span<const BetweennessMethod> methods, const std::string& name) {
  const BetweennessResult oracle = oracle_of(graph, options);
  for (const BetweennessMethod method : methods) {
    options.method = method;
    expect_scores_by_threads(graph, options, oracle,
                             name + ", " + std::string(betweenness_method_name(method)));
    if (testing::Test::HasFailure()) return;
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
  on_real_graphs({}, [](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    const Vertex n = graph.num_vertices();
    if (n > kMostVertices) return false;
    // All sources of small graphs, of others few, and enough for auto to fill its batches.
    BetweennessOptions options;
    if (n > 250) options.sources = some_vertices(n, 2);
    expect_methods(graph, options, all_betweenness_methods(), name);
    std::visit([&](const auto& typed) { expect_weighted(typed, options, name); }, any);
    const BetweennessMethod only_auto[] = {BetweennessMethod::kAuto};
    options.sources = some_vertices(n, 20);
    expect_methods(graph, options, only_auto, name + ", more sources");
    return true;
  });
}

}  // namespace
}  // namespace strider::test
