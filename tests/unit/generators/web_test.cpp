#include <gtest/gtest.h>

#include <algorithm>
#include <queue>
#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

std::vector<GlobalEdge> edges_of(const WebParameters& parameters) {
  std::vector<GlobalEdge> edges(generated_size(parameters).num_edges);
  generate_slice(parameters, {0, edges.size()}, edges, 2);
  return edges;
}

std::vector<std::vector<GlobalVertex>> neighbors_of(const WebParameters& parameters) {
  std::vector<std::vector<GlobalVertex>> neighbors(generated_size(parameters).num_vertices);
  for (const GlobalEdge& edge : edges_of(parameters)) {
    neighbors[edge.source].push_back(edge.target);
    neighbors[edge.target].push_back(edge.source);
  }
  return neighbors;
}

/// How many vertices are so far from the nearest vertex of the core.
std::vector<std::size_t> levels_of(const std::vector<std::vector<GlobalVertex>>& neighbors,
                                   std::size_t core) {
  std::vector<std::size_t> distance(neighbors.size(), neighbors.size());
  std::queue<GlobalVertex> next;
  for (GlobalVertex v = 0; v < core; ++v) {
    distance[v] = 0;
    next.push(v);
  }
  std::vector<std::size_t> levels;
  for (; !next.empty(); next.pop()) {
    const GlobalVertex u = next.front();
    levels.resize(distance[u] + 1);
    ++levels[distance[u]];
    for (const GlobalVertex v : neighbors[u]) {
      if (distance[v] < neighbors.size()) continue;
      distance[v] = distance[u] + 1;
      next.push(v);
    }
  }
  return levels;
}

TEST(Web, CoreIsTheRmatGraph) {
  const WebParameters parameters{.scale = 8, .scramble = false, .seed = 3};
  std::vector<GlobalEdge> core(16U << 8U);
  generate_slice(RmatParameters{.scale = 8, .scramble = false, .seed = 3}, {0, core.size()}, core);
  std::vector<GlobalEdge> edges = edges_of(parameters);
  edges.resize(core.size());
  EXPECT_EQ(edges, core);
}

TEST(Web, TailsAreLongAndGetFewer) {
  constexpr std::size_t kCore = 256;
  constexpr std::uint64_t kTails = 5;
  constexpr std::uint64_t kLength = 100;
  const auto neighbors =
      neighbors_of({.scale = 8, .tails = kTails, .tail_length = kLength, .scramble = false});
  const std::vector<std::size_t> levels = levels_of(neighbors, kCore);
  ASSERT_EQ(levels.size(), kLength + 1);
  EXPECT_EQ(levels[0], kCore);
  for (std::uint64_t level = 1; level <= kLength; ++level) {
    EXPECT_EQ(levels[level], std::min(kTails, kLength / level)) << level;
  }
  std::size_t ends = 0;
  for (std::size_t v = kCore; v < neighbors.size(); ++v) {
    ASSERT_LE(neighbors[v].size(), 2U);
    ASSERT_GE(neighbors[v].size(), 1U);
    if (neighbors[v].size() == 1) ++ends;
    for (const GlobalVertex u : neighbors[v]) {
      // A tail is not all that its vertex of the core has.
      if (u < kCore) {
        EXPECT_GE(neighbors[u].size(), 2U);
      }
    }
  }
  EXPECT_EQ(ends, kTails);
}

TEST(Web, TailsOfNoVertexAreLeftOut) {
  const auto vertices = [](std::uint64_t tails, std::uint64_t length) {
    return generated_size(WebParameters{.scale = 4, .tails = tails, .tail_length = length})
        .num_vertices;
  };
  EXPECT_EQ(vertices(64, 3), 16U + 3 + 1 + 1);
  EXPECT_EQ(vertices(2, 3), 16U + 3 + 1);
  EXPECT_EQ(vertices(0, 3), 16U);
  EXPECT_EQ(vertices(3, 0), 16U);
  EXPECT_EQ(edges_of({.scale = 4, .tails = 0}).size(), 256U);
}

TEST(Web, ScramblingRenamesTheVertices) {
  for (const std::uint64_t length : {0, 1, 320, 256}) {  // of powers of two, and others
    const WebParameters parameters{.scale = 8, .tails = 3, .tail_length = length};
    WebParameters plain = parameters;
    plain.scramble = false;
    const std::vector<GlobalEdge> names = edges_of(parameters);
    const std::vector<GlobalEdge> places = edges_of(plain);
    ASSERT_EQ(names.size(), places.size());
    const std::uint64_t none = ~0ULL;
    std::vector<std::uint64_t> name_of(generated_size(parameters).num_vertices, none);
    std::vector<std::uint64_t> place_of(name_of);
    const auto is_renamed = [&](std::uint64_t place, std::uint64_t name) {
      if (name_of[place] == none) name_of[place] = name;
      if (place_of[name] == none) place_of[name] = place;
      return name_of[place] == name && place_of[name] == place;
    };
    for (std::size_t i = 0; i < names.size(); ++i) {
      ASSERT_TRUE(is_renamed(places[i].source, names[i].source));
      ASSERT_TRUE(is_renamed(places[i].target, names[i].target));
    }
  }
}

TEST(Web, ParametersOutOfRangeAreRefused) {
  EXPECT_THROW((void)generated_size(WebParameters{.tails = 65537}), UsageError);
  EXPECT_THROW((void)generated_size(WebParameters{.tail_length = (1ULL << 40U) + 1}), UsageError);
  EXPECT_THROW((void)generated_size(WebParameters{.scale = 0}), UsageError);
  WebParameters large{.scale = 62, .edge_factor = 1, .tails = 1, .tail_length = 1ULL << 40U};
  EXPECT_THROW((void)generated_size(large), UsageError);
  large.scramble = false;
  EXPECT_EQ(generated_size(large).num_vertices, (1ULL << 62U) + (1ULL << 40U));
}

}  // namespace
}  // namespace strider
