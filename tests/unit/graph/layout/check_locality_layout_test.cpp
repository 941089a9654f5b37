#include "graph/layout/check_locality_layout.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "graph/layout/sections.hpp"
#include "strider/error.hpp"
#include "support/compare_graphs.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

using test::kKeepAll;

/// Sparse and dense parts, trees, several components, self-loops and parallel edges.
Graph sparse_with_trees(std::uint64_t seed) {
  EdgeList list = test::random_list(60, 0, Directedness::kUndirected);
  CounterRng rng(seed, 3);
  std::vector<Edge> edges;
  for (int i = 0; i < 60; ++i) {
    edges.push_back({static_cast<Vertex>(rng.below(20)), static_cast<Vertex>(rng.below(20))});
  }
  for (Vertex v = 20; v < 50; ++v) {
    edges.push_back({v, static_cast<Vertex>(rng.below(v))});
  }
  edges.insert(edges.end(), {{52, 53}, {53, 54}, {54, 52}, {54, 55}});
  list.edges = Array<Edge>::copy_of(edges);
  return build_graph(std::move(list), kKeepAll);
}

/// The layout of `graph` with one word of one array changed.
LayoutSections forged(const LocalityLayout& layout, std::size_t array, std::size_t word,
                      std::uint32_t flipped) {
  LayoutSections changed;
  const LayoutSections genuine = to_sections(layout);
  for (const auto& scalar : genuine.scalars()) changed.add_scalar(scalar.name, scalar.value);
  for (std::size_t i = 0; i < genuine.arrays().size(); ++i) {
    const auto& source = genuine.arrays()[i];
    auto bytes = Array<std::byte>::copy_of(source.bytes.span());
    if (i == array) {
      std::uint32_t value = 0;
      std::memcpy(&value, bytes.data() + word * sizeof(value), sizeof(value));
      value ^= flipped;
      std::memcpy(bytes.data() + word * sizeof(value), &value, sizeof(value));
    }
    changed.add_bytes(source.name, source.element_bytes, std::move(bytes));
  }
  return changed;
}

TEST(CheckLocalityLayout, AcceptsWhatTheBuilderMakes) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Graph graph = sparse_with_trees(seed);
    EXPECT_NO_THROW(check_locality_layout(*make_locality_layout(graph, 2), graph, "here", 2))
        << seed;
  }
  for (const Graph& graph : {Graph(), build_graph(test::random_list(9, 0, {}))}) {
    EXPECT_NO_THROW(check_locality_layout(*make_locality_layout(graph, 1), graph, "here", 1));
  }
}

TEST(CheckLocalityLayout, RefusesEveryChangedWord) {
  const Graph graph = sparse_with_trees(1);
  const auto layout = make_locality_layout(graph, 1);
  ASSERT_FALSE(layout->overflow.empty());
  ASSERT_FALSE(layout->tree_parents.empty());
  ASSERT_GT(layout->components.size(), 2U);
  const LayoutSections sections = to_sections(*layout);
  for (std::size_t array = 0; array < sections.arrays().size(); ++array) {
    const std::size_t words = sections.arrays()[array].bytes.size() / sizeof(std::uint32_t);
    for (std::size_t word = 0; word < words; ++word) {
      for (const std::uint32_t flipped : {1U, 6U, 0x7000'0000U, 0x8000'0000U, ~0U}) {
        EXPECT_THROW(check_locality_layout(*locality_layout_from_sections(
                                               forged(*layout, array, word, flipped), graph),
                                           graph, "here", 1),
                     InputError)
            << sections.arrays()[array].name << " " << word << " " << flipped;
      }
    }
  }
}

// Threads fill trees apart, cut where one begins: a vertex among those of another tree, though its
// parent is right, would be filled before its parent is.
TEST(CheckLocalityLayout, RefusesTreesThatAreMixed) {
  // Two paths of two vertices that hang off a triangle.
  EdgeList list = test::random_list(7, 0, Directedness::kUndirected);
  list.edges = Array<Edge>::copy_of(
      std::vector<Edge>{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {3, 4}, {1, 5}, {5, 6}});
  const Graph graph = build_graph(std::move(list), kKeepAll);
  const auto built = make_locality_layout(graph, 1);
  ASSERT_EQ(built->num_core, 3U);
  EXPECT_NO_THROW(check_locality_layout(*built, graph, "here", 1));

  // By layers: the roots at 3 and 4, then their children at 5 and 6.
  LocalityLayout mixed = *built;
  auto vertex_at = Array<Vertex>::copy_of(built->vertex_at.span());
  auto position_of = Array<Vertex>::copy_of(built->position_of.span());
  auto tree_parents = Array<Vertex>::copy_of(built->tree_parents.span());
  std::swap(vertex_at[4], vertex_at[5]);
  std::swap(position_of[vertex_at[4]], position_of[vertex_at[5]]);
  tree_parents[1] = built->tree_parents[2];
  tree_parents[2] = 3;
  tree_parents[3] = 4;
  mixed.vertex_at = std::move(vertex_at);
  mixed.position_of = std::move(position_of);
  mixed.tree_parents = std::move(tree_parents);
  EXPECT_THROW(check_locality_layout(mixed, graph, "here", 1), InputError);
}

TEST(CheckLocalityLayout, RefusesTheLayoutOfAnotherGraph) {
  const Graph graph = sparse_with_trees(1);
  EXPECT_THROW(
      check_locality_layout(*make_locality_layout(sparse_with_trees(2), 1), graph, "here", 1),
      InputError);
}

}  // namespace
}  // namespace strider::detail
