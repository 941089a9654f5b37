#include "conformance/msf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "base/random.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

template <class W>
using Bits = std::conditional_t<sizeof(W) == 8, std::uint64_t, std::uint32_t>;

template <class W>
Bits<W> bits_of(W value) {
  return std::bit_cast<Bits<W>>(value);
}

template <class W>
struct NamedLinks {
  std::string name;
  Vertex n;
  std::vector<Link<W>> links;
};

/// One of `kinds` weights; negative ones and halves among them where the type has them.
template <class W>
W draw_weight(CounterRng& rng, std::uint64_t kinds) {
  const auto draw = rng.below(kinds);
  if constexpr (std::is_floating_point_v<W>) {
    return (static_cast<W>(draw) - static_cast<W>(kinds / 2)) / W{4};
  } else {
    return static_cast<W>(draw);
  }
}

template <class W>
std::vector<Link<W>> with_weights(const std::vector<Edge>& edges, std::uint64_t kinds,
                                  std::uint64_t seed) {
  CounterRng rng(seed, kinds);
  std::vector<Link<W>> links;
  links.reserve(edges.size());
  for (const Edge& edge : edges) {
    links.push_back({edge.source, edge.target, draw_weight<W>(rng, kinds)});
  }
  return links;
}

/// A path whose weights rise from one end, so that all vertices hook themselves in one chain.
template <class W>
std::vector<Link<W>> rising_path(Vertex n, bool falling) {
  std::vector<Link<W>> links;
  for (Vertex v = 0; v + 1 < n; ++v) {
    links.push_back({v, v + 1, static_cast<W>(falling ? n - v : v)});
  }
  return links;
}

template <class W>
std::vector<Link<W>> complete(Vertex n, std::uint64_t kinds) {
  std::vector<Edge> edges;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u + 1; v < n; ++v) edges.push_back({u, v});
  }
  return with_weights<W>(edges, kinds, n);
}

template <class W>
std::vector<Link<W>> extreme_weights() {
  using Limits = std::numeric_limits<W>;
  std::vector<W> weights{W{0}, W{1}, Limits::max(), Limits::lowest(), Limits::min(), W{1}};
  if constexpr (std::is_floating_point_v<W>) {
    for (const W weight : {Limits::infinity(), -Limits::infinity(), W{-0.0}, Limits::denorm_min(),
                           -Limits::denorm_min(), W{-1}}) {
      weights.push_back(weight);
    }
  }
  CounterRng rng(77, sizeof(W));
  std::vector<Link<W>> links;
  for (int i = 0; i < 300; ++i) {
    links.push_back({static_cast<Vertex>(rng.below(60)), static_cast<Vertex>(rng.below(60)),
                     weights[rng.below(weights.size())]});
  }
  return links;
}

/// Both zeros on every pair, so that only the order of ends decides.
template <class W>
std::vector<Link<W>> zeros(Vertex n) {
  std::vector<Link<W>> links;
  for (Vertex u = 0; u < n; ++u) {
    for (Vertex v = u; v < n; ++v) {
      links.push_back({v, u, (u + v) % 2 == 0 ? W{0} : static_cast<W>(-W{0})});
    }
  }
  return links;
}

template <class W>
std::vector<NamedLinks<W>> shapes(Vertex path) {
  const W three{3};
  std::vector<NamedLinks<W>> all{
      {"no vertices", 0, {}},
      {"one vertex", 1, {}},
      {"one vertex with self-loops", 1, {{0, 0, three}, {0, 0, W{1}}}},
      {"isolated vertices", 100, {}},
      {"one edge", 2, {{1, 0, three}}},
      {"parallel edges", 2, {{0, 1, three}, {1, 0, W{2}}, {0, 1, W{2}}, {0, 1, W{5}}}},
      {"a triangle of equal weights", 3, {{0, 1, three}, {1, 2, three}, {2, 0, three}}},
      {"a path that rises", path, rising_path<W>(path, false)},
      {"a path that falls", path, rising_path<W>(path, true)},
      {"a path of equal weights", path, with_weights<W>(line_edges(path), 1, 1)},
      {"a complete graph of few weights", 90, complete<W>(90, 3)},
      {"a complete graph of equal weights", 90, complete<W>(90, 1)},
      {"a complete graph of many weights", 90, complete<W>(90, 1U << 20U)},
      {"extreme weights", 60, extreme_weights<W>()},
      {"zeros", 40, zeros<W>(40)},
      {"a dense corner of isolated vertices", 8192, complete<W>(10, 1U << 20U)},
  };
  std::vector<Link<W>> star;
  for (Vertex v = 0; v < 2000; ++v) star.push_back({v, 1000, static_cast<W>(v % 7)});
  all.push_back({"a star with a self-loop", 2000, star});
  std::vector<Link<W>> islands;
  for (Vertex v = 0; v + 2 < 2000; ++v) {
    if (v % 10 < 8) islands.push_back({v, v + 1 + v % 2, static_cast<W>(v % 5)});
  }
  all.push_back({"many components", 2100, islands});
  return all;
}

/// The same graph with every row the other way round.
template <class W>
WeightedGraph<W> with_reversed_rows(const WeightedGraph<W>& graph) {
  const Csr& out = graph.topology().out();
  auto targets = Array<Vertex>::copy_of(out.targets().span());
  auto weights = Array<W>::copy_of(graph.weights().span());
  for (Vertex v = 0; v < out.num_vertices(); ++v) {
    const auto begin = static_cast<std::ptrdiff_t>(out.offsets()[v]);
    const auto end = static_cast<std::ptrdiff_t>(out.offsets()[v + std::size_t{1}]);
    std::reverse(targets.begin() + begin, targets.begin() + end);
    std::reverse(weights.begin() + begin, weights.begin() + end);
  }
  return {Graph(Csr(out.offsets(), std::move(targets)), Directedness::kUndirected,
                graph.topology().num_self_loops()),
          std::move(weights)};
}

template <class W>
void check(const MsfFinder<W>& find, const WeightedGraph<W>& graph, const MsfOptions& options,
           const std::string& what) {
  for (const MsfObjective objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
    MsfOptions with = options;
    with.objective = objective;
    expect_forest(graph, objective, find(graph, with),
                  what + (objective == MsfObjective::kMinimum ? ", minimum" : ", maximum"));
  }
}

}  // namespace

template <class W>
WeightedGraph<W> make_weighted(Vertex n, const std::vector<Link<W>>& links, Duplicates duplicates) {
  EdgeList list;
  list.num_vertices = n;
  list.directedness = Directedness::kUndirected;
  list.edges = Array<Edge>(links.size());
  Array<W> weights(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    list.edges[i] = {links[i].u, links[i].v};
    weights[i] = links[i].weight;
  }
  list.weights = std::move(weights);
  return std::get<WeightedGraph<W>>(build_any_graph(
      std::move(list), {.self_loops = SelfLoops::kKeep, .duplicates = duplicates, .threads = 1}));
}

template <class W>
WeightedGraph<W> skewed_sample(unsigned scale, std::size_t edges, std::uint64_t kinds,
                               std::uint64_t seed) {
  std::vector<Link<W>> links;
  for (const Edge& edge : skewed_edges(scale, edges, seed)) {
    const auto weight = (edge.source * 7919ULL + edge.target) % kinds;
    links.push_back({edge.source, edge.target, static_cast<W>(weight)});
  }
  return make_weighted(1U << scale, links);
}

WeightedGraph<double> extreme_doubles() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return make_weighted<double>(9, {{0, 1, kInfinity},
                                   {1, 2, -kInfinity},
                                   {0, 2, 0.0},
                                   {2, 3, -0.0},
                                   {3, 8, 1e-320},
                                   {4, 8, -1e300},
                                   {3, 4, 1e300},
                                   {2, 8, kInfinity}});
}

template <class W>
std::vector<MsfEdge<W>> forest_of_list(Vertex n, std::vector<Link<W>> links,
                                       MsfObjective objective) {
  for (Link<W>& link : links) {
    if (link.u > link.v) std::swap(link.u, link.v);
  }
  const bool least = objective == MsfObjective::kMinimum;
  std::ranges::sort(links, [&](const Link<W>& a, const Link<W>& b) {
    if (a.weight != b.weight) return least ? a.weight < b.weight : a.weight > b.weight;
    return std::tie(a.u, a.v) < std::tie(b.u, b.v);
  });
  std::vector<Vertex> tree(n);
  std::iota(tree.begin(), tree.end(), Vertex{0});
  std::vector<MsfEdge<W>> forest;
  for (const Link<W>& link : links) {
    const Vertex joined = tree[link.v];
    if (tree[link.u] == joined) continue;
    std::ranges::replace(tree, joined, Vertex{tree[link.u]});
    forest.push_back({link.u, link.v, link.weight});
  }
  std::ranges::sort(forest, {}, [](const MsfEdge<W>& e) { return std::tuple(e.u, e.v); });
  return forest;
}

template <class W>
void expect_forest(const WeightedGraph<W>& graph, MsfObjective objective,
                   const std::type_identity_t<FoundForest<W>>& forest, const std::string& what) {
  const MsfResult<W> expected =
      msf(graph, {.method = MsfMethod::kKruskal, .objective = objective, .threads = 1});
  ASSERT_EQ(forest.num_trees, expected.num_trees()) << what;
  ASSERT_EQ(forest.edges.size(), expected.edges().size()) << what;
  for (std::size_t i = 0; i < expected.edges().size(); ++i) {
    const MsfEdge<W>& found = forest.edges[i];
    const MsfEdge<W>& wanted = expected.edges()[i];
    if (found.u != wanted.u || found.v != wanted.v ||
        bits_of(found.weight) != bits_of(wanted.weight)) {
      FAIL() << what << ", edge " << i << ": (" << found.u << ", " << found.v << ", "
             << found.weight << ") instead of (" << wanted.u << ", " << wanted.v << ", "
             << wanted.weight << ")";
    }
  }
  // Totals that are no number differ from themselves.
  ASSERT_EQ(bits_of(forest.weight), bits_of(expected.weight())) << what;
}

template <class W>
void conforms_on_all_shapes(const MsfFinder<W>& find, const MsfOptions& options, MsfShapes which) {
  const bool all = which == MsfShapes::kAll;
  for (const NamedLinks<W>& shape : shapes<W>(all ? 3000 : 300)) {
    const WeightedGraph<W> graph = make_weighted(shape.n, shape.links);
    check(find, graph, options, shape.name);
    if (all) check(find, with_reversed_rows(graph), options, shape.name + ", rows reversed");
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <class W>
void conforms_on_random_graphs(const MsfFinder<W>& find, const MsfOptions& options,
                               std::uint64_t graphs) {
  for (std::uint64_t seed = 0; seed < graphs; ++seed) {
    CounterRng rng(20260202, seed);
    const auto [n, edges] = draw_edges(rng, seed, 11, 5);
    const std::uint64_t kinds = 1ULL << rng.below(16);
    const WeightedGraph<W> graph = make_weighted(n, with_weights<W>(edges, kinds, seed));
    check(find, graph, options, "random graph " + std::to_string(seed));
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <class W>
void conforms_on_multigraphs(const MsfFinder<W>& find, const MsfOptions& options) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    CounterRng rng(20261123, seed);
    const auto n = static_cast<Vertex>(2 + rng.below(40));
    const auto links = with_weights<W>(random_edges(n, rng.below(12 * n), seed), 60, seed);
    for (const MsfObjective objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
      MsfOptions with = options;
      with.objective = objective;
      const std::vector<MsfEdge<W>> expected = forest_of_list(n, links, objective);
      const Duplicates wanted =
          objective == MsfObjective::kMinimum ? Duplicates::kRemove : Duplicates::kKeepHeaviest;
      for (const Duplicates duplicates : {Duplicates::kKeep, wanted}) {
        const FoundForest<W> found = find(make_weighted(n, links, duplicates), with);
        ASSERT_TRUE(found.edges == expected)
            << "multigraph " << seed << ", objective " << int(objective) << ", duplicates "
            << int(duplicates);
      }
    }
  }
}

template <class W>
void conforms_on_large_graphs(const MsfFinder<W>& find, const MsfOptions& options) {
  constexpr unsigned kScale = 12;
  constexpr Vertex kVertices = 1U << kScale;
  for (const std::uint64_t kinds : {1ULL, 255ULL, 1ULL << 22U}) {
    const std::string what = ", " + std::to_string(kinds) + " weights";
    const auto skewed = make_weighted(
        kVertices, with_weights<W>(skewed_edges(kScale, 15 * kVertices, kinds), kinds, 1));
    check(find, skewed, options, "skewed" + what);
    const auto sparse = make_weighted(
        kVertices, with_weights<W>(random_edges(kVertices, 3 * kVertices / 2, kinds), kinds, 2));
    check(find, sparse, options, "uniform and sparse" + what);
    if (testing::Test::HasFatalFailure()) return;
  }
  const auto grid = make_weighted(150 * 150, with_weights<W>(grid_edges(150, 150), 255, 3));
  check(find, grid, options, "grid");
}

#define STRIDER_INSTANTIATE(W)                                                                    \
  template WeightedGraph<W> make_weighted(Vertex, const std::vector<Link<W>>&, Duplicates);       \
  template WeightedGraph<W> skewed_sample(unsigned, std::size_t, std::uint64_t, std::uint64_t);   \
  template std::vector<MsfEdge<W>> forest_of_list(Vertex, std::vector<Link<W>>, MsfObjective);    \
  template void conforms_on_multigraphs(const MsfFinder<W>&, const MsfOptions&);                  \
  template void expect_forest(const WeightedGraph<W>&, MsfObjective,                              \
                              const std::type_identity_t<FoundForest<W>>&, const std::string&);   \
  template void conforms_on_all_shapes(const MsfFinder<W>&, const MsfOptions&, MsfShapes);        \
  template void conforms_on_random_graphs(const MsfFinder<W>&, const MsfOptions&, std::uint64_t); \
  template void conforms_on_large_graphs(const MsfFinder<W>&, const MsfOptions&)
STRIDER_INSTANTIATE(float);
STRIDER_INSTANTIATE(double);
STRIDER_INSTANTIATE(std::uint32_t);
#undef STRIDER_INSTANTIATE

}  // namespace strider::test
