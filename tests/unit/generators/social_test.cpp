#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

std::vector<double> degrees_of(const SocialParameters& parameters) {
  const GeneratedSize size = generated_size(parameters);
  std::vector<GlobalEdge> edges(size.num_edges);
  generate_slice(parameters, {0, edges.size()}, edges, 2);
  std::vector<double> degrees(size.num_vertices, 0);
  for (const GlobalEdge& edge : edges) {
    ++degrees[edge.source];
    ++degrees[edge.target];
  }
  return degrees;
}

/// The expected degree, in means, that a share of the vertices exceeds: the solution of
/// (y^3 - a^3) / (1 - a^3) = share, by halving.
double exceeded_by(double share, double hub_factor) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double a = (low + high) / 2;
    ((1 + a + a * a) / (3 * a * a) > hub_factor ? low : high) = a;
  }
  const double a = low;
  const double y = std::cbrt(a * a * a + share * (1 - a * a * a));
  return (1 + a + a * a) / (3 * y * y);
}

TEST(Social, DegreesFollowTheirLaw) {
  for (const double hub_factor : {10.0, 50.0}) {
    const SocialParameters parameters{
        .scale = 15, .edge_factor = 19, .hub_factor = hub_factor, .scramble = false};
    std::vector<double> degrees = degrees_of(parameters);
    const std::size_t active = degrees.size() / 2;
    EXPECT_TRUE(std::all_of(degrees.begin() + static_cast<std::ptrdiff_t>(active), degrees.end(),
                            [](double degree) { return degree == 0; }));
    degrees.resize(active);
    std::ranges::sort(degrees, std::greater());
    EXPECT_GT(degrees.back(), 0) << "a vertex of the least expected degree, 25 or 26";
    constexpr double kMean = 4 * 19;
    EXPECT_NEAR(degrees.front(), hub_factor * kMean, 0.15 * hub_factor * kMean);
    for (const double share : {0.001, 0.01, 0.1, 0.5}) {
      const double expected = kMean * exceeded_by(share, hub_factor);
      EXPECT_NEAR(degrees[static_cast<std::size_t>(share * static_cast<double>(active))], expected,
                  0.1 * expected)
          << share << " of the vertices, hub factor " << hub_factor;
    }
  }
}

TEST(Social, TailFallsAsTheDegreeToMinusOneAndAHalf) {
  const std::vector<double> degrees = degrees_of({.scale = 16, .hub_factor = 1000});
  const auto above = [&](double degree) {
    return std::ranges::count_if(degrees, [&](double own) { return own >= degree; });
  };
  // Between 2 and 64 means: five doublings, each of which leaves 2^-1.5 of the vertices.
  const double exponent =
      std::log2(static_cast<double>(above(152)) / static_cast<double>(above(64 * 76))) / 5;
  EXPECT_NEAR(exponent, 1.5, 0.15);
}

TEST(Social, ScramblingRenamesTheVertices) {
  std::vector<double> plain = degrees_of({.scale = 10, .scramble = false});
  std::vector<double> scrambled = degrees_of({.scale = 10});
  EXPECT_NE(plain, scrambled);
  std::ranges::sort(plain);
  std::ranges::sort(scrambled);
  EXPECT_EQ(plain, scrambled);
}

TEST(Social, AllAlikeWhereHubsAreNoLargerThanOthers) {
  for (const double hub_factor : {1.0, 1 + 1e-15, 1 + 1e-12, 1 + 1e-6}) {
    SCOPED_TRACE(hub_factor - 1);
    std::vector<double> degrees =
        degrees_of({.scale = 10, .edge_factor = 100, .hub_factor = hub_factor});
    std::ranges::sort(degrees, std::greater());
    EXPECT_LT(degrees[0], 400 + 6 * 20);
    EXPECT_GT(degrees[511], 400 - 6 * 20);
    EXPECT_EQ(degrees[512], 0);
  }
}

TEST(Social, ParametersOutOfRangeAreRefused) {
  EXPECT_THROW((void)generated_size(SocialParameters{.hub_factor = 0.5}), UsageError);
  EXPECT_THROW((void)generated_size(SocialParameters{.hub_factor = std::nan("")}), UsageError);
  EXPECT_THROW((void)generated_size(SocialParameters{.scale = 63}), UsageError);
  EXPECT_THROW((void)generated_size(SocialParameters{.edge_factor = 0}), UsageError);
}

}  // namespace
}  // namespace strider
