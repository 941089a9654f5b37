#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <vector>

#include "strider/error.hpp"
#include "strider/generate.hpp"

namespace strider {
namespace {

std::vector<GlobalEdge> ssca2_edges_of(const Ssca2Parameters& parameters) {
  std::vector<GlobalEdge> edges(generated_size(parameters).num_edges);
  generate_slice(parameters, {0, edges.size()}, edges, 2);
  return edges;
}

/// The clique of each vertex by the edges only: with no probability of others, cliques are the
/// components, and each holds a vertex next to its first.
std::vector<GlobalVertex> clique_of(Ssca2Parameters parameters) {
  parameters.inter_clique_probability = 0;
  std::vector<GlobalVertex> first(generated_size(parameters).num_vertices);
  for (GlobalVertex v = 0; v < first.size(); ++v) first[v] = v;
  for (const GlobalEdge& edge : ssca2_edges_of(parameters)) {
    first[edge.target] = std::min(first[edge.target], edge.source);
  }
  return first;
}

const Ssca2Parameters kPlain{.scale = 13, .max_clique_size = 20, .scramble = false};

// A slice costs its own edges, not those before it in the same clique: 2 * 10^9 in this one.
TEST(Ssca2, SlicesOfAHugeClique) {
  const Ssca2Parameters parameters{.scale = 17,
                                   .max_clique_size = 65536,
                                   .inter_clique_probability = 0,
                                   .scramble = false,
                                   .seed = 3};
  const std::uint64_t last = generated_size(parameters).num_edges;
  ASSERT_GT(last, 1ULL << 30U);
  std::vector<GlobalEdge> whole(5000);
  std::vector<GlobalEdge> part(1000);
  generate_slice(parameters, {last / 2, last / 2 + 5000}, whole, 2);
  for (std::uint64_t k = 0; k < 5; ++k) {
    const std::uint64_t first = last / 2 + k * 1000;
    generate_slice(parameters, {first, first + 1000}, part, 1);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<long>(k) * 1000));
  }
}

TEST(Ssca2, CliquesAreComplete) {
  Ssca2Parameters parameters = kPlain;
  parameters.inter_clique_probability = 0;
  std::map<GlobalVertex, std::uint64_t> members;
  for (const GlobalVertex first : clique_of(parameters)) ++members[first];
  std::set<std::pair<GlobalVertex, GlobalVertex>> edges;
  const auto first = clique_of(parameters);
  for (const auto& [source, target] : ssca2_edges_of(parameters)) {
    EXPECT_LT(source, target);
    EXPECT_EQ(first[source], first[target]);
    EXPECT_TRUE(edges.emplace(source, target).second) << "an edge stands twice";
  }
  std::uint64_t pairs = 0;
  for (const auto& [clique, size] : members) pairs += size * (size - 1) / 2;
  EXPECT_EQ(edges.size(), pairs);
}

TEST(Ssca2, CliqueSizesAreUniform) {
  Ssca2Parameters parameters = kPlain;
  parameters.scale = 18;
  std::map<GlobalVertex, std::uint64_t> members;
  for (const GlobalVertex first : clique_of(parameters)) ++members[first];
  std::vector<double> count(21, 0);
  for (const auto& [clique, size] : members) {
    ASSERT_LE(size, 20U);
    ++count[size];
  }
  const double expected = static_cast<double>(members.size()) / 20;
  for (std::size_t size = 1; size <= 20; ++size) {
    EXPECT_NEAR(count[size], expected, 0.15 * expected) << "cliques of " << size;
  }
}

TEST(Ssca2, EdgesBetweenCliquesHalveAsTheDistanceDoubles) {
  const auto first = clique_of(kPlain);
  const std::uint64_t n = first.size();
  std::vector<GlobalVertex> last(n);
  for (GlobalVertex v = 0; v < n; ++v) last[first[v]] = v;
  std::map<unsigned, std::uint64_t> octaves;
  for (const auto& [source, target] : ssca2_edges_of(kPlain)) {
    if (first[source] == first[target]) continue;
    const std::uint64_t distance = (target + n - last[first[source]]) % n;
    ++octaves[static_cast<unsigned>(std::bit_width(distance)) - 1];
  }
  ASSERT_EQ(octaves.size(), 12U);  // 2^12 doubled is the last that does not reach round
  for (const auto& [octave, count] : octaves) EXPECT_EQ(count, (n / 2) >> octave) << octave;
}

TEST(Ssca2, SourcesOfEdgesBetweenCliquesAreSpread) {
  const auto first = clique_of(kPlain);
  std::vector<int> sixteenths(16, 0);
  int all = 0;
  for (const auto& [source, target] : ssca2_edges_of(kPlain)) {
    if (first[source] == first[target]) continue;
    ++sixteenths[source / (first.size() / 16)];
    ++all;
  }
  for (const int count : sixteenths) EXPECT_NEAR(count, all / 16, all / 160);
}

TEST(Ssca2, ScramblingKeepsTheDegrees) {
  const auto degrees = [](const Ssca2Parameters& parameters) {
    std::vector<int> degree(generated_size(parameters).num_vertices, 0);
    for (const auto& [source, target] : ssca2_edges_of(parameters)) {
      ++degree[source];
      ++degree[target];
    }
    std::sort(degree.begin(), degree.end());
    return degree;
  };
  Ssca2Parameters scrambled = kPlain;
  scrambled.scramble = true;
  EXPECT_NE(ssca2_edges_of(scrambled), ssca2_edges_of(kPlain));
  EXPECT_EQ(degrees(scrambled), degrees(kPlain));
}

TEST(Ssca2, SmallestAndLargestCliques) {
  // Cliques of one vertex have no edges of their own.
  const auto single = generated_size(
      Ssca2Parameters{.scale = 4, .max_clique_size = 1, .inter_clique_probability = 0});
  EXPECT_EQ(single.num_edges, 0U);
  // A clique may span the whole graph: nothing is left to join it to.
  for (const GlobalEdge& edge : ssca2_edges_of({.scale = 4, .max_clique_size = 16})) {
    EXPECT_NE(edge.source, edge.target);
    EXPECT_LT(std::max(edge.source, edge.target), 16U);
  }
}

TEST(Ssca2, RefusesParametersOutOfRange) {
  EXPECT_THROW((void)generated_size(Ssca2Parameters{.scale = 0}), UsageError);
  EXPECT_THROW((void)generated_size(Ssca2Parameters{.scale = 41}), UsageError);
  EXPECT_THROW((void)generated_size(Ssca2Parameters{.scale = 4, .max_clique_size = 17}),
               UsageError);
  EXPECT_THROW((void)generated_size(Ssca2Parameters{.max_clique_size = 0}), UsageError);
  EXPECT_THROW((void)generated_size(Ssca2Parameters{.inter_clique_probability = 1.5}), UsageError);
}

}  // namespace
}  // namespace strider
