#include "conformance/sssp.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

#include "base/random.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

template <class W>
SsspResult<W> oracle(const WeightedGraph<W>& graph, Vertex source, const SsspOptions& options) {
  SsspOptions dijkstra = options;
  dijkstra.method = SsspMethod::kDijkstra;
  dijkstra.threads = 1;
  return sssp(graph, source, dijkstra);
}

/// The first, the last, and the one with most edges.
std::vector<Vertex> some_sources(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  Vertex widest = 0;
  for (Vertex v = 0; v < n; ++v) {
    if (graph.out().degree(v) > graph.out().degree(widest)) widest = v;
  }
  std::vector<Vertex> sources{0, n - 1, widest};
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  return sources;
}

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
void expect_shortest_paths(const WeightedGraph<W>& graph, Vertex source,
                           const SsspResult<W>& result, const SsspOptions& options,
                           const std::string& what) {
  const SsspResult<W> expected = oracle(graph, source, options);
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
void sssp_conforms_on_all_shapes(const SsspOptions& options, const SsspMaker<W>& make,
                                 Vertex most_vertices) {
  static const std::vector<NamedGraph> kShapes = search_graphs();
  constexpr Vertex kSmall = 300;
  constexpr std::size_t kMixes = std::size(kAllWeightMixes);
  std::size_t turn = 0;
  for (const NamedGraph& shape : kShapes) {
    if (shape.graph.num_vertices() > most_vertices) continue;
    // Large shapes get two mixes each, by turns.
    const std::size_t mixes = shape.graph.num_vertices() <= kSmall ? kMixes : 2;
    for (std::size_t i = 0; i < mixes; ++i) {
      const WeightMix mix = kAllWeightMixes[turn++ % kMixes];
      const WeightedGraph<W> graph = weigh<W>(shape.graph, mix);
      SsspSolver<W> solver = make(graph, options);
      SsspResult<W> result;
      for (const Vertex source : some_sources(shape.graph)) {
        solver.run(source, result);
        expect_shortest_paths(graph, source, result, options,
                              shape.name + ", weights " +
                                  std::string(kWeightMixNames[static_cast<std::size_t>(mix)]) +
                                  ", from " + std::to_string(source));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

namespace {

/// A graph with duplicates of different weights among its edges.
template <class W>
WeightedGraph<W> random_graph(std::uint64_t seed, CounterRng& rng) {
  const auto scale = static_cast<unsigned>(1 + rng.below(10));
  const auto n = static_cast<Vertex>((1U << (scale - 1)) + rng.below(1U << (scale - 1)) + 1);
  const std::size_t edges = rng.below(1 + n * (1ULL << rng.below(5)));
  const bool is_skewed = rng.below(2) == 0;
  EdgeList list;
  list.num_vertices = is_skewed ? 1U << scale : n;
  list.directedness = rng.below(2) == 0 ? Directedness::kDirected : Directedness::kUndirected;
  list.edges = Array<Edge>::copy_of(is_skewed ? skewed_edges(scale, edges, seed)
                                              : random_edges(n, edges, seed));
  const WeightMix mix = kAllWeightMixes[rng.below(std::size(kAllWeightMixes))];
  Array<W> weights(edges);
  for (W& weight : weights) weight = draw_weight<W>(mix, list.num_vertices, rng);
  list.weights = std::move(weights);
  const BuildOptions build{
      .self_loops = rng.below(2) == 0 ? SelfLoops::kKeep : SelfLoops::kRemove,
      .duplicates = rng.below(2) == 0 ? Duplicates::kKeep : Duplicates::kRemove};
  return std::get<WeightedGraph<W>>(build_any_graph(std::move(list), build));
}

}  // namespace

template <class W>
void sssp_conforms_on_random_graphs(const SsspOptions& options, std::uint64_t graphs,
                                    const SsspMaker<W>& make) {
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    CounterRng rng(20260606, seed);
    const WeightedGraph<W> graph = random_graph<W>(seed, rng);
    const Vertex n = graph.topology().num_vertices();
    const auto source = static_cast<Vertex>(rng.below(n));
    const std::string what =
        "random graph " + std::to_string(seed) + " from " + std::to_string(source);
    const SsspResult<W> whole = make(graph, options).run(source);
    expect_shortest_paths(graph, source, whole, options, what);
    SsspOptions bounded = options;
    bounded.cutoff = static_cast<double>(whole.distances()[rng.below(n)]) * rng.uniform();
    expect_shortest_paths(graph, source, make(graph, bounded).run(source), bounded,
                          what + " with a cutoff");
    bounded = options;
    bounded.target = static_cast<Vertex>(rng.below(n));
    const SsspResult<W> targeted = make(graph, bounded).run(source);
    expect_shortest_paths(graph, source, targeted, bounded, what + " with a target");
    if (testing::Test::HasFatalFailure()) return;
    const SsspDistance<W> limit = whole.distances()[*bounded.target];
    for (Vertex v = 0; v < n; ++v) {
      const SsspDistance<W> in_whole = whole.distances()[v];
      ASSERT_EQ(targeted.distances()[v], in_whole <= limit ? in_whole : kInfiniteDistance<W>)
          << what << " with a target, vertex " << v;
    }
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
void sssp_conforms_when_reused(const SsspOptions& options, const SsspMaker<W>& make,
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
void sssp_refuses_bad_sources(const SsspOptions& options, const SsspMaker<W>& make) {
  for (const Vertex n : {0U, 1U, 100U}) {
    const WeightedGraph<W> graph = weigh<W>(make_graph(n, line_edges(n)), WeightMix::kEqual);
    SsspSolver<W> solver = make(graph, options);
    for (const Vertex source : {n, n + 1, kNoVertex}) {
      SsspOptions targeted = options;
      targeted.target = source;
      EXPECT_THROW(static_cast<void>(make(graph, targeted)), UsageError);
      try {
        (void)solver.run(source);
        ADD_FAILURE() << "source " << source << " of " << n << " vertices was taken";
      } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(n) + " vertices"),
                  std::string::npos)
            << error.what();
      }
    }
  }
}

#define STRIDER_INSTANTIATE(W)                                                                   \
  template void expect_shortest_paths(const WeightedGraph<W>&, Vertex, const SsspResult<W>&,     \
                                      const SsspOptions&, const std::string&);                   \
  template void sssp_conforms_on_all_shapes<W>(const SsspOptions&, const SsspMaker<W>&, Vertex); \
  template void sssp_conforms_on_random_graphs<W>(const SsspOptions&, std::uint64_t,             \
                                                  const SsspMaker<W>&);                          \
  template void sssp_conforms_under_permutation<W>(const SsspOptions&);                          \
  template void sssp_conforms_when_reused<W>(const SsspOptions&, const SsspMaker<W>&, Vertex);   \
  template void sssp_refuses_bad_sources<W>(const SsspOptions&, const SsspMaker<W>&);
STRIDER_INSTANTIATE(float)
STRIDER_INSTANTIATE(double)
STRIDER_INSTANTIATE(std::uint32_t)
#undef STRIDER_INSTANTIATE

}  // namespace strider::test
