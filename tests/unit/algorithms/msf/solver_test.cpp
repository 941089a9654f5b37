// What the solver refuses, and the names of methods; forests themselves are held against the oracle
// by tests/conformance.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "conformance/msf.hpp"
#include "strider/error.hpp"
#include "strider/msf.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"

namespace strider {
namespace {

using test::Link;
using test::make_weighted;

TEST(MsfMethods, NamesLeadBack) {
  EXPECT_EQ(all_msf_methods().size(), 5U);
  for (const MsfMethod method : all_msf_methods()) {
    EXPECT_EQ(msf_method_from_name(msf_method_name(method)), method);
  }
  EXPECT_FALSE(msf_method_from_name("krusk"));
  EXPECT_FALSE(msf_method_from_name(""));
}

TEST(MsfSolver, RefusesDirectedGraphs) {
  const Graph graph = test::make_graph(2, {{0, 1}}, Directedness::kDirected);
  const WeightedGraph<float> weighted(graph, Array<float>(1, 1.0F));
  for (const MsfMethod method : all_msf_methods()) {
    const std::string message =
        test::message_of<Error>([&] { (void)msf(weighted, {.method = method}); });
    EXPECT_NE(message.find("undirected"), std::string::npos) << msf_method_name(method);
  }
}

TEST(MsfSolver, RefusesNan) {
  for (const double sign : {1.0, -1.0}) {
    // With many edges and with few: all methods look at every weight.
    for (const Vertex n : {8U, 200U}) {
      // Put into a graph by hand: builders refuse it.
      const auto weight = std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
      auto edges = test::random_edges(n, 4000, 3);
      edges.push_back({5, 7});
      const Graph graph = test::make_graph(n, edges);
      Array<double> weights(graph.num_arcs());
      EdgeIndex place = 0;
      for (Vertex u = 0; u < n; ++u) {
        for (const Vertex v : graph.out().neighbors(u)) {
          weights[place++] = std::min(u, v) == 5 && std::max(u, v) == 7 ? weight : u + v;
        }
      }
      const WeightedGraph<double> weighted(graph, std::move(weights));
      for (const MsfMethod method : all_msf_methods()) {
        for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
          const std::string message = test::message_of<Error>(
              [&] { (void)msf(weighted, {.method = method, .objective = objective}); });
          EXPECT_NE(message.find("edge 5 - 7"), std::string::npos)
              << msf_method_name(method) << ": " << message;
        }
      }
    }
  }
}

TEST(MsfSolver, RefusesWrongOptions) {
  const auto graph = make_weighted<std::uint32_t>(2, {{0, 1, 1}});
  EXPECT_NE(test::message_of<Error>([&] { (void)msf(graph, {.threads = -1}); }), "taken");
  EXPECT_NE(
      test::message_of<Error>([&] { (void)msf(graph, {.method = static_cast<MsfMethod>(99)}); }),
      "taken");
  EXPECT_NE(test::message_of<Error>(
                [&] { (void)msf(graph, {.objective = static_cast<MsfObjective>(9)}); }),
            "taken");
  const WeightedGraph<std::uint32_t> too_few(graph.topology(), Array<std::uint32_t>(1, 1U));
  EXPECT_NE(test::message_of<Error>([&] { (void)msf(too_few); }).find("1 weights"),
            std::string::npos);
}

TEST(MsfResult, IsEmptyAtFirst) {
  const MsfResult<float> result;
  EXPECT_TRUE(result.edges().empty());
  EXPECT_EQ(result.weight(), 0);
  EXPECT_EQ(result.num_trees(), 0U);
}

// Where weights are equal, the smaller ends decide, for the maximum as well.
TEST(MsfTies, SmallerEndsComeFirst) {
  const auto square = make_weighted<float>(4, {{0, 1, 1}, {1, 2, 1}, {2, 3, 1}, {3, 0, 1}});
  const std::vector<MsfEdge<float>> expected{{0, 1, 1}, {0, 3, 1}, {1, 2, 1}};
  for (const MsfMethod method : all_msf_methods()) {
    for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
      const auto result = msf(square, {.method = method, .objective = objective});
      EXPECT_EQ(std::vector(result.edges().begin(), result.edges().end()), expected);
    }
  }
}

TEST(MsfWeight, IntegersDoNotOverflow) {
  std::vector<Link<std::uint32_t>> links;
  for (Vertex v = 0; v < 1000; ++v) links.push_back({v, v + 1, 0xFFFF'FFFFU});
  const auto result = msf(make_weighted(1001, links));
  EXPECT_EQ(result.weight(), 1000ULL * 0xFFFF'FFFFULL);
}

TEST(MsfWeight, RealsAreSummedExactly) {
  // In most orders of doubles the ones would be lost.
  const auto result = msf(make_weighted<double>(
      6, {{0, 1, 1e300}, {1, 2, 1.0}, {2, 3, -1e300}, {3, 4, 0.5}, {4, 5, 1e-300}}));
  EXPECT_EQ(result.weight(), 1.5);
}

TEST(MsfWeight, OfInfinities) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(msf(make_weighted<double>(3, {{0, 1, kInfinity}, {1, 2, 1}})).weight(), kInfinity);
  EXPECT_TRUE(
      std::isnan(msf(make_weighted<double>(3, {{0, 1, kInfinity}, {1, 2, -kInfinity}})).weight()));
}

}  // namespace
}  // namespace strider
