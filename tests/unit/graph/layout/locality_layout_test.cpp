#include "graph/layout/locality_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "base/random.hpp"
#include "graph/layout/sections.hpp"
#include "strider/error.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

Graph make_sample(Vertex n, const std::vector<Edge>& edges) {
  return test::make_graph(n, edges, Directedness::kUndirected, test::kKeepAll);
}

Graph random_graph(std::uint64_t seed) {
  CounterRng rng(seed, 7);
  const auto n = static_cast<Vertex>(1 + rng.below(300));
  return make_sample(n, test::random_edges(n, rng.below(3ULL * n), seed));
}

std::vector<Vertex> sorted(std::vector<Vertex> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// What the row at `position` says, as vertices of the graph.
std::vector<Vertex> neighbours_at(const LocalityLayout& layout, Vertex position) {
  std::vector<Vertex> row;
  const LocalityRow& entries = layout.rows[position];
  const std::size_t in_row = entries.overflows() ? LocalityRow::kWidth - 1 : LocalityRow::kWidth;
  for (std::size_t i = 0; i < in_row; ++i) {
    if (entries.entries[i] != position) row.push_back(layout.vertex_at[entries.entries[i]]);
  }
  if (entries.overflows()) {
    const std::uint32_t at = entries.overflow_position();
    for (std::uint32_t i = 0; i < layout.overflow[at]; ++i) {
      row.push_back(layout.vertex_at[layout.overflow[at + 1 + i]]);
    }
  }
  return sorted(row);
}

void expect_sound(const Graph& graph, const LocalityLayout& layout) {
  const Vertex n = graph.num_vertices();
  ASSERT_EQ(layout.num_vertices, n);
  for (Vertex v = 0; v < n; ++v) ASSERT_EQ(layout.vertex_at[layout.position_of[v]], v);

  const auto is_core = [&](Vertex v) { return layout.position_of[v] < layout.num_core; };
  for (Vertex p = 0; p < layout.num_core; ++p) {
    std::vector<Vertex> expected;
    for (const Vertex v : graph.out().neighbors(layout.vertex_at[p])) {
      if (v != layout.vertex_at[p] && is_core(v)) expected.push_back(v);
    }
    ASSERT_EQ(neighbours_at(layout, p), sorted(expected));
  }

  // Preorder: the path from each vertex of a tree to the core begins at the one before it.
  std::vector<Vertex> path;
  for (Vertex p = layout.num_core; p < n; ++p) {
    const Vertex parent = layout.tree_parents[p - layout.num_core];
    const auto row = graph.out().neighbors(layout.vertex_at[p]);
    ASSERT_NE(std::find(row.begin(), row.end(), layout.vertex_at[parent]), row.end());
    if (parent < layout.num_core) {
      path.assign(1, p);
      continue;
    }
    while (!path.empty() && path.back() != parent) path.pop_back();
    ASSERT_FALSE(path.empty());
    path.push_back(p);
  }
  for (Vertex p = layout.num_core; p <= n; ++p) {
    Vertex next = p;
    while (next < n && layout.tree_parents[next - layout.num_core] >= layout.num_core) ++next;
    ASSERT_EQ(layout.next_tree(p), next);
  }
}

/// The component of every position, by walking.
void expect_components(const Graph& graph, const LocalityLayout& layout) {
  std::vector<Vertex> vertices(layout.components.size(), 0);
  std::vector<EdgeIndex> ends(layout.components.size(), 0);
  std::vector<std::size_t> component(layout.num_vertices);
  for (Vertex p = 0; p < layout.num_vertices; ++p) {
    component[p] = p < layout.num_core ? layout.component_of(p)
                                       : component[layout.tree_parents[p - layout.num_core]];
    ++vertices[component[p]];
  }
  for (Vertex p = 0; p < layout.num_vertices; ++p) {
    for (const Vertex v : graph.out().neighbors(layout.vertex_at[p])) {
      ASSERT_EQ(component[layout.position_of[v]], component[p]);
      ends[component[p]] += v == layout.vertex_at[p] ? 2 : 1;
    }
  }
  EdgeIndex edges = 0;
  for (std::size_t c = 0; c < layout.components.size(); ++c) {
    ASSERT_EQ(layout.components[c].num_vertices, vertices[c]);
    ASSERT_EQ(layout.components[c].num_edges, ends[c] / 2);
    edges += layout.components[c].num_edges;
  }
  ASSERT_EQ(edges, graph.num_edges());
}

template <class T>
void expect_same_locality_layout(const SharedArray<T>& a, const SharedArray<T>& b) {
  const auto left = std::as_bytes(a.span());
  const auto right = std::as_bytes(b.span());
  EXPECT_TRUE(std::equal(left.begin(), left.end(), right.begin(), right.end()));
}

TEST(LocalityLayout, IsSoundOnRandomGraphs) {
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const Graph graph = random_graph(seed);
    const auto layout = make_locality_layout(graph, 2);
    SCOPED_TRACE(seed);
    expect_sound(graph, *layout);
    expect_components(graph, *layout);
  }
}

TEST(LocalityLayout, DoesNotDependOnThreads) {
  const Graph graph = random_graph(5);
  const auto one = make_locality_layout(graph, 1);
  for (const int threads : {2, 3, 8}) {
    const auto many = make_locality_layout(graph, threads);
    expect_same_locality_layout(one->position_of, many->position_of);
    expect_same_locality_layout(one->vertex_at, many->vertex_at);
    expect_same_locality_layout(one->rows, many->rows);
    expect_same_locality_layout(one->overflow, many->overflow);
    expect_same_locality_layout(one->tree_parents, many->tree_parents);
  }
}

TEST(LocalityLayout, HoldsGraphsWithoutACore) {
  const Graph nothing = make_sample(0, {});
  EXPECT_EQ(make_locality_layout(nothing, 2)->num_core, 0U);

  std::vector<Edge> line;
  for (Vertex v = 0; v + 1 < 1000; ++v) line.push_back({v, v + 1});
  const Graph graph = make_sample(1001, line);
  const auto layout = make_locality_layout(graph, 2);
  EXPECT_EQ(layout->num_core, 2U);  // one of the line, and the isolated vertex
  expect_sound(graph, *layout);
  expect_components(graph, *layout);
}

TEST(LocalityLayout, PutsAHubsNeighboursIntoTheOverflow) {
  // A wheel: the hub has 500 neighbours in the core.
  std::vector<Edge> edges;
  for (Vertex v = 1; v <= 500; ++v) {
    edges.push_back({0, v});
    edges.push_back({v, v % 500 + 1});
  }
  const Graph graph = make_sample(501, edges);
  const auto layout = make_locality_layout(graph, 3);
  EXPECT_EQ(layout->num_core, 501U);
  EXPECT_EQ(layout->overflow.size(), 1U + 500U - 3U);
  expect_sound(graph, *layout);
}

TEST(LocalityLayout, NeighboursOfAGridLieNear) {
  constexpr Vertex kSide = 128;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kSide * kSide; ++v) {
    if (v % kSide + 1 < kSide) edges.push_back({v, v + 1});
    if (v + kSide < kSide * kSide) edges.push_back({v, v + kSide});
  }
  const Graph graph = make_sample(kSide * kSide, edges);
  const auto layout = make_locality_layout(graph, 1);
  std::size_t near = 0;
  for (const Edge& edge : edges) {
    const auto a = static_cast<std::int64_t>(layout->position_of[edge.source]);
    const auto b = static_cast<std::int64_t>(layout->position_of[edge.target]);
    if (std::abs(a - b) < 64) ++near;
  }
  // In the given order half of the neighbours are a row away.
  EXPECT_GT(near, edges.size() * 6 / 10);
}

TEST(LocalityLayout, SurvivesItsSections) {
  const Graph graph = random_graph(11);
  const auto layout = make_locality_layout(graph, 2);
  const auto again = locality_layout_from_sections(to_sections(*layout), graph);
  EXPECT_EQ(again->num_core, layout->num_core);
  expect_same_locality_layout(again->rows, layout->rows);
  expect_same_locality_layout(again->components, layout->components);
  expect_sound(graph, *again);
  EXPECT_EQ(again->bytes(), layout->bytes());
}

TEST(LocalityLayout, RefusesSectionsOfAnotherGraph) {
  const auto layout = make_locality_layout(make_sample(5, {{0, 1}, {1, 2}}), 1);
  const LayoutSections sections = to_sections(*layout);
  EXPECT_THROW((void)locality_layout_from_sections(sections, make_sample(4, {{0, 1}})), InputError);
  EXPECT_THROW((void)locality_layout_from_sections(sections, make_sample(6, {{0, 1}})), InputError);
}

}  // namespace
}  // namespace strider::detail
