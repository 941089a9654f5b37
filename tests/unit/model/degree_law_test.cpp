#include "model/degree_law.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider::model {
namespace {

/// A graph as ranks build it: arcs both ways, without self-loops and duplicates.
struct CountedGraph {
  explicit CountedGraph(int scale) : num_vertices(1U << static_cast<unsigned>(scale)) {
    const KroneckerParameters parameters{.scale = scale};
    const std::uint64_t edges = parameters.edge_factor * num_vertices;
    std::vector<GlobalEdge> listed(edges);
    generate_slice(parameters, {0, edges}, std::span(listed), {}, 1);
    for (const GlobalEdge& edge : listed) {
      if (edge.source == edge.target) continue;
      arcs.emplace_back(edge.source, edge.target);
      arcs.emplace_back(edge.target, edge.source);
    }
    std::sort(arcs.begin(), arcs.end());
    arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    degrees.assign(num_vertices, 0);
    for (const auto& [source, target] : arcs) ++degrees[source];
  }

  std::uint64_t num_vertices;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> arcs;
  std::vector<std::uint64_t> degrees;
};

/// Few are many standard deviations of themselves.
void expect_near(double expected, double counted, const char* what) {
  EXPECT_NEAR(expected, counted, 0.02 * counted + 40) << what;
}

class DegreeLawTest : public testing::TestWithParam<int> {};

TEST_P(DegreeLawTest, SaysHowManyVerticesAndArcsThereAre) {
  const CountedGraph graph(GetParam());
  const DegreeLaw law(GetParam(), 16);
  expect_near(law.num_arcs(), static_cast<double>(graph.arcs.size()), "arcs");
  const auto isolated =
      static_cast<double>(std::count(graph.degrees.begin(), graph.degrees.end(), 0U));
  expect_near(law.num_connected(), static_cast<double>(graph.num_vertices) - isolated, "connected");
  for (const std::uint64_t threshold : {4U, 32U, 256U, 1000U}) {
    DegreeTail counted;
    for (const std::uint64_t degree : graph.degrees) {
      if (degree <= threshold) continue;
      ++counted.vertices;
      counted.arcs += static_cast<double>(degree);
    }
    const DegreeTail tail = law.above(static_cast<double>(threshold));
    expect_near(tail.vertices, counted.vertices, "delegates");
    EXPECT_NEAR(tail.arcs, counted.arcs, 0.03 * counted.arcs + 2000) << threshold;
  }
}

TEST_P(DegreeLawTest, SaysWhichArcsLeadToDelegates) {
  const CountedGraph graph(GetParam());
  const DegreeLaw law(GetParam(), 16);
  for (const std::uint64_t threshold : {16U, 64U, 256U}) {
    SubgraphArcs counted;
    for (const auto& [source, target] : graph.arcs) {
      const bool from = graph.degrees[source] > threshold;
      const bool to = graph.degrees[target] > threshold;
      (from && to ? counted.dd : !from && !to ? counted.nn : counted.nd) += from && !to ? 0 : 1;
    }
    const SubgraphArcs arcs = law.subgraphs(static_cast<double>(threshold));
    // Few are between few vertices, which have several of them.
    EXPECT_NEAR(arcs.nn, counted.nn, 0.02 * counted.nn + 250) << threshold;
    expect_near(arcs.nd, counted.nd, "nd");
    expect_near(arcs.dd, counted.dd, "dd");
  }
}

TEST_P(DegreeLawTest, SaysWhatARankHas) {
  const CountedGraph graph(GetParam());
  const DegreeLaw law(GetParam(), 16);
  constexpr strider::detail::Grid kGrid{8, 4};
  constexpr int kRanks = kGrid.rows * kGrid.columns;
  // Blocks of consecutive vertices, which the generator has renamed by a hash.
  const std::uint64_t block = graph.num_vertices / kRanks;
  std::vector<std::vector<bool>> ghosts(kRanks, std::vector<bool>(graph.num_vertices));
  std::vector<std::vector<bool>> columns = ghosts;
  std::vector<std::vector<bool>> rows = ghosts;
  for (const auto& [source, target] : graph.arcs) {
    if (source / block != target / block) ghosts[source / block][target] = true;
    const auto at = static_cast<std::size_t>(target / block % kGrid.rows * kGrid.columns +
                                             source / block / kGrid.rows);
    columns[at][source] = true;
    rows[at][target] = true;
  }
  const auto mean = [](const std::vector<std::vector<bool>>& of_ranks) {
    double sum = 0;
    for (const auto& of_rank : of_ranks) {
      sum += static_cast<double>(std::count(of_rank.begin(), of_rank.end(), true));
    }
    return sum / kRanks;
  };
  expect_near(law.ghosts_1d(kRanks), mean(ghosts), "ghosts");
  expect_near(law.kept_columns(kGrid), mean(columns), "columns");
  expect_near(law.kept_rows(kGrid), mean(rows), "rows");
}

INSTANTIATE_TEST_SUITE_P(Scales, DegreeLawTest, testing::Values(14, 16));

/// Thresholds are chosen as from the degrees of the graph itself: the figures of
/// partition/delegates.hpp, after Pan, Pearce and Owens.
TEST(DegreeLaw, GivesTheThresholdsOfTheArticle) {
  constexpr Directedness kUndirected = Directedness::kUndirected;
  EXPECT_EQ(strider::detail::choose_threshold(DegreeLaw(31, 16).histogram(), 31, kUndirected), 64U);
  EXPECT_EQ(strider::detail::choose_threshold(DegreeLaw(33, 16).histogram(), 124, kUndirected),
            128U);
  const DegreeLaw law(33, 16);
  EXPECT_NEAR(law.above(128).vertices / law.num_vertices(), 0.0176, 0.0002);
}

/// What counts vertices and arcs in 64 bits gets no more.
TEST(DegreeLaw, RefusesGraphsThatCannotBeCounted) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const double factor :
       {0.0, -16.0, 1e-12, 1e-6, 0.99, 1.01e6, 1e20, 1e300, kInfinity, kNaN}) {
    EXPECT_THROW(DegreeLaw(20, factor), UsageError) << factor;
  }
  for (const int scale : {-1, 0, 62, 100}) EXPECT_THROW(DegreeLaw(scale, 1), UsageError) << scale;
  EXPECT_THROW(DegreeLaw(58, 16), UsageError);
  EXPECT_THROW(DegreeLaw(43, kMostEdgeFactor), UsageError);
  EXPECT_LT(DegreeLaw(57, 16).num_arcs(), 0x1p62);
  EXPECT_LT(DegreeLaw(kMostScale, 1).num_arcs(), 0x1p62);
  EXPECT_LT(DegreeLaw(10, kMostEdgeFactor).num_arcs(), 0x1p20);
}

/// Few neighbours are lost where they are the difference of two numbers near 1.
TEST(DegreeLaw, CountsFewAmongMany) {
  const DegreeLaw law(57, 16);
  const ByClass few = 1e-18 * law.draws();
  EXPECT_NEAR(law.share_with(few), 1e-18 * 32, 1e-24);
  EXPECT_NEAR(law.vertices().sum() / law.num_vertices(), 1, 1e-12);
  EXPECT_EQ(law.above(std::numeric_limits<double>::infinity()).vertices, 0);
  EXPECT_EQ(law.above(1e18).vertices, 0);
}

TEST(DegreeLaw, OfPoissonVariables) {
  EXPECT_NEAR(poisson_tails(2, 0).at_most, 0.135335, 1e-6);
  EXPECT_NEAR(poisson_tails(2, 3.5).at_most, 0.857123, 1e-6);
  EXPECT_EQ(poisson_tails(2, -1).at_most, 0);
  EXPECT_NEAR(poisson_tails(1000, 1000).at_most, 0.508409, 1e-4);
  EXPECT_NEAR(poisson_tails(1e-3, 1e9).at_most, 1, 1e-12);
  // 2^20 / 20! / e^2, and what follows it.
  EXPECT_NEAR(poisson_tails(2, 19).above, 6.436e-14, 1e-16);
  EXPECT_NEAR(poisson_tails(60, 1).at_most, 61 * std::exp(-60.0), 1e-34);
}

/// What a histogram keeps of the law suffices for the choice of a scheme.
TEST(DegreeLaw, OfAHistogramIsNearTheLawThatMadeIt) {
  for (const int scale : {20, 30, 40}) {
    SCOPED_TRACE(scale);
    const DegreeLaw law(scale, 16);
    const DegreeLaw coarse(law.histogram());
    EXPECT_NEAR(coarse.num_vertices(), law.num_vertices(), 1e-4 * law.num_vertices());
    EXPECT_NEAR(coarse.num_arcs(), law.num_arcs(), 0.01 * law.num_arcs());
    EXPECT_NEAR(coarse.num_connected(), law.num_connected(), 0.2 * law.num_connected());
    EXPECT_NEAR(coarse.ghosts_1d(64), law.ghosts_1d(64), 0.1 * law.ghosts_1d(64));
    const double threshold = 256;
    EXPECT_NEAR(coarse.above(threshold).vertices, law.above(threshold).vertices,
                0.2 * law.above(threshold).vertices);
    EXPECT_NEAR(coarse.subgraphs(threshold).dd, law.subgraphs(threshold).dd,
                0.1 * law.subgraphs(threshold).dd);
  }
}

}  // namespace
}  // namespace strider::model
