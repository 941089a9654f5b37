// What the methods on ranks send, to the byte: what a message is made of must not change unnoticed.
// GHS is counted by type of message, too, and by the layer that hands them to MPI; and how long the
// chains are that a run is: known beforehand on paths.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "strider/dist_msf.hpp"
#include "strider/generate.hpp"

namespace strider::test {
namespace {

/// What one run sends, all ranks' sums by phase: "control 12/3" are 12 bytes in 3 messages.
template <class W, class Parameters>
std::string sent(const Parameters& parameters, const DistMsfTuning& tuning) {
  const Cluster cluster;
  DistGraph graph(cluster, DistInput::generate(cluster, parameters),
                  {.purpose = GraphPurpose::kForest});
  DistMsfSolver<W> solver(graph, {.threads = 1, .tuning = tuning});
  DistMsfResult<W> result;
  for (int run = 0; run < 2; ++run) solver.run(result);
  std::string text;
  for (const DistTraffic::Phase& phase : result.traffic().by_phase) {
    if (phase.sum.messages == 0) continue;
    text += fmt::format("{} {}/{} ", phase.name, phase.sum.bytes, phase.sum.messages);
  }
  return text;
}

constexpr DistMsfTuning kGathered{.replicating_ranks = 0};
constexpr DistMsfTuning kInRounds{.gather_edges = 0, .replicating_ranks = 0};
constexpr DistMsfTuning kReplicated{};

constexpr RmatParameters kDense{.scale = 10, .weights = {.kind = WeightKind::kUniformReal}};
constexpr UniformParameters kSparse{
    .num_vertices = 1500, .num_edges = 3000, .weights = {.kind = WeightKind::kUniformInteger}};

constexpr GridParameters kGrid{
    .rows = 60, .columns = 50, .weights = {.kind = WeightKind::kUniformInteger}};

using Golden = std::map<int, std::string>;  // by the number of ranks

void expect(const std::string& found, const Golden& golden) {
  const auto expected = golden.find(Cluster().size());
  EXPECT_EQ(found, expected == golden.end() ? "" : expected->second);
}

TEST(DistMsfTraffic, OfDenseGraphsGathered) {
  expect(sent<float>(kDense, kGathered),
         {{2, "control 2668/148 reduce 842/8 exchange 5728/73 "},
          {4, "control 14208/444 reduce 1734/48 exchange 16999/406 "},
          {7, "control 47280/948 reduce 2484/144 exchange 40965/1271 "}});
}
TEST(DistMsfTraffic, OfDenseGraphsInRounds) {
  expect(sent<float>(kDense, kInRounds),
         {{2, "control 3644/384 reduce 1692/22 exchange 5952/192 "},
          {4, "control 17376/1212 reduce 4243/122 exchange 20127/1072 "},
          {7, "control 53616/2484 reduce 7030/366 exchange 53145/3239 "}});
}
TEST(DistMsfTraffic, OfDenseGraphsReplicated) {
  expect(sent<float>(kDense, kReplicated), {{2, "control 2244/46 exchange 15468/28 "},
                                            {4, "control 12936/138 exchange 40104/105 "},
                                            {7, "control 44496/276 exchange 68640/264 "}});
}
TEST(DistMsfTraffic, OfSparseGraphsGathered) {
  expect(sent<std::uint32_t>(kSparse, kGathered),
         {{2, "control 392/94 reduce 3938/8 exchange 8598/47 "},
          {4, "control 1176/282 reduce 6486/48 exchange 20961/270 "},
          {7, "control 2352/564 reduce 7824/144 exchange 29785/791 "}});
}
TEST(DistMsfTraffic, OfSparseGraphsInRounds) {
  expect(sent<std::uint32_t>(kSparse, kInRounds),
         {{2, "control 1528/370 reduce 6612/20 exchange 9065/169 "},
          {4, "control 4584/1110 reduce 15465/118 exchange 25348/979 "},
          {7, "control 8688/2100 reduce 23262/370 exchange 44377/2831 "}});
}
TEST(DistMsfTraffic, OfSparseGraphsReplicated) {
  expect(sent<std::uint32_t>(kSparse, kReplicated), {{2, "control 112/26 exchange 30692/19 "},
                                                     {4, "control 336/78 exchange 67776/72 "},
                                                     {7, "control 672/156 exchange 112680/181 "}});
}
TEST(DistMsfTraffic, OfGridsInRounds) {
  expect(sent<std::uint32_t>(kGrid, kInRounds),
         {{2, "control 1024/246 reduce 494/16 exchange 1114/98 "},
          {4, "control 4104/990 reduce 2331/102 exchange 6903/752 "},
          {7, "control 8208/1980 reduce 5730/330 exchange 20583/2368 "}});
}

struct Sent {
  std::map<std::string, DistMsfProfile::Messages> by_type;
  std::uint64_t bytes = 0;  ///< of the exchange, as handed to MPI
  std::uint64_t packets = 0;
  std::uint64_t edges = 0;
  std::uint64_t vertices = 0;
};

Sent send(const GhsOptions& options, std::size_t repetitions = 1) {
  const Cluster cluster;
  const DistInput input = DistInput::generate(
      cluster, RmatParameters{.scale = 9, .weights = {.kind = WeightKind::kUniformReal}});
  const DistGraph graph(cluster, input, {.purpose = GraphPurpose::kForest});
  DistMsfSolver<float> solver(graph, {.method = DistMsfMethod::kGhs, .ghs = options});
  DistMsfResult<float> result;
  for (std::size_t i = 0; i < repetitions; ++i) solver.run(result);
  Sent sent;
  for (const DistMsfProfile::Messages& messages : result.profile().messages) {
    sent.by_type[std::string(messages.type)] = messages;
  }
  for (const DistTraffic::Phase& phase : result.traffic().by_phase) {
    if (phase.name != "exchange") continue;
    sent.bytes = phase.sum.bytes;
    sent.packets = phase.sum.messages;
  }
  sent.edges = graph.num_edges();
  sent.vertices = graph.num_vertices();
  return sent;
}

/// 80 and 152 bits, and nothing else goes over the wire.
void expect_sizes(const Sent& sent, std::uint64_t bytes_short, std::uint64_t bytes_long) {
  std::uint64_t bytes = 0;
  for (const auto& [type, messages] : sent.by_type) {
    const bool is_long = type == "initiate" || type == "test" || type == "report";
    EXPECT_EQ(messages.bytes, messages.wired * (is_long ? bytes_long : bytes_short)) << type;
    EXPECT_LE(messages.wired, messages.sent);
    bytes += messages.bytes;
  }
  EXPECT_EQ(sent.bytes, bytes);
  if (Cluster().size() == 1) {
    EXPECT_EQ(bytes, 0U);
  } else {
    EXPECT_GT(bytes, 0U);
  }
}

TEST(GhsTraffic, CompressedMessagesHave80Or152Bits) {
  expect_sizes(send({}), 10, 19);
}
TEST(GhsTraffic, PlainMessagesHave208Bits) {
  expect_sizes(send({.messages = GhsMessages::kPlain}), 26, 26);
}
TEST(GhsTraffic, CountsOfALaterRunAreItsOwn) {
  expect_sizes(send({}, 3), 10, 19);
}

/// Gallager, Humblet and Spira 1983: at most 5 n log n + 2 m messages; and each kind's own bound.
TEST(GhsTraffic, SendsNoMoreThanTheAlgorithmMay) {
  const Sent sent = send({});
  const std::uint64_t levels = 9;
  const auto of = [&](const std::string& type) { return sent.by_type.at(type).sent; };
  EXPECT_LE(of("reject"), 2 * sent.edges);
  EXPECT_LE(of("connect"), 2 * sent.vertices);
  EXPECT_LE(of("initiate"), sent.vertices * levels);
  EXPECT_LE(of("report"), of("initiate"));  // who joins late may not search
  EXPECT_LE(of("accept"), sent.vertices * levels);
  std::uint64_t all = 0;
  for (const auto& [type, messages] : sent.by_type) all += messages.sent;
  EXPECT_LE(all, 5 * sent.vertices * levels + 2 * sent.edges);
}

/// A packet has no more than it may, and less only where it was flushed.
TEST(GhsTraffic, GathersMessages) {
  const Sent together = send({});
  const Sent apart = send({.aggregation_bytes = 64});
  EXPECT_GE(apart.packets * 64, apart.bytes);
  if (Cluster().size() > 1) {
    EXPECT_LT(together.packets, apart.packets);
  }
}

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
