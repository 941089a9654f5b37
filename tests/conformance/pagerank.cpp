// PageRank at every place of a program: the scores of the oracle.
#include "conformance/pagerank.hpp"

#include <algorithm>

#include "strider/error.hpp"

namespace strider::test {
namespace {

/// What the order of sums does, of the oracle, too.
constexpr double kLastDigits = 1e-13;
/// From any start, an iteration that changes scores by c leaves them within c / (1 - damping).
constexpr double kSlack = 1 / (1 - 0.85);

class PageRank : public testing::TestWithParam<PageRankTestPlace> {
 protected:
  /// Or parallel edges.
  [[nodiscard]] static bool has_loops(const Graph& graph) {
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      const auto row = graph.out().neighbors(u);
      if (std::ranges::find(row, u) != row.end()) return true;
      if (std::ranges::adjacent_find(row) != row.end()) return true;
    }
    return false;
  }
  /// Of these, the graphs that the place takes.
  [[nodiscard]] static std::vector<NamedGraph> taken(std::vector<NamedGraph> graphs) {
    std::erase_if(graphs, [](const NamedGraph& graph) {
      return has_loops(graph.graph) && !GetParam().takes_loops;
    });
    return graphs;
  }
  [[nodiscard]] static std::vector<NamedGraph> shapes() {
    const std::vector<NamedGraph> all = taken(search_graphs());
    std::vector<NamedGraph> some;
    for (std::size_t i = GetParam().first; i < all.size(); i += GetParam().step) {
      some.push_back(all[i]);
    }
    return some;
  }
  [[nodiscard]] static std::vector<NamedGraph> random_graphs() {
    const Vertex n = GetParam().random;
    std::vector<NamedGraph> graphs{{"empty", Graph()}, {"no edges", make_graph(n, {})}};
    for (const Vertex m : {n / 2, 2 * n, 16 * n}) {
      const std::string name = std::to_string(m) + " edges";
      graphs.push_back({name, make_graph(n, random_edges(n, m, m))});
      graphs.push_back({"directed, " + name, make_graph(n, random_edges(n, m, m + 1),
                                                        Directedness::kDirected, kKeepAll)});
    }
    graphs.push_back({"skewed", make_graph(512, skewed_edges(9, 4096, n))});
    return taken(graphs);
  }
};

TEST_P(PageRank, ByIterations) {
  for (const auto& [name, graph] : shapes()) {
    SCOPED_TRACE(name);
    for (const std::uint32_t iterations : {0U, 1U, 12U}) {
      const PageRankOptions options{.iterations = iterations};
      const FoundPageRank found = GetParam().find(graph, options);
      expect_scores(found.scores, expected_scores(graph, options), kLastDigits);
      EXPECT_TRUE(found.converged);
      EXPECT_EQ(found.iterations, graph.num_vertices() == 0 ? 0 : iterations);
    }
  }
}

TEST_P(PageRank, AsNetworkxDoes) {
  for (const auto& [name, graph] : random_graphs()) {
    SCOPED_TRACE(name);
    PageRankOptions options{.damping = 0.7, .tolerance = 1e-9, .method = PageRankMethod::kPower};
    for (Vertex v = 0; v < graph.num_vertices(); ++v) {
      options.personalization.push_back(v % 7 == 0 ? 0 : 1 + v % 5);
    }
    const FoundPageRank found = GetParam().find(graph, options);
    expect_scores(found.scores, expected_scores(graph, options), kLastDigits);
  }
}

TEST_P(PageRank, ToTheTolerance) {
  for (const auto& [name, graph] : random_graphs()) {
    SCOPED_TRACE(name);
    const auto n = static_cast<double>(graph.num_vertices());
    for (const bool jumps_evenly : {true, false}) {
      PageRankOptions options{.tolerance = 1e-15};
      if (!jumps_evenly) {
        options.personalization.resize(graph.num_vertices());
        if (n > 0) options.personalization[graph.num_vertices() / 3] = 2;
      }
      const std::vector<double> expected = expected_scores(graph, options);
      for (const double tolerance : {1e-4, 1e-7, 1e-12}) {
        options.tolerance = tolerance;
        const FoundPageRank found = GetParam().find(graph, options);
        EXPECT_TRUE(found.converged);
        double wrong = 0;
        double total = 0;
        for (std::size_t v = 0; v < expected.size(); ++v) {
          wrong += std::abs(found.scores[v] - expected[v]);
          total += found.scores[v];
        }
        EXPECT_LE(wrong, 2 * kSlack * tolerance * n);
        EXPECT_NEAR(total, n > 0 ? 1 : 0, 1e-6);
      }
    }
  }
}

TEST_P(PageRank, AcceleratesLongPaths) {
  const Graph path = make_graph(GetParam().path, line_edges(GetParam().path));
  PageRankOptions options{.damping = 0.99, .tolerance = 1e-10, .max_iterations = 10'000};
  const FoundPageRank found = GetParam().find(path, options);
  options.method = PageRankMethod::kPower;
  const FoundPageRank by_power = GetParam().find(path, options);
  ASSERT_TRUE(found.converged && by_power.converged);
  EXPECT_LT(2 * found.iterations, by_power.iterations);
}

TEST_P(PageRank, EndsWithoutHavingConverged) {
  const Graph path = make_graph(300, line_edges(300));
  const FoundPageRank found = GetParam().find(path, {.tolerance = 0, .max_iterations = 5});
  EXPECT_FALSE(found.converged);
  EXPECT_EQ(found.iterations, 5U);
}

TEST_P(PageRank, AlongWeights) {
  if (GetParam().find_weighted == nullptr) GTEST_SKIP() << "the place takes no weights";
  for (const auto& [name, graph] : random_graphs()) {
    SCOPED_TRACE(name);
    Array<double> weights(graph.num_arcs());
    for (Vertex u = 0; u < graph.num_vertices(); ++u) {
      for (EdgeIndex i = graph.out().offsets()[u]; i < graph.out().offsets()[u + 1ULL]; ++i) {
        weights[i] = (u + graph.out().targets()[i]) % 4;  // of all that some have, zero
      }
    }
    const auto weight = [copy = Array<double>::copy_of(weights.span())](EdgeIndex i) {
      return copy[i];
    };
    const WeightedGraph<double> weighted(graph, std::move(weights));
    PageRankOptions options{.iterations = 9};
    expect_scores(GetParam().find_weighted(weighted, options).scores,
                  detail::serial_pagerank(graph, weight, options), kLastDigits);
    options = {.tolerance = 1e-14};
    expect_scores(GetParam().find_weighted(weighted, options).scores,
                  detail::serial_pagerank(graph, weight, options), 1e-11);
  }
}

TEST_P(PageRank, RefusesOptionsOutOfRange) {
  const Graph path = make_graph(4, line_edges(4));
  const auto refuse = [&](const PageRankOptions& options) {
    EXPECT_THROW((void)GetParam().find(path, options), UsageError);
  };
  refuse({.damping = -0.1});
  refuse({.damping = 1.1});
  refuse({.damping = std::nan("")});
  refuse({.damping = 1, .method = PageRankMethod::kAccelerated});
  refuse({.tolerance = -1});
  refuse({.tolerance = 1, .iterations = 1});
  refuse({.iterations = 1, .method = PageRankMethod::kAccelerated});
  refuse({.personalization = {1, 2}});
  refuse({.personalization = {0, 0, 0, 0}});
  refuse({.personalization = {1, -1, 1, 1}});
}

INSTANTIATE_TEST_SUITE_P(Places, PageRank, testing::ValuesIn(pagerank_places()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace strider::test
