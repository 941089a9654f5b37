#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "generators/scramble.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

std::vector<GlobalEdge> rmat_edges_of(const RmatParameters& parameters) {
  std::vector<GlobalEdge> edges(generated_size(parameters).num_edges);
  generate_slice(parameters, {0, edges.size()}, edges, 2);
  return edges;
}

/// How often the bits `level` of source and target are 00, 01, 10, 11.
std::array<double, 4> quadrants(const std::vector<GlobalEdge>& edges, int level) {
  std::array<double, 4> shares{};
  for (const GlobalEdge& edge : edges) {
    const std::size_t quadrant = 2 * ((edge.source >> static_cast<unsigned>(level)) & 1U) +
                                 ((edge.target >> static_cast<unsigned>(level)) & 1U);
    shares[quadrant] += 1 / static_cast<double>(edges.size());
  }
  return shares;
}

TEST(Rmat, QuadrantsHaveTheirProbabilitiesOnEveryLevel) {
  const RmatParameters parameters{
      .scale = 12, .edge_factor = 64, .a = 0.5, .b = 0.1, .c = 0.25, .scramble = false};
  const auto edges = rmat_edges_of(parameters);
  for (int level = 0; level < parameters.scale; ++level) {
    const auto shares = quadrants(edges, level);
    // Five standard deviations of a share of 2^18 draws are below 0.005.
    EXPECT_NEAR(shares[0], 0.5, 0.005);
    EXPECT_NEAR(shares[1], 0.1, 0.005);
    EXPECT_NEAR(shares[2], 0.25, 0.005);
    EXPECT_NEAR(shares[3], 0.15, 0.005);
  }
}

TEST(Rmat, NoiseMovesLevelsWithinItsBounds) {
  RmatParameters parameters{.scale = 12, .edge_factor = 64, .noise = 0.1, .scramble = false};
  const auto edges = rmat_edges_of(parameters);
  double farthest = 0;
  for (int level = 0; level < parameters.scale; ++level) {
    const auto shares = quadrants(edges, level);
    const double moved = shares[1] - parameters.b;
    farthest = std::max(farthest, std::abs(moved));
    EXPECT_LE(std::abs(moved), 0.1 + 0.005);
    EXPECT_NEAR(shares[2] - parameters.c, moved, 0.01);
    EXPECT_NEAR(shares[0], parameters.a * (1 - 2 * moved / (0.57 + 0.05)), 0.015);
  }
  EXPECT_GT(farthest, 0.02);
}

TEST(Rmat, DegreesAreSkewedWhereTheQuadrantsAre) {
  const auto largest_degree = [](const RmatParameters& parameters) {
    std::vector<int> degree(generated_size(parameters).num_vertices, 0);
    for (const GlobalEdge& edge : rmat_edges_of(parameters)) {
      ++degree[edge.source];
      ++degree[edge.target];
    }
    return *std::max_element(degree.begin(), degree.end());
  };
  const int skewed = largest_degree({.scale = 14});
  const int flat = largest_degree({.scale = 14, .a = 0.25, .b = 0.25, .c = 0.25});
  EXPECT_GT(skewed, 1000);
  EXPECT_LT(flat, 80);  // of 32 on average
}

TEST(Rmat, CornersOfTheParametersWork) {
  for (const GlobalEdge& edge :
       rmat_edges_of({.scale = 5, .a = 1, .b = 0, .c = 0, .scramble = false})) {
    EXPECT_EQ(edge, (GlobalEdge{0, 0}));
  }
  for (const GlobalEdge& edge :
       rmat_edges_of({.scale = 5, .a = 0, .b = 0, .c = 1, .scramble = false})) {
    EXPECT_EQ(edge, (GlobalEdge{31, 0}));
  }
  for (const GlobalEdge& edge :
       rmat_edges_of({.scale = 5, .a = 0, .b = 0, .c = 0, .scramble = false})) {
    EXPECT_EQ(edge, (GlobalEdge{31, 31}));
  }
}

TEST(Rmat, ScramblingIsABijection) {
  for (int scale = 1; scale <= 14; ++scale) {
    for (const std::uint64_t seed : {1ULL, 2ULL, 99ULL}) {
      const std::uint64_t n = 1ULL << static_cast<unsigned>(scale);
      std::vector<char> hit(n, 0);
      for (std::uint64_t v = 0; v < n; ++v) {
        const GlobalVertex name = detail::scramble_vertex(v, scale, seed);
        ASSERT_LT(name, n);
        ASSERT_EQ(hit[name]++, 0);
      }
    }
  }
}

TEST(Rmat, ScramblingRenamesTheSameGraph) {
  RmatParameters parameters{.scale = 8, .seed = 5};
  const auto scrambled = rmat_edges_of(parameters);
  parameters.scramble = false;
  const auto plain = rmat_edges_of(parameters);
  EXPECT_NE(plain, scrambled);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(scrambled[i].source, detail::scramble_vertex(plain[i].source, 8, 5));
    EXPECT_EQ(scrambled[i].target, detail::scramble_vertex(plain[i].target, 8, 5));
  }
}

TEST(Rmat, RefusesParametersOutOfRange) {
  EXPECT_THROW((void)generated_size(RmatParameters{.scale = 0}), UsageError);
  EXPECT_THROW((void)generated_size(RmatParameters{.edge_factor = 0}), UsageError);
  EXPECT_THROW((void)generated_size(RmatParameters{.a = -0.1}), UsageError);
  EXPECT_THROW((void)generated_size(RmatParameters{.a = 0.7}), UsageError);
  EXPECT_THROW((void)generated_size(RmatParameters{.noise = 0.2}), UsageError);
  EXPECT_THROW((void)generated_size(RmatParameters{.b = 0.0 / 0.0}), UsageError);
}

}  // namespace
}  // namespace strider
