// What the default method sends, to the byte: what a message is made of must not change unnoticed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

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
         {{2, "control 8800/144 reduce 842/8 exchange 5728/73 "},
          {4, "control 51024/432 reduce 1734/48 exchange 16999/406 "},
          {7, "control 176160/924 reduce 2484/144 exchange 40965/1271 "}});
}
TEST(DistMsfTraffic, OfDenseGraphsInRounds) {
  expect(sent<float>(kDense, kInRounds),
         {{2, "control 9776/380 reduce 1692/22 exchange 5952/192 "},
          {4, "control 54192/1200 reduce 4243/122 exchange 20127/1072 "},
          {7, "control 182496/2460 reduce 7030/366 exchange 53145/3239 "}});
}
TEST(DistMsfTraffic, OfDenseGraphsReplicated) {
  expect(sent<float>(kDense, kReplicated), {{2, "control 8376/42 exchange 27788/28 "},
                                            {4, "control 49752/126 exchange 114024/123 "},
                                            {7, "control 173376/252 exchange 327360/336 "}});
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
  expect(sent<std::uint32_t>(kSparse, kReplicated), {{2, "control 112/26 exchange 36852/19 "},
                                                     {4, "control 336/78 exchange 104736/90 "},
                                                     {7, "control 672/156 exchange 242040/253 "}});
}
TEST(DistMsfTraffic, OfGridsInRounds) {
  expect(sent<std::uint32_t>(kGrid, kInRounds),
         {{2, "control 1024/246 reduce 494/16 exchange 1114/98 "},
          {4, "control 4104/990 reduce 2331/102 exchange 6903/752 "},
          {7, "control 8208/1980 reduce 5730/330 exchange 20583/2368 "}});
}

}  // namespace
}  // namespace strider::test
