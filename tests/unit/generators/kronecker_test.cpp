#include <gtest/gtest.h>
#include <xxhash.h>

#include <cmath>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "generators/mrg.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

struct Graph500Tuples {
  std::vector<GlobalEdge> edges;
  std::vector<float> weights;
};

Graph500Tuples tuples(const KroneckerParameters& parameters, EdgeRange range, int threads = 2) {
  Graph500Tuples result{std::vector<GlobalEdge>(range.last - range.first),
                        std::vector<float>(range.last - range.first)};
  generate_slice(parameters, range, result.edges, result.weights, threads);
  return result;
}

Graph500Tuples all_tuples(int scale, int threads = 2) {
  const KroneckerParameters parameters{.scale = scale};
  return tuples(parameters, {0, generated_size(parameters).num_edges}, threads);
}

template <class T>
std::uint64_t hash_of(const std::vector<T>& values) {
  return XXH3_64bits(values.data(), values.size() * sizeof(T));
}

/// XXH3 of all tuples as pairs of little-endian 64-bit numbers, and of all weights as floats. They
/// were taken from bytes whose SHA-256 is that of the reference program's:
///   10: 959f7be6382c69afe8fbc4f78b0d1d86569a38ab429e02d9c26b968ede6255ec
///       199971e6332f459fe9980a9824b2961e9ec6c724118e24549a1c3880d28616b4
///   16: 60fdcae512298fef2cc2206e5c0816e769ad50378576cdfb2b1ec0df63acffe7
///       a81bf9d9ef5300b830ae7c7b801560cee4f3ec71840717bd28fd67b14756f0a0
///   18: dfd692dcfe3f6f303f06a0421d2bf57bedb707db23d7813bb2feb43ea3fe3ffb
///       96b65ca3be3de8b6db301fd6d3960dbde32ca9c6c5387934873e2524dc504391
struct Golden {
  int scale;
  std::uint64_t tuples;
  std::uint64_t weights;
};

class GoldenTuples : public testing::TestWithParam<Golden> {};
INSTANTIATE_TEST_SUITE_P(Scales, GoldenTuples,
                         testing::Values(Golden{10, 0xAFA3B3FD8DC7E758, 0x05C0AEA37926D6D9},
                                         Golden{16, 0xAFA6A6FFF6A55497, 0x569CBA2CBF87FCB6},
                                         Golden{18, 0xFFA180AA4F6F5900, 0xE745512AA19A7D45}));

TEST_P(GoldenTuples, AreTheReferenceProgramsBitForBit) {
  const Graph500Tuples found = all_tuples(GetParam().scale);
  EXPECT_EQ(hash_of(found.edges), GetParam().tuples);
  EXPECT_EQ(hash_of(found.weights), GetParam().weights);
}

TEST_P(GoldenTuples, StartLikeThePublishedList) {
  const int scale = GetParam().scale;
  std::ifstream file(STRIDER_TEST_DATA "/graph500/edges-scale" + std::to_string(scale) +
                     "-first20.tsv");
  std::string header;
  ASSERT_TRUE(std::getline(file, header));
  const Graph500Tuples found = tuples({.scale = scale}, {0, 20}, 1);
  std::uint64_t index = 0;
  GlobalEdge edge{};
  double weight = 0;
  std::size_t lines = 0;
  while (file >> index >> edge.source >> edge.target >> weight) {
    EXPECT_EQ(found.edges.at(index), edge);
    EXPECT_NEAR(found.weights.at(index), weight, 5e-10);
    ++lines;
  }
  EXPECT_EQ(lines, 20U);
}

TEST(Kronecker, ScaleTwentyIsTheReferenceProgramsToo) {
  // SHA-256 ad04c9e3b7c5d92bc70e9d55f0e1d2801f5f099c92f38fe6225079863c39e2d0; among its draws are
  // hundreds that must be rejected.
  const KroneckerParameters parameters{.scale = 20};
  std::vector<GlobalEdge> edges(generated_size(parameters).num_edges);
  generate_slice(parameters, {0, edges.size()}, edges, {}, 2);
  EXPECT_EQ(hash_of(edges), 0xA922EDD2CCA09762U);
}

TEST(Kronecker, SlicesMakeUpTheWholeAtAnyThreadCount) {
  const Graph500Tuples whole = all_tuples(10, 1);
  for (const int threads : {1, 2, 4}) {
    // Cuts on no multiple of a lane or a chunk.
    for (const std::uint64_t length : {1ULL, 7ULL, 2049ULL, 5000ULL}) {
      const std::uint64_t first = 4093;
      const Graph500Tuples part = tuples({.scale = 10}, {first, first + length}, threads);
      for (std::uint64_t i = 0; i < length; ++i) {
        ASSERT_EQ(part.edges[i], whole.edges[first + i]);
        ASSERT_EQ(part.weights[i], whole.weights[first + i]);
      }
    }
  }
}

TEST(Kronecker, ListIsTheTuplesCutTo32Bits) {
  const EdgeList list =
      generate(KroneckerParameters{.scale = 10, .weights = {WeightKind::kUniformReal}}, 2);
  const Graph500Tuples found = all_tuples(10);
  ASSERT_EQ(list.edges.size(), found.edges.size());
  EXPECT_EQ(list.num_vertices, 1024U);
  EXPECT_EQ(list.directedness, Directedness::kUndirected);
  const auto& weights = std::get<Array<float>>(list.weights);
  for (std::size_t i = 0; i < found.edges.size(); ++i) {
    ASSERT_EQ(list.edges[i].source, found.edges[i].source);
    ASSERT_EQ(list.edges[i].target, found.edges[i].target);
    ASSERT_EQ(weights[i], found.weights[i]);
  }
}

TEST(Kronecker, FarSlicesOfHugeGraphsCanBeMade) {
  const KroneckerParameters parameters{.scale = 42};
  const std::uint64_t edges = generated_size(parameters).num_edges;
  EXPECT_EQ(edges, 1ULL << 46U);
  const Graph500Tuples end = tuples(parameters, {edges - 100, edges});
  const Graph500Tuples last = tuples(parameters, {edges - 1, edges});
  EXPECT_EQ(end.edges.back(), last.edges[0]);
  for (const GlobalEdge& edge : end.edges) {
    EXPECT_LT(edge.source, 1ULL << 42U);
    EXPECT_LT(edge.target, 1ULL << 42U);
  }
}

TEST(Kronecker, OtherSeedsGiveOtherGraphs) {
  const std::vector<GlobalEdge> one = all_tuples(10).edges;
  EXPECT_NE(tuples({.scale = 10, .seed1 = 4}, {0, one.size()}).edges, one);
  EXPECT_NE(tuples({.scale = 10, .seed2 = 1ULL << 61U}, {0, one.size()}).edges, one);
}

TEST(Kronecker, RefusesParametersOutOfRange) {
  EXPECT_THROW((void)generated_size(KroneckerParameters{.scale = 0}), UsageError);
  EXPECT_THROW((void)generated_size(KroneckerParameters{.scale = 63}), UsageError);
  EXPECT_THROW((void)generated_size(KroneckerParameters{.edge_factor = 0}), UsageError);
  EXPECT_THROW((void)generated_size(KroneckerParameters{.scale = 60, .edge_factor = 8}),
               UsageError);
  EXPECT_THROW((void)generate(KroneckerParameters{.scale = 32}), UsageError);
  EXPECT_THROW((void)generate(KroneckerParameters{.weights = {WeightKind::kUniformInteger}}),
               UsageError);
  std::vector<GlobalEdge> room(10);
  EXPECT_THROW(generate_slice(KroneckerParameters{.scale = 4}, {0, 11}, room, {}), UsageError);
  EXPECT_THROW(generate_slice(KroneckerParameters{.scale = 4}, {250, 260}, room, {}), UsageError);
}

TEST(Kronecker, RefusesMoreMemoryThanThereIs) {
  EXPECT_THROW((void)generate(KroneckerParameters{.scale = 31, .edge_factor = 1U << 20U}),
               MemoryError);
}

TEST(Mrg, SkippingIsDrawing) {
  const mrg::Skipper skipper;
  const mrg::State seed = mrg::state_of_seeds(2, 3);
  mrg::State drawn = seed;
  for (std::uint64_t i = 0; i <= 1000; ++i) {
    ASSERT_EQ(skipper.skip(seed, {.high = 0, .middle = 0, .low = i}), drawn);
    (void)mrg::next(drawn);
  }
}

TEST(Mrg, SkipsAddUp) {
  const mrg::Skipper skipper;
  const mrg::State seed = mrg::state_of_seeds(2, 3);
  // Carries from word to word: (2^128 - 1) + 1 = 2^128.
  const mrg::State almost = skipper.skip(seed, {.high = 0, .middle = ~0ULL, .low = ~0ULL});
  EXPECT_EQ(skipper.skip(almost, {.high = 0, .middle = 0, .low = 1}),
            skipper.skip(seed, {.high = 1, .middle = 0, .low = 0}));
}

TEST(Mrg, ReducesEveryProduct) {
  for (const std::uint64_t x :
       {0ULL, 1ULL, 0x7FFF'FFFEULL, 0x7FFF'FFFFULL, 0x8000'0000ULL, 0xFFFF'FFFEULL, 0xFFFF'FFFFULL,
        0x3FFF'FFFF'0000'0001ULL, 0x7FFF'FFFF'FFFF'FFFFULL, ~0ULL, ~0ULL - 1}) {
    EXPECT_EQ(mrg::reduce(x), x % mrg::kModulus) << x;
  }
}

TEST(Mrg, ScramblingValuesAreThePublished) {
  const mrg::Skipper skipper;
  mrg::State state = skipper.skip(mrg::state_of_seeds(2, 3), {.high = 50, .middle = 7, .low = 0});
  const auto draw = [&] {
    const std::uint64_t first = mrg::next(state);
    return first * 0xFFFF'FFFFULL + mrg::next(state);
  };
  EXPECT_EQ(draw(), 7111014902169325161ULL);
  EXPECT_EQ(draw(), 3043718919927570188ULL);
}

}  // namespace
}  // namespace strider
