#include <gtest/gtest.h>

#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

TEST(Uniform, EndsAreUniformAndIndependent) {
  constexpr std::uint64_t kVertices = 16;
  const UniformParameters parameters{.num_vertices = kVertices, .num_edges = 1U << 18U};
  std::vector<GlobalEdge> edges(parameters.num_edges);
  generate_slice(parameters, {0, edges.size()}, edges, 2);
  std::vector<double> counts(kVertices * kVertices, 0);
  for (const GlobalEdge& edge : edges) ++counts[edge.source * kVertices + edge.target];
  const double expected = static_cast<double>(edges.size()) / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const double count : counts)
    chi_square += (count - expected) * (count - expected) / expected;
  // 255 degrees of freedom: five standard deviations either way.
  EXPECT_GT(chi_square, 255 - 5 * 22.6);
  EXPECT_LT(chi_square, 255 + 5 * 22.6);
}

TEST(Uniform, SeedsDiffer) {
  std::vector<GlobalEdge> one(100);
  std::vector<GlobalEdge> other(100);
  generate_slice(UniformParameters{.seed = 1}, {0, 100}, one);
  generate_slice(UniformParameters{.seed = 2}, {0, 100}, other);
  EXPECT_NE(one, other);
}

TEST(Uniform, NeedsAVertexToJoin) {
  EXPECT_THROW((void)generated_size(UniformParameters{.num_vertices = 0, .num_edges = 1}),
               UsageError);
  EXPECT_EQ(generate(UniformParameters{.num_vertices = 0, .num_edges = 0}).num_vertices, 0U);
  EXPECT_EQ(generate(UniformParameters{.num_vertices = 5, .num_edges = 0}).num_vertices, 5U);
}

}  // namespace
}  // namespace strider
