// How long the chains are that a run of spanning forests is: known beforehand on paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "strider/dist_msf.hpp"
#include "strider/generate.hpp"

namespace strider::test {
namespace {

/// Equal blocks of whole words for 1, 2, 3, 4 and 7 ranks.
constexpr std::uint64_t kVertices = 64 * 84;

/// A path 0 - 1 - ... whose weights ascend, from rank 0. Only the first edge is the first of both
/// its ends: all other vertices join its fragment one after the other.
DistGraph ascending_path(const Cluster& cluster) {
  std::vector<GlobalEdge> edges;
  std::vector<std::uint32_t> weights;
  for (GlobalVertex v = 0; v + 1 < kVertices && cluster.rank() == 0; ++v) {
    edges.push_back({v, v + 1});
    weights.push_back(static_cast<std::uint32_t>(v + 1));
  }
  const auto input = DistInput::from_edges(cluster, kVertices, Directedness::kUndirected,
                                           Array<GlobalEdge>::copy_of(edges),
                                           Weights(Array<std::uint32_t>::copy_of(weights)));
  return {cluster, input, {.scheme = PartitionScheme::k1d, .purpose = GraphPurpose::kForest}};
}

std::uint64_t longest_chain(const GhsOptions& options, int threads = 1) {
  const Cluster cluster;
  const DistGraph graph = ascending_path(cluster);
  DistMsfSolver<std::uint32_t> solver(
      graph, {.method = DistMsfMethod::kGhs, .threads = threads, .ghs = options});
  DistMsfResult<std::uint32_t> result;
  // Counts of a later run are its own.
  for (int run = 0; run < 2; ++run) solver.run(result);
  EXPECT_EQ(result.num_edges(), kVertices - 1);
  EXPECT_EQ(result.profile().levels, 1U);
  return result.profile().longest_chain;
}

std::vector<GhsOptions> all_options(GhsChains chains) {
  return {{.chains = chains},
          {.postponed = GhsPostponed::kQueue, .chains = chains},
          {.test_queue = GhsTestQueue::kShared, .messages = GhsMessages::kPlain, .chains = chains},
          {.chains = chains,
           .aggregation_bytes = 64,
           .flush_frequency = 1,
           .queue_frequency = 1,
           .test_frequency = 1}};
}

/// Connect over the first edge; Initiate over it and on over every other; from the last vertex
/// Report all the way back. Tests meanwhile are answered at once.
TEST(Chains, OfMessagesOnAPath) {
  for (const GhsOptions& options : all_options(GhsChains::kMessages)) {
    EXPECT_EQ(longest_chain(options), 2 * kVertices - 1);
  }
}

/// The same between ranks instead of vertices, as each has a part of the path.
TEST(Chains, OfWiredMessagesOnAPath) {
  const auto ranks = static_cast<std::uint64_t>(Cluster().size());
  for (const GhsOptions& options : all_options(GhsChains::kWired)) {
    EXPECT_EQ(longest_chain(options), ranks == 1 ? 0 : 2 * ranks - 1);
  }
}

TEST(Chains, OfThreadsAreThoseOfOne) {
  EXPECT_EQ(longest_chain({.chains = GhsChains::kMessages}, 3), 2 * kVertices - 1);
}

TEST(Chains, AreNotCountedUnlessAskedFor) {
  EXPECT_EQ(longest_chain({}), 0U);
}

DistMsfProfile profile_of_auto(std::uint64_t gather_edges) {
  const Cluster cluster;
  const auto input = DistInput::generate(cluster, KroneckerParameters{.scale = 10});
  const DistGraph graph(cluster, input, {.purpose = GraphPurpose::kForest});
  DistMsfSolver<std::uint32_t> solver(
      graph, {.tuning = {.gather_edges = gather_edges, .replicating_ranks = 0}});
  DistMsfResult<std::uint32_t> result = solver.run();
  const std::uint64_t first = result.profile().collective_rounds;
  solver.run(result);
  EXPECT_EQ(result.profile().collective_rounds, first);
  return result.profile();
}

/// A single rank waits for none; every round of hooking takes collective rounds of its own.
TEST(Chains, OfTheDefaultAreStepsOfAllRanks) {
  const DistMsfProfile gathered = profile_of_auto(std::uint64_t{1} << 40U);
  const DistMsfProfile rounds = profile_of_auto(0);
  EXPECT_EQ(gathered.levels, 0U);
  if (Cluster().size() == 1) {
    EXPECT_EQ(gathered.collective_rounds, 0U);
    EXPECT_EQ(rounds.collective_rounds, 0U);
  } else {
    EXPECT_GT(gathered.collective_rounds, 0U);
    EXPECT_GT(rounds.levels, 0U);
    EXPECT_GT(rounds.collective_rounds, gathered.collective_rounds + rounds.levels);
  }
  EXPECT_EQ(gathered.longest_chain, 0U);
}

}  // namespace
}  // namespace strider::test
