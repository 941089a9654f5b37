// What all generators but the Kronecker one have in common.
#include "strider/generate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "strider/error.hpp"

namespace strider {
namespace {

template <class Parameters>
class AnyGenerator : public testing::Test {};

/// Small enough to be made many times, large enough for several chunks.
template <class Parameters>
Parameters small();
template <>
RmatParameters small() {
  return {.scale = 10, .noise = 0.1};
}
template <>
Ssca2Parameters small() {
  return {.scale = 13, .max_clique_size = 10};
}
template <>
UniformParameters small() {
  return {.num_vertices = 1000, .num_edges = 10001};
}
template <>
SocialParameters small() {
  return {.scale = 10, .edge_factor = 5};
}
template <>
WebParameters small() {
  return {.scale = 9, .tails = 50, .tail_length = 1000};
}
template <>
GridParameters small() {
  return {.rows = 70, .columns = 61};
}

using Generators = testing::Types<RmatParameters, Ssca2Parameters, UniformParameters,
                                  SocialParameters, WebParameters, GridParameters>;
TYPED_TEST_SUITE(AnyGenerator, Generators);

TYPED_TEST(AnyGenerator, SlicesMakeUpTheWholeAtAnyThreadCount) {
  const auto parameters = small<TypeParam>();
  const GeneratedSize size = generated_size(parameters);
  std::vector<GlobalEdge> whole(size.num_edges);
  generate_slice(parameters, {0, size.num_edges}, whole, 1);
  for (const GlobalEdge& edge : whole) {
    ASSERT_LT(edge.source, size.num_vertices);
    ASSERT_LT(edge.target, size.num_vertices);
  }
  for (const int threads : {1, 2, 4}) {
    for (const std::uint64_t length : {1ULL, 3ULL, 100ULL, 2500ULL}) {
      std::vector<GlobalEdge> chunkd;
      for (std::uint64_t first = 0; first < size.num_edges && chunkd.size() < 200 * length;
           first += length) {
        const std::uint64_t last = std::min(size.num_edges, first + length);
        std::vector<GlobalEdge> part(last - first);
        generate_slice(parameters, {first, last}, part, threads);
        chunkd.insert(chunkd.end(), part.begin(), part.end());
      }
      ASSERT_TRUE(std::equal(chunkd.begin(), chunkd.end(), whole.begin()));
      // And the end of the list, which the short chunks do not come to.
      std::vector<GlobalEdge> tail(length);
      generate_slice(parameters, {size.num_edges - length, size.num_edges}, tail, threads);
      ASSERT_TRUE(std::equal(tail.rbegin(), tail.rend(), whole.rbegin()));
    }
  }
}

TYPED_TEST(AnyGenerator, ListIsTheSliceOfAllEdgesAndWeights) {
  auto parameters = small<TypeParam>();
  parameters.weights = {WeightKind::kUniformInteger, 3, 9};
  const GeneratedSize size = generated_size(parameters);
  std::vector<GlobalEdge> whole(size.num_edges);
  generate_slice(parameters, {0, size.num_edges}, whole, 2);
  for (const int threads : {1, 2, 3}) {
    const EdgeList list = generate(parameters, threads);
    ASSERT_EQ(list.num_vertices, size.num_vertices);
    ASSERT_EQ(list.edges.size(), whole.size());
    const auto& weights = std::get<Array<std::uint32_t>>(list.weights);
    std::vector<std::uint32_t> expected(100);
    generate_weights(parameters.seed, parameters.weights, {50, 150}, expected, threads);
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), weights.begin() + 50));
    for (std::size_t i = 0; i < whole.size(); ++i) {
      ASSERT_EQ(list.edges[i].source, whole[i].source);
      ASSERT_EQ(list.edges[i].target, whole[i].target);
      ASSERT_GE(weights[i], 3U);
      ASSERT_LE(weights[i], 9U);
    }
  }
}

TYPED_TEST(AnyGenerator, RefusesRangesThatAreNone) {
  const auto parameters = small<TypeParam>();
  const std::uint64_t edges = generated_size(parameters).num_edges;
  std::vector<GlobalEdge> room(2);
  EXPECT_THROW(generate_slice(parameters, {edges - 1, edges + 1}, room), UsageError);
  EXPECT_THROW(generate_slice(parameters, {2, 1}, room), UsageError);
  EXPECT_THROW(generate_slice(parameters, {0, 3}, room), UsageError);
}

TEST(Generate, RefusesMoreVerticesThanAMachinesGraphHas) {
  EXPECT_THROW((void)generate(RmatParameters{.scale = 32}), UsageError);
  EXPECT_THROW((void)generate(Ssca2Parameters{.scale = 32}), UsageError);
  EXPECT_THROW((void)generate(UniformParameters{.num_vertices = kMaxVertices + 1, .num_edges = 1}),
               UsageError);
  EXPECT_THROW((void)generate(GridParameters{.rows = 1U << 16U, .columns = 1U << 16U}), UsageError);
  try {
    (void)generate(RmatParameters{.scale = 32});
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("4294967296"), std::string::npos);
  }
}

TEST(Generate, RefusesMoreMemoryThanThereIs) {
  EXPECT_THROW((void)generate(UniformParameters{.num_vertices = 10, .num_edges = 1ULL << 50U}),
               MemoryError);
}

TEST(Weights, RealOnesAreInsideZeroAndOneAndUniform) {
  std::vector<float> weights(1U << 20U);
  generate_weights(7, {0, weights.size()}, weights, 2);
  std::vector<int> counts(16, 0);
  for (const float weight : weights) {
    ASSERT_GT(weight, 0.0F);
    ASSERT_LT(weight, 1.0F);
    ++counts[static_cast<std::size_t>(weight * 16)];
  }
  double chi_square = 0;
  const double expected = static_cast<double>(weights.size()) / 16;
  for (const int count : counts) chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, 45);  // 15 degrees of freedom: passed by chance once in 10^4 seeds
}

TEST(Weights, IntegersTakeEveryValueOfTheRangeAlike) {
  std::vector<std::uint32_t> weights(100000);
  const WeightOptions options{WeightKind::kUniformInteger, 10, 19};
  generate_weights(3, options, {0, weights.size()}, weights, 2);
  std::vector<int> counts(10, 0);
  for (const std::uint32_t weight : weights) ++counts.at(weight - 10);
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);

  generate_weights(3, {WeightKind::kUniformInteger, 0, ~0U}, {0, weights.size()}, weights, 1);
  EXPECT_GT(*std::max_element(weights.begin(), weights.end()), 0xFFF0'0000U);
  EXPECT_THROW(
      generate_weights(3, {WeightKind::kUniformInteger, 2, 1}, {0, weights.size()}, weights, 1),
      UsageError);
}

}  // namespace
}  // namespace strider
