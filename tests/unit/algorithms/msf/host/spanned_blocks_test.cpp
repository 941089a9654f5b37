// Blocks of a part of a graph's vertices, the others lying outside, against the forest of the whole
// graph.
#include "algorithms/msf/host/spanned_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/workspace.hpp"
#include "conformance/msf.hpp"

namespace strider::detail {
namespace {

using test::Link;

/// Rows of vertices [begin, end) of a graph, as a rank may have them: its own are numbered from 0,
/// all others behind them, whether they are below or above.
template <class W>
struct Part {
  std::vector<EdgeIndex> offsets{0};
  std::vector<Vertex> targets;
  std::vector<W> weights;
  std::vector<Vertex> border;

  Part(const WeightedGraph<W>& graph, Vertex begin, Vertex end) {
    const Vertex own = end - begin;
    for (Vertex u = begin; u < end; ++u) {
      const auto neighbors = graph.topology().out().neighbors(u);
      std::vector<std::pair<Vertex, W>> row;
      for (std::size_t i = 0; i < neighbors.size(); ++i) {
        const Vertex v = neighbors[i];
        const Vertex other = v < begin ? own + v : v;
        row.emplace_back(v >= begin && v < end ? v - begin : other, graph.weights(u)[i]);
      }
      std::sort(row.begin(), row.end());
      if (!row.empty() && row.back().first >= own) border.push_back(u - begin);
      for (const auto& [v, weight] : row) {
        targets.push_back(v);
        weights.push_back(weight);
      }
      offsets.push_back(targets.size());
    }
    // As far as vectors may read.
    targets.resize(targets.size() + kArrayPadding);
    weights.resize(weights.size() + kArrayPadding);
  }

  [[nodiscard]] BlockRows<W> rows() const {
    return {.offsets = offsets.data(),
            .targets = targets.data(),
            .weights = weights.data(),
            .size = static_cast<Vertex>(offsets.size() - 1),
            .has_self_loops = false,
            .border = border};
  }
};

using Ends = std::pair<Vertex, Vertex>;

/// Taken edges must be in the forest, and edges of the forest taken or open. Returns how many edges
/// between own vertices are neither taken nor dropped.
template <class W>
std::size_t expect_certain(const WeightedGraph<W>& graph, Vertex begin, Vertex end, unsigned bits,
                           int threads, MsfObjective objective) {
  const Part<W> part(graph, begin, end);
  Workspace workspace;
  SpannedBlocks<W> blocks(workspace, part.rows(), WeightOrder<W>(objective), threads, bits);
  workspace.take("a test", HostMemory());
  std::set<Ends> taken;
  std::set<Ends> open;
  for (int run = 0; run < 2; ++run) {
    EXPECT_TRUE(blocks.run());
    taken.clear();
    open.clear();
    for (Vertex u = 0; u < end - begin; ++u) {
      for (EdgeIndex arc = part.offsets[u]; arc < part.offsets[u + std::size_t{1}]; ++arc) {
        if (blocks.taken()[arc] == 0) continue;
        EXPECT_LT(u, part.targets[arc]);
        taken.emplace(begin + u, begin + part.targets[arc]);
      }
    }
    for (const auto& buffer : blocks.open()) {
      for (const auto& edge : buffer.span()) {
        const EdgeIndex arc = edge.edge.ends();
        EXPECT_LT(edge.b, end - begin) << "an edge to a vertex outside";
        EXPECT_EQ(part.targets[arc], edge.b);
        EXPECT_TRUE(part.offsets[edge.a] <= arc && arc < part.offsets[edge.a + std::size_t{1}]);
        open.emplace(begin + edge.a, begin + edge.b);
      }
    }
  }
  std::set<Ends> forest;
  const MsfResult<W> whole =
      msf(graph, {.method = MsfMethod::kKruskal, .objective = objective, .threads = 1});
  for (const auto& edge : whole.edges()) forest.emplace(edge.u, edge.v);
  for (const Ends& edge : taken) EXPECT_TRUE(forest.contains(edge)) << edge.first << edge.second;
  for (const auto& [u, v] : forest) {
    if (u < begin || v >= end) continue;
    EXPECT_TRUE(taken.contains({u, v}) || open.contains({u, v})) << u << " - " << v;
  }
  // Components are the trees of the edges taken.
  std::vector<Vertex> parents(end - begin);
  DisjointSets trees(parents);
  trees.make_singletons();
  for (const auto& [u, v] : taken) EXPECT_TRUE(trees.unite(u - begin, v - begin));
  EXPECT_EQ(blocks.num_components(), end - begin - taken.size());
  std::set<std::pair<Vertex, Vertex>> names;
  for (Vertex u = 0; u < end - begin; ++u) names.emplace(trees.find(u), blocks.component(u));
  EXPECT_EQ(names.size(), blocks.num_components()) << "components that are no trees";
  return open.size();
}

/// A grid of some columns, and edges of random ends besides.
template <class W>
WeightedGraph<W> draw_graph(Vertex n, Vertex columns, std::size_t others, std::uint64_t kinds,
                            std::uint64_t seed) {
  CounterRng rng(seed, kinds);
  const auto weight = [&] {
    return static_cast<W>(rng.below(kinds)) -
           (std::is_signed_v<W> ? static_cast<W>(kinds / 2) : W{0});
  };
  std::set<Ends> ends;
  for (Vertex u = 0; u < n; ++u) {
    if ((u + 1) % columns != 0 && u + 1 < n) ends.emplace(u, u + 1);
    if (u + columns < n) ends.emplace(u, u + columns);
  }
  for (std::size_t i = 0; i < others; ++i) {
    const auto u = static_cast<Vertex>(rng.below(n));
    const auto v = static_cast<Vertex>(rng.below(n));
    if (u != v) ends.emplace(std::min(u, v), std::max(u, v));
  }
  std::vector<Link<W>> links;
  for (const auto& [u, v] : ends) links.push_back({u, v, weight()});
  return test::make_weighted(n, links);
}

template <class W>
void expect_certain_everywhere() {
  constexpr Vertex kVertices = 400;
  for (const std::uint64_t kinds : {1ULL, 3ULL, 40ULL, 1ULL << 22U}) {
    for (const std::size_t others : {0U, 60U, 600U}) {
      const auto graph = draw_graph<W>(kVertices, 20, others, kinds, others);
      for (const auto& [begin, end] : {std::pair<Vertex, Vertex>{0, kVertices},
                                       {0, 137},
                                       {90, 310},
                                       {263, kVertices},
                                       {70, 71}}) {
        for (const unsigned bits : {2U, 5U, 14U}) {
          for (const auto objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
            SCOPED_TRACE(std::to_string(kinds) + " weights, " + std::to_string(others) +
                         " edges besides, vertices from " + std::to_string(begin) + ", " +
                         std::to_string(bits) + " bits");
            (void)expect_certain(graph, begin, end, bits, bits == 2 ? 3 : 1, objective);
            if (testing::Test::HasFailure()) return;
          }
        }
      }
    }
  }
}

TEST(MsfSpannedBlocks, TakeNothingThatVerticesOutsideMayForbid) {
  expect_certain_everywhere<float>();
  expect_certain_everywhere<double>();
  expect_certain_everywhere<std::uint32_t>();
}

// Vertex 0 is outside and below, so that its edges come first where weights are equal.
TEST(MsfSpannedBlocks, LetEdgesOutsideGoFirstWhereWeightsAreEqual) {
  const auto graph = test::make_weighted<float>(4, {{0, 1, 1}, {0, 2, 1}, {1, 2, 1}, {2, 3, 1}});
  EXPECT_EQ(expect_certain(graph, 1, 4, 4, 1, MsfObjective::kMinimum), 1U) << "not 1 - 2 alone";
}

// Of a grid of one weight all but the rows of the border are settled.
TEST(MsfSpannedBlocks, LeaveLittleOpenWhereAllWeightsAreEqual) {
  constexpr Vertex kColumns = 30;
  const auto graph = draw_graph<std::uint32_t>(kColumns * kColumns, kColumns, 0, 1, 1);
  const std::size_t open =
      expect_certain(graph, 10 * kColumns, 20 * kColumns, 14, 1, MsfObjective::kMinimum);
  EXPECT_LE(open, 2 * kColumns);
}

TEST(MsfSpannedBlocks, SpanExtremeWeightsAndNoEdges) {
  const WeightedGraph<double> graph = test::extreme_doubles();
  for (Vertex begin = 0; begin < 9; ++begin) {
    for (Vertex end = begin; end <= 9; ++end) {
      (void)expect_certain(graph, begin, end, 1, 2, MsfObjective::kMinimum);
    }
  }
  const auto none = test::make_weighted<float>(100, {});
  EXPECT_EQ(expect_certain(none, 10, 60, 4, 2, MsfObjective::kMinimum), 0U);
}

TEST(MsfSpannedBlocks, RefuseWhatIsNoNumberOutside) {
  const auto graph = test::make_weighted<float>(40, {{0, 1, 1}, {10, 31, 2}});
  Part<float> part(graph, 0, 20);
  Workspace workspace;
  const WeightOrder<float> order(MsfObjective::kMinimum);
  SpannedBlocks<float> blocks(workspace, part.rows(), order, 1, 3);
  workspace.take("a test", HostMemory());
  EXPECT_TRUE(blocks.run());
  part.weights[2] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(blocks.run());
}

TEST(MsfSpannedBlocks, AreNotProfitableWhereManyEdgesLeadOutside) {
  const auto graph = draw_graph<float>(400, 20, 0, 5, 1);
  const WeightOrder<float> order(MsfObjective::kMinimum);
  Workspace workspace;
  const Part<float> half(graph, 0, 200);
  EXPECT_TRUE(SpannedBlocks<float>(workspace, half.rows(), order, 1, 14).is_profitable());
  const Part<float> row(graph, 40, 60);
  EXPECT_FALSE(SpannedBlocks<float>(workspace, row.rows(), order, 1, 14).is_profitable());
}

}  // namespace
}  // namespace strider::detail
