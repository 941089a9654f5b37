// A problem in another reduced has the same scores.
#include "algorithms/bc/reduced_problem.hpp"

#include <gtest/gtest.h>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/runner.hpp"
#include "base/random.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

Array<double> sums_of(const BcProblem& problem, std::uint64_t& arcs) {
  Array<double> sums(problem.num_scores(), 0.0);
  arcs = run_batches(problem, plan_serial(problem), {}, 0, sums.span()).arcs;
  return sums;
}

void expect_same(const BcProblem& problem, const ReducedProblem& reduced, const std::string& what) {
  std::uint64_t arcs = 0;
  std::uint64_t reduced_arcs = 0;
  const Array<double> expected = sums_of(problem, arcs);
  const Array<double> sums = reduced.to_original(sums_of(*reduced.problem, reduced_arcs));
  EXPECT_EQ(reduced.arcs.value_or(reduced_arcs), arcs) << what;
  ASSERT_EQ(sums.size(), expected.size());
  for (std::size_t v = 0; v < sums.size(); ++v) {
    ASSERT_NEAR(sums[v], expected[v], 1e-11 * std::max(1.0, expected[v])) << what << ", " << v;
  }
}

/// A random core, or a few, and trees hanging off it; and trees by themselves.
Graph with_trees(Vertex n, std::size_t core_edges, std::uint64_t seed) {
  CounterRng rng(seed, n);
  const Vertex core = n / 3;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < core_edges; ++i) {
    edges.push_back({static_cast<Vertex>(rng.below(core)), static_cast<Vertex>(rng.below(core))});
  }
  for (Vertex v = core; v < n; ++v) {
    if (rng.below(20) != 0) edges.push_back({static_cast<Vertex>(rng.below(v)), v});
  }
  return test::make_graph(n, edges);
}

std::vector<BetweennessOptions> all_options(Vertex n, std::uint64_t seed) {
  CounterRng rng(seed, 1);
  std::vector<Vertex> some;
  for (Vertex v = 0; v < n; ++v) {
    if (rng.below(3) == 0) some.push_back(v);
  }
  some.push_back(0);
  BetweennessOptions all;
  all.run.threads = 2;
  BetweennessOptions of_some = all;
  of_some.sources = some;
  BetweennessOptions endpoints = of_some;
  endpoints.endpoints = BetweennessEndpoints::kIncluded;
  return {all, of_some, endpoints};
}

TEST(DegreeOneReduction, HasTheSameSums) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Vertex n = 12 + static_cast<Vertex>(7 * seed);
    const Graph graph = with_trees(n, seed % 4 == 0 ? 0 : n / 3 + 2 * seed, seed);
    for (const BetweennessOptions& options : all_options(n, seed)) {
      const BcProblem problem = make_problem(graph, options);
      const auto reduced = degree_one_reduction(problem);
      ASSERT_TRUE(reduced.has_value());
      EXPECT_LT(reduced->problem->graph.num_vertices(), n);
      expect_same(problem, *reduced, "seed " + std::to_string(seed));
    }
  }
}

TEST(DegreeOneReduction, OfATreeNothingIsLeftToSearch) {
  const Graph line = test::make_graph(300, test::line_edges(300));
  const BcProblem problem = make_problem(line, {});
  const auto reduced = degree_one_reduction(problem);
  ASSERT_TRUE(reduced.has_value());
  EXPECT_EQ(reduced->problem->graph.num_vertices(), 1U);
  expect_same(problem, *reduced, "line");
}

TEST(DegreeOneReduction, OrderComesAfter) {
  const Graph graph = with_trees(400, 300, 9);
  for (const BetweennessOptions& options : all_options(400, 9)) {
    const BcProblem problem = make_problem(graph, options);
    const auto trees = degree_one_reduction(problem);
    ASSERT_TRUE(trees.has_value());
    const ReducedProblem order = reordered(*trees->problem, Ordering::kRandom);
    std::uint64_t arcs = 0;
    const Array<double> sums = trees->to_original(order.to_original(sums_of(*order.problem, arcs)));
    const Array<double> expected = sums_of(problem, arcs);
    for (std::size_t v = 0; v < sums.size(); ++v) {
      ASSERT_NEAR(sums[v], expected[v], 1e-11 * std::max(1.0, expected[v]));
    }
  }
}

TEST(DegreeOneReduction, LeavesNoGraphBetweenTheOriginalAndTheOneThatIsSearched) {
  // Enough arcs and sources to pay for both reductions.
  const Graph graph = test::make_graph(1U << 13U, test::skewed_edges(13, 60000, 5));
  const BcProblem problem = make_problem(graph, {.samples = 64, .run = {.threads = 1}});
  const BcPlan plan = make_plan(BetweennessMethod::kAuto, problem);
  ASSERT_EQ(plan.reductions.size(), 2U);
  EXPECT_EQ(plan.reductions.front().problem, nullptr);
  EXPECT_LT(plan.searched(problem).graph.num_vertices(), graph.num_vertices());
}

TEST(DegreeOneReduction, IsNotForWhatItWouldGetWrong) {
  const Graph tree = with_trees(50, 30, 1);
  BetweennessOptions options;
  EXPECT_TRUE(degree_one_reduction(make_problem(tree, options)).has_value());
  options.of = BetweennessOf::kEdges;
  EXPECT_FALSE(degree_one_reduction(make_problem(tree, options)).has_value());
  options.of = BetweennessOf::kVertices;
  options.sources = {{0, 1}};
  options.targets = {{2}};
  EXPECT_FALSE(degree_one_reduction(make_problem(tree, options)).has_value());
  const Graph arrows = test::make_graph(50, test::line_edges(50), Directedness::kDirected);
  EXPECT_FALSE(degree_one_reduction(make_problem(arrows, {})).has_value());
  const Graph complete = test::make_graph(40, test::random_edges(40, 700, 1));
  EXPECT_FALSE(degree_one_reduction(make_problem(complete, {})).has_value());
}

TEST(Reordered, HasTheSameSums) {
  const BuildOptions plain;
  for (const auto directedness : {Directedness::kUndirected, Directedness::kDirected}) {
    const Graph graph = test::make_graph(200, test::random_edges(200, 700, 3), directedness, plain);
    BetweennessOptions options;
    options.sources = {{0, 5, 77, 120, 199}};
    options.targets = {{5, 6, 77, 130}};
    const BcProblem problem = make_problem(graph, options);
    for (const auto ordering : {Ordering::kDegree, Ordering::kLocality, Ordering::kRandom}) {
      expect_same(problem, reordered(problem, ordering), "order");
    }
  }
}

}  // namespace
}  // namespace strider::detail
