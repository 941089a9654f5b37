#include "conformance/sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"

namespace strider::test {
namespace {

/// Of the tight edges to each vertex from nearer ones, the lightest, and of these that from the
/// smallest: kNoVertex where there is none. And the equally far vertices with tight edges to it.
template <class W>
struct TightEdges {
  std::vector<Vertex> nearer;
  std::vector<std::vector<Vertex>> level;  // tight edges between equally far ones, by far end

  TightEdges(const WeightedGraph<W>& graph, std::span<const SsspDistance<W>> distances)
      : nearer(distances.size(), kNoVertex), level(distances.size()) {
    std::vector<W> lightest(distances.size(), std::numeric_limits<W>::max());
    for (Vertex u = 0; u < distances.size(); ++u) {
      if (distances[u] == kInfiniteDistance<W>) continue;
      const auto row = graph.topology().out().neighbors(u);
      const auto weights = graph.weights(u);
      for (std::size_t e = 0; e < row.size(); ++e) {
        const Vertex v = row[e];
        const SsspDistance<W> sum = distances[u] + weights[e];
        if (distances[v] == kInfiniteDistance<W> || sum != distances[v]) continue;
        if (distances[u] < distances[v]) {
          const auto least = std::min(std::pair(lightest[v], nearer[v]), std::pair(weights[e], u));
          std::tie(lightest[v], nearer[v]) = least;
        } else {
          level[v].push_back(u);
        }
      }
    }
  }
};

template <class W>
void expect_parents(const WeightedGraph<W>& graph, const SsspResult<W>& result,
                    const std::string& what) {
  const auto parents = result.parents();
  const auto distances = result.distances();
  ASSERT_EQ(parents.size(), distances.size()) << what;
  const Vertex source = result.source();
  const TightEdges<W> tight(graph, distances);
  for (Vertex v = 0; v < parents.size(); ++v) {
    const Vertex parent = parents[v];
    if (v == source) {
      ASSERT_EQ(parent, source) << what << ": the source is its own parent";
    } else if (distances[v] == kInfiniteDistance<W>) {
      ASSERT_EQ(parent, kNoVertex) << what << ": parent of the unreached vertex " << v;
    } else if (tight.nearer[v] != kNoVertex) {
      ASSERT_EQ(parent, tight.nearer[v]) << what << ": parent of vertex " << v;
    } else {
      ASSERT_TRUE(std::count(tight.level[v].begin(), tight.level[v].end(), parent) > 0)
          << what << ": parent " << parent << " of vertex " << v << " closes no distance";
    }
  }
  // No cycles: every walk to the source ends there, or where an earlier one has passed.
  std::vector<bool> done(parents.size(), false);
  done[source] = true;
  std::vector<Vertex> walk;
  for (Vertex start = 0; start < parents.size(); ++start) {
    walk.clear();
    Vertex v = start;
    while (parents[v] != kNoVertex && !done[v]) {
      walk.push_back(v);
      v = parents[v];
      ASSERT_LE(walk.size(), parents.size()) << what << ": a cycle of parents from " << start;
    }
    for (const Vertex passed : walk) done[passed] = true;
  }
}

template <class W>
bool same_bits(SsspDistance<W> a, SsspDistance<W> b) {
  if constexpr (std::is_same_v<W, float>) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
  } else {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  }
}

}  // namespace

template <class W>
SsspResult<W> sssp_oracle(const WeightedGraph<W>& graph, Vertex source, SsspOptions options) {
  options.method = SsspMethod::kDijkstra;
  options.threads = 1;
  return sssp(graph, source, options);
}

template <class W>
void expect_shortest_paths(const WeightedGraph<W>& graph, Vertex source,
                           const SsspResult<W>& result, const SsspOptions& options,
                           const std::string& what) {
  const SsspResult<W> expected = sssp_oracle(graph, source, options);
  ASSERT_EQ(result.source(), source) << what;
  ASSERT_EQ(result.distances().size(), graph.topology().num_vertices()) << what;
  const auto distances = result.distances();
  const auto right = expected.distances();
  for (Vertex v = 0; v < distances.size(); ++v) {
    if (!same_bits<W>(distances[v], right[v])) {
      FAIL() << what << ", vertex " << v << ": distance " << distances[v] << " instead of "
             << right[v];
    }
  }
  ASSERT_EQ(result.num_reached(), expected.num_reached()) << what;
  ASSERT_EQ(result.num_edges_reached(), expected.num_edges_reached()) << what;
  expect_parents(graph, result, what);
  if (testing::Test::HasFatalFailure()) return;
  const auto farthest = static_cast<Vertex>(distances.size() - 1);
  const std::vector<Vertex> path = result.path_to(farthest);
  ASSERT_EQ(path.empty(), distances[farthest] == kInfiniteDistance<W>) << what;
  if (path.empty()) return;
  ASSERT_EQ(path.front(), source) << what;
  ASSERT_EQ(path.back(), farthest) << what;
}

template <class W>
SsspMaker<W> checked(const SsspSolverMaker<W>& make) {
  return [=](const WeightedGraph<W>& graph, const SsspOptions& options) -> CheckedSearch {
    return [graph, options, solver = std::make_shared<SsspSolver<W>>(make(graph, options)),
            result = std::make_shared<SsspResult<W>>()](Vertex source, const std::string& what) {
      solver->run(source, *result);
      expect_shortest_paths(graph, source, *result, options, what);
      return !testing::Test::HasFatalFailure();
    };
  };
}

template <class W>
void sssp_conforms_on_all_shapes(const SsspMaker<W>& make, const SsspOptions& options,
                                 const TakenGraphs& taken, std::size_t mixes) {
  constexpr Vertex kSmall = 300;
  std::size_t turn = 0;
  for (const NamedGraph& shape : taken_shapes(taken)) {
    const std::size_t of_shape =
        shape.graph.num_vertices() <= kSmall ? mixes : std::min<std::size_t>(mixes, 2);
    for (std::size_t i = 0; i < of_shape; ++i) {
      const WeightMix mix = kAllWeightMixes[turn++ % std::size(kAllWeightMixes)];
      const CheckedSearch search = make(weigh<W>(shape.graph, mix), options);
      for (const Vertex source : some_sources(shape.graph)) {
        if (!search(source, shape.name + ", weights " + weight_mix_name(mix) + ", from " +
                                std::to_string(source))) {
          return;
        }
      }
    }
  }
}

namespace {

/// A graph with duplicates of different weights among its edges. All mixes take turns.
template <class W>
WeightedGraph<W> random_graph(std::uint64_t seed, CounterRng& rng, const TakenGraphs& taken) {
  auto [n, edges] = draw_edges(rng, seed, 10);
  const Directedness directedness = draw_directedness(rng);
  EdgeList list = list_of(n, edges, taken.directed ? directedness : Directedness::kUndirected);
  Array<W> weights(edges.size());
  for (W& weight : weights) {
    weight = draw_weight<W>(kAllWeightMixes[seed % std::size(kAllWeightMixes)], n, rng);
  }
  list.weights = std::move(weights);
  return std::get<WeightedGraph<W>>(build_any_graph(std::move(list), draw_build(rng)));
}

/// What is as far as the target, and nothing else.
template <class W>
void expect_bound_by_target(const SsspResult<W>& whole, const SsspResult<W>& targeted,
                            Vertex target, const std::string& what) {
  const SsspDistance<W> limit = whole.distances()[target];
  for (Vertex v = 0; v < whole.distances().size(); ++v) {
    const SsspDistance<W> in_whole = whole.distances()[v];
    ASSERT_EQ(targeted.distances()[v], in_whole <= limit ? in_whole : kInfiniteDistance<W>)
        << what << " with a target, vertex " << v;
  }
}

}  // namespace

template <class W>
void sssp_conforms_on_random_graphs(const SsspMaker<W>& make, const SsspOptions& options,
                                    std::uint64_t graphs, const TakenGraphs& taken) {
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    CounterRng rng(20260606, seed);
    const WeightedGraph<W> graph = random_graph<W>(seed, rng, taken);
    const Vertex n = graph.topology().num_vertices();
    const auto source = static_cast<Vertex>(rng.below(n));
    const std::string what =
        "random graph " + std::to_string(seed) + " from " + std::to_string(source);
    if (!make(graph, options)(source, what)) return;
    const SsspResult<W> whole = sssp_oracle(graph, source, options);
    SsspOptions bounded = options;
    bounded.cutoff = static_cast<double>(whole.distances()[rng.below(n)]) * rng.uniform();
    if (!make(graph, bounded)(source, what + " with a cutoff")) return;
    bounded = options;
    bounded.target = static_cast<Vertex>(rng.below(n));
    if (!make(graph, bounded)(source, what + " with a target")) return;
    expect_bound_by_target(whole, sssp_oracle(graph, source, bounded), *bounded.target, what);
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <class W>
void sssp_conforms_under_permutation(const SsspOptions& options) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const auto directedness = seed % 2 == 0 ? Directedness::kDirected : Directedness::kUndirected;
    const WeightedGraph<W> graph =
        weigh<W>(make_graph(1U << 10U, skewed_edges(10, 1U << 13U, seed), directedness),
                 kAllWeightMixes[seed]);
    const Permutation permutation = make_ordering(graph.topology(), Ordering::kRandom, seed);
    const WeightedGraph<W> renamed = relabel(graph, permutation);
    for (const Vertex source : {0U, 7U, 1000U}) {
      const SsspResult<W> result = sssp(graph, source, options);
      const SsspResult<W> renamed_result = sssp(renamed, permutation.to_new[source], options);
      for (Vertex v = 0; v < graph.topology().num_vertices(); ++v) {
        ASSERT_EQ(result.distances()[v], renamed_result.distances()[permutation.to_new[v]])
            << "seed " << seed << ", vertex " << v;
      }
    }
  }
}

template <class W>
void sssp_conforms_when_reused(const SsspOptions& options, const SsspSolverMaker<W>& make,
                               Vertex searches) {
  const WeightedGraph<W> skewed =
      weigh<W>(make_graph(1U << 11U, skewed_edges(11, 1U << 14U, 5)), WeightMix::kUniform);
  const WeightedGraph<W> line = weigh<W>(make_graph(1500, line_edges(1500)), WeightMix::kWithZero);
  SsspSolver<W> solver = make(skewed, options);
  SsspSolver<W> line_solver = make(line, options);
  SsspResult<W> reused;
  for (Vertex i = 0; i < searches; ++i) {
    const Vertex source = i * 51 % skewed.topology().num_vertices();
    solver.run(source, reused);
    expect_shortest_paths(skewed, source, reused, options, "reused, search " + std::to_string(i));
    const Vertex line_source = i * 37 % 1500;
    if (i % 4 == 0) line_solver.run(line_source, reused);  // arrays of another size
    const SsspResult<W> fresh = line_solver.run(line_source);
    expect_shortest_paths(line, line_source, fresh, options, "line, search " + std::to_string(i));
    if (testing::Test::HasFatalFailure()) return;
  }
  SsspSolver<W> moved = std::move(solver);
  SsspResult<W> result = moved.run(3);
  SsspResult<W> moved_result = std::move(result);
  expect_shortest_paths(skewed, 3, moved_result, options, "moved");
  moved.run(4, result);  // a moved-from result is as good as a new one
  expect_shortest_paths(skewed, 4, result, options, "moved from");
  line_solver = std::move(moved);
  result = line_solver.run(5);
  { const SsspSolver<W> ended = std::move(line_solver); }
  expect_shortest_paths(skewed, 5, result, options, "read after the solver's end");
}

template <class W>
void sssp_refuses_bad_sources(const SsspOptions& options, const SsspSolverMaker<W>& make) {
  for (const Vertex n : {0U, 1U, 100U}) {
    const WeightedGraph<W> graph = weigh<W>(make_graph(n, line_edges(n)), WeightMix::kEqual);
    SsspSolver<W> solver = make(graph, options);
    for (const Vertex source : {n, n + 1, kNoVertex}) {
      SsspOptions targeted = options;
      targeted.target = source;
      EXPECT_THROW(static_cast<void>(make(graph, targeted)), UsageError);
      expect_error<UsageError>(std::to_string(n) + " vertices", [&] { (void)solver.run(source); });
    }
  }
}

#define STRIDER_INSTANTIATE(W)                                                                    \
  template SsspResult<W> sssp_oracle(const WeightedGraph<W>&, Vertex, SsspOptions);               \
  template void expect_shortest_paths(const WeightedGraph<W>&, Vertex, const SsspResult<W>&,      \
                                      const SsspOptions&, const std::string&);                    \
  template SsspMaker<W> checked(const SsspSolverMaker<W>&);                                       \
  template void sssp_conforms_on_all_shapes(const SsspMaker<W>&, const SsspOptions&,              \
                                            const TakenGraphs&, std::size_t);                     \
  template void sssp_conforms_on_random_graphs(const SsspMaker<W>&, const SsspOptions&,           \
                                               std::uint64_t, const TakenGraphs&);                \
  template void sssp_conforms_under_permutation<W>(const SsspOptions&);                           \
  template void sssp_conforms_when_reused(const SsspOptions&, const SsspSolverMaker<W>&, Vertex); \
  template void sssp_refuses_bad_sources(const SsspOptions&, const SsspSolverMaker<W>&);
STRIDER_INSTANTIATE(float)
STRIDER_INSTANTIATE(double)
STRIDER_INSTANTIATE(std::uint32_t)
#undef STRIDER_INSTANTIATE

}  // namespace strider::test
