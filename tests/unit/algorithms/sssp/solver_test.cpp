#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "strider/error.hpp"
#include "strider/sssp.hpp"
#include "support/errors.hpp"

namespace strider {
namespace {

constexpr auto kUndirected = Directedness::kUndirected;
constexpr auto kDirected = Directedness::kDirected;
constexpr SsspOptions kDijkstra{.method = SsspMethod::kDijkstra, .threads = 1};

template <class W>
struct WeightedEdge {
  Vertex u;
  Vertex v;
  W weight;
};

template <class W>
WeightedGraph<W> graph_of(Vertex n, const std::vector<WeightedEdge<W>>& edges,
                          Directedness directedness = kUndirected, const BuildOptions& build = {}) {
  EdgeList list;
  list.num_vertices = n;
  list.directedness = directedness;
  list.edges = Array<Edge>(edges.size());
  Array<W> weights(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    list.edges[i] = {edges[i].u, edges[i].v};
    weights[i] = edges[i].weight;
  }
  list.weights = std::move(weights);
  return std::get<WeightedGraph<W>>(build_any_graph(std::move(list), build));
}

template <class T>
std::vector<T> to_vector(std::span<const T> values) {
  return {values.begin(), values.end()};
}

TEST(SsspMethods, NamesGoBothWays) {
  EXPECT_EQ(all_sssp_methods().size(), 4U);
  for (const SsspMethod method : all_sssp_methods()) {
    EXPECT_EQ(sssp_method_from_name(sssp_method_name(method)), method);
  }
  EXPECT_EQ(sssp_method_from_name("delta_stepping"), std::nullopt);
}

// The oracle itself is held against distances worked out by hand.
TEST(Dijkstra, FindsDistancesAndParents) {
  // The way round by 2 and 3 is shorter than the edge 0 - 1.
  const auto graph = graph_of<std::uint32_t>(
      6, {{0, 1, 10}, {0, 2, 1}, {2, 3, 2}, {3, 1, 3}, {1, 4, 1}, {2, 4, 9}});
  const auto result = sssp(graph, 0, kDijkstra);
  EXPECT_EQ(to_vector(result.distances()),
            (std::vector<std::uint64_t>{0, 6, 1, 3, 7, kInfiniteDistance<std::uint32_t>}));
  EXPECT_EQ(to_vector(result.parents()), (std::vector<Vertex>{0, 3, 0, 2, 1, kNoVertex}));
  EXPECT_EQ(result.source(), 0U);
  EXPECT_EQ(result.num_reached(), 5U);
  EXPECT_EQ(result.num_edges_reached(), 6U);
  EXPECT_EQ(result.path_to(4), (std::vector<Vertex>{0, 2, 3, 1, 4}));
  EXPECT_EQ(result.path_to(0), (std::vector<Vertex>{0}));
  EXPECT_TRUE(result.path_to(5).empty());
  EXPECT_THROW((void)result.path_to(6), UsageError);
}

TEST(Dijkstra, WalksDirectedEdgesOneWay) {
  const auto graph = graph_of<double>(3, {{0, 1, .5}, {2, 1, .25}}, kDirected);
  const auto result = sssp(graph, 0, kDijkstra);
  EXPECT_EQ(to_vector(result.distances()),
            (std::vector<double>{0, .5, std::numeric_limits<double>::infinity()}));
  EXPECT_EQ(result.num_edges_reached(), 1U);
}

class AllMethods : public testing::TestWithParam<SsspMethod> {
 protected:
  static SsspOptions options() { return {.method = GetParam(), .threads = 2}; }
};

INSTANTIATE_TEST_SUITE_P(Sssp, AllMethods, testing::ValuesIn(all_sssp_methods()),
                         [](const auto& info) {
                           std::string name(sssp_method_name(info.param));
                           std::erase(name, '-');
                           return name;
                         });

TEST_P(AllMethods, IntegerDistancesAreExactPast32Bits) {
  constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();
  std::vector<WeightedEdge<std::uint32_t>> line;
  for (Vertex v = 0; v < 2000; ++v) line.push_back({v, v + 1, kLargest});
  const auto result = sssp(graph_of(2001, line), 0, options());
  for (Vertex v = 0; v <= 2000; ++v) {
    ASSERT_EQ(result.distances()[v], std::uint64_t{v} * kLargest);
  }
}

TEST_P(AllMethods, ACycleOfZeroWeightsHasATree) {
  // 1, 2 and 3 lie on a cycle of weight 0 that 0 enters at 3; 4 hangs on it by 0, too.
  const std::vector<WeightedEdge<std::uint32_t>> edges = {
      {0, 3, 5}, {1, 2, 0}, {2, 3, 0}, {3, 1, 0}, {1, 4, 0}};
  for (const Directedness directedness : {kUndirected, kDirected}) {
    const auto result = sssp(graph_of(5, edges, directedness), 0, options());
    EXPECT_EQ(to_vector(result.distances()), (std::vector<std::uint64_t>{0, 5, 5, 5, 5}));
    // Undirected, 2 is one edge of the cycle from 3; directed, it is two.
    const Vertex before_2 = directedness == kUndirected ? 3 : 1;
    EXPECT_EQ(to_vector(result.parents()), (std::vector<Vertex>{0, 3, before_2, 0, 1}));
  }
}

TEST_P(AllMethods, WeightsLostToRoundingHaveATree) {
  // 2^24 + 1 is no float: behind vertex 1 nothing grows any more.
  const float large = 0x1.0p24F;
  const auto result =
      sssp(graph_of<float>(4, {{0, 1, large}, {1, 2, 1}, {2, 3, 1}, {3, 1, 1}}), 0, options());
  EXPECT_EQ(to_vector(result.distances()), (std::vector<float>{0, large, large, large}));
  EXPECT_EQ(to_vector(result.parents()), (std::vector<Vertex>{0, 0, 1, 1}));
}

TEST_P(AllMethods, OfParallelEdgesTheLightestCounts) {
  const BuildOptions keep{.self_loops = SelfLoops::kKeep, .duplicates = Duplicates::kKeep};
  const auto graph =
      graph_of<float>(2, {{0, 1, 3}, {0, 1, 2}, {1, 0, 4}, {1, 1, 0}}, kUndirected, keep);
  EXPECT_EQ(sssp(graph, 0, options()).distances()[1], 2);
  EXPECT_EQ(sssp(graph, 0, options()).num_edges_reached(), 4U);
}

TEST_P(AllMethods, EdgesOfInfiniteWeightLeadNowhere) {
  const double infinite = std::numeric_limits<double>::infinity();
  for (const Directedness directedness : {kUndirected, kDirected}) {
    const auto result =
        sssp(graph_of<double>(3, {{0, 1, 1}, {1, 2, infinite}}, directedness), 0, options());
    EXPECT_EQ(result.num_reached(), 2U);
    EXPECT_EQ(result.distances()[2], infinite);
    EXPECT_EQ(result.parents()[2], kNoVertex);
  }
}

TEST_P(AllMethods, RefuseLengthsThatTheTypeCannotHold) {
  const float large = std::numeric_limits<float>::max() / 2 * 1.5F;
  const auto graph = graph_of<float>(3, {{0, 1, large}, {1, 2, large}});
  EXPECT_NE(test::message_of<Error>([&] { (void)sssp(graph, 0, options()); }).find("too large"),
            std::string::npos);
  // From the middle there is no such length, and within a cutoff none is asked for.
  EXPECT_EQ(sssp(graph, 1, options()).num_reached(), 3U);
  SsspOptions bounded = options();
  bounded.cutoff = large;
  EXPECT_EQ(sssp(graph, 0, bounded).num_reached(), 2U);
  bounded = options();
  bounded.target = 1;
  EXPECT_EQ(sssp(graph, 0, bounded).num_reached(), 2U);
}

TEST_P(AllMethods, StopAtACutoff) {
  const auto graph = graph_of<std::uint32_t>(4, {{0, 1, 2}, {1, 2, 2}, {2, 3, 2}});
  for (const auto& [cutoff, reached] :
       std::vector<std::pair<double, Vertex>>{{0, 1}, {1.9, 1}, {2, 2}, {5.5, 3}, {1e300, 4}}) {
    SsspOptions bounded = options();
    bounded.cutoff = cutoff;
    EXPECT_EQ(sssp(graph, 0, bounded).num_reached(), reached) << cutoff;
  }
}

TEST_P(AllMethods, StopAtATargetAndReachAllThatIsAsNear) {
  const auto graph =
      graph_of<std::uint32_t>(6, {{0, 1, 2}, {0, 2, 2}, {2, 3, 0}, {1, 4, 1}, {5, 5, 1}});
  SsspOptions targeted = options();
  targeted.target = 1;
  const auto result = sssp(graph, 0, targeted);
  constexpr std::uint64_t kNone = kInfiniteDistance<std::uint32_t>;
  EXPECT_EQ(to_vector(result.distances()), (std::vector<std::uint64_t>{0, 2, 2, 2, kNone, kNone}));
  targeted.target = 5;  // out of reach: everything else is searched
  EXPECT_EQ(sssp(graph, 0, targeted).num_reached(), 5U);
  targeted.target = 0;
  EXPECT_EQ(sssp(graph, 0, targeted).num_reached(), 1U);
}

TEST_P(AllMethods, NegativeWeightsAndNoNumbersAreRefusedWithTheEdge) {
  const auto negative = graph_of<float>(3, {{0, 1, 1}, {1, 2, -0.5F}});
  const std::string message =
      test::message_of<Error>([&] { SsspSolver<float>(negative, options()); });
  EXPECT_NE(message.find("from 1 to 2"), std::string::npos) << message;
  EXPECT_NE(message.find("-0.5"), std::string::npos) << message;
  EXPECT_THROW(SsspSolver<float>(negative, options()), InputError);

  const auto fine = graph_of<double>(2, {{0, 1, 1}});
  Array<double> weights(2, std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW(SsspSolver<double>({fine.topology(), std::move(weights)}, options()), WeightError);
  // Minus zero is zero.
  EXPECT_EQ(sssp(graph_of<double>(2, {{0, 1, -0.0}}), 0, options()).distances()[1], 0);
}

TEST_P(AllMethods, GraphsWithoutEdgesOrVertices) {
  EXPECT_EQ(sssp(graph_of<float>(3, {}), 1, options()).num_reached(), 1U);
  SsspSolver<float> empty(WeightedGraph<float>(), options());
  EXPECT_NE(test::message_of<Error>([&] { (void)empty.run(0); }).find("0 vertices"),
            std::string::npos);
}

TEST(SsspSolver, RefusesOptionsOutOfRange) {
  const auto graph = graph_of<float>(2, {{0, 1, 1}});
  const double infinite = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {-1.0, infinite, nan}) {
    EXPECT_THROW(SsspSolver<float>(graph, {.delta = bad}), UsageError);
  }
  EXPECT_THROW(SsspSolver<float>(graph, {.cutoff = -1}), UsageError);
  EXPECT_THROW(SsspSolver<float>(graph, {.cutoff = nan}), UsageError);
  EXPECT_THROW(SsspSolver<float>(graph, {.target = 2}), UsageError);
  EXPECT_THROW(SsspSolver<float>(graph, {.threads = -1}), UsageError);
  EXPECT_THROW(SsspSolver<float>(graph, {.method = static_cast<SsspMethod>(99)}), UsageError);
}

TEST(SsspSolver, TellsTheWidthOfItsBuckets) {
  const auto graph = graph_of<float>(2, {{0, 1, 1}});
  const SsspOptions chosen{.method = SsspMethod::kDeltaStepping};
  EXPECT_GT(SsspSolver<float>(graph, chosen).delta(), 0);
  const SsspOptions given{.method = SsspMethod::kDeltaStepping, .delta = 2.5};
  EXPECT_EQ(SsspSolver<float>(graph, given).delta(), 2.5);
  EXPECT_EQ(SsspSolver<float>(graph, kDijkstra).delta(), 0);
}

TEST(SsspResult, IsEmptyWhenNew) {
  const SsspResult<float> result;
  EXPECT_EQ(result.source(), kNoVertex);
  EXPECT_EQ(result.num_reached(), 0U);
  EXPECT_TRUE(result.parents().empty());
  EXPECT_TRUE(result.distances().empty());
}

}  // namespace
}  // namespace strider
