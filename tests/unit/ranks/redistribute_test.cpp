#include "ranks/edges/redistribute.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/workspace.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/error.hpp"
#include "support/compare_graphs.hpp"
#include "support/gather.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

struct Record {
  std::uint64_t source;
  std::uint64_t target;
  double weight;
  friend bool operator==(const Record&, const Record&) = default;
  friend auto operator<=>(const Record&, const Record&) = default;
};

TEST(Redistribute, BringsEveryRecordToItsRank) {
  const auto& world = test_world();
  const auto ranks = static_cast<std::uint64_t>(world.size());
  EdgeList list = test::random_list(1000, 3000, Directedness::kDirected);
  test::add_weights<double>(list);
  const HeldEdges source(list, world.rank(), world.size());
  for (const std::uint64_t chunk : {1ULL, 100ULL, 0ULL}) {
    if (chunk == 1 && world.size() > 4) continue;
    for (const int threads : {1, 3}) {
      // As many copies as the source's remainder by 4 says, none to three.
      std::vector<Record> mine;
      redistribute<Record, double, 3>(
          world, source, {.threads = threads, .chunk = chunk},
          [&](const ListedEdge<double>& edge, auto&& emit) {
            for (std::uint64_t copy = 0; copy < edge.source % 4; ++copy) {
              emit(static_cast<int>((edge.target + copy) % ranks),
                   Record{edge.source, edge.target + copy, edge.weight});
            }
          },
          [&](Array<Record>&& came) { mine.insert(mine.end(), came.begin(), came.end()); });
      std::vector<Record> expected;
      const auto& weights = std::get<Array<double>>(list.weights);
      for (std::size_t i = 0; i < list.edges.size(); ++i) {
        const auto [u, v] = list.edges[i];
        for (std::uint64_t copy = 0; copy < u % 4; ++copy) {
          if ((v + copy) % ranks != static_cast<std::uint64_t>(world.rank())) continue;
          expected.push_back({u, v + copy, weights[i]});
        }
      }
      std::sort(mine.begin(), mine.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(mine, expected);
    }
  }
}

// All records are for the last rank: more than its share, which comes in parts.
TEST(Redistribute, CutsChunksWhereOneRankGetsTooMuchAndKeepsTheOrder) {
  const auto& world = test_world();
  const auto ranks = static_cast<std::uint64_t>(world.size());
  const std::uint64_t chunk = 100;
  const EdgeList list = test::random_list(1000, 1000 * ranks, Directedness::kDirected);
  const HeldEdges source(list, world.rank(), world.size());
  const int last = world.size() - 1;
  std::uint64_t came = 0;
  std::uint64_t most = 0;
  std::vector<std::uint64_t> before(ranks, 0);  // the number of the last record, by rank
  redistribute<GlobalEdge, NoWeight, 2>(
      world, source, {.chunk = chunk},
      [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
        for (std::uint64_t copy = 0; copy < 2; ++copy) {
          emit(last, GlobalEdge{static_cast<GlobalVertex>(world.rank()), 2 * edge.number + copy});
        }
      },
      [&](Array<GlobalEdge>&& records) {
        came += records.size();
        most = std::max<std::uint64_t>(most, records.size());
        for (const auto& [rank, number] : records) {
          EXPECT_EQ(number, before[rank]++) << "in the order of the slice";
        }
      });
  EXPECT_EQ(came, world.rank() == last ? 2 * list.edges.size() : 0);
  EXPECT_LE(most, records_at_a_time<2>(chunk, world.size()));
}

TEST(Redistribute, HasAsManyRoundsOnAnyNumberOfRanks) {
  constexpr std::uint64_t kEdges = 1ULL << 26U;  // of a rank: scale 32 on 1024 of them
  constexpr std::uint64_t kAtATime = edges_at_a_time<std::uint64_t, NoWeight, 2>();
  EXPECT_LT(kEdges / kAtATime, 100U);
  constexpr int kRanks = 10'000;
  EXPECT_LE((redistribute_bytes<std::uint64_t, NoWeight, 2>({.chunk = kAtATime}, kRanks).most),
            (1ULL << 26U) + kRanks * sizeof(std::uint64_t));
}

TEST(Redistribute, KnowsWhatAChunkTakes) {
  Workspace workspace;
  const OutgoingChunk<Record, double, 3> weighted(workspace, 1000, 2, 1);
  const std::uint64_t bytes = workspace.host_bytes();
  EXPECT_EQ(bytes, (OutgoingChunk<Record, double, 3>::bytes(1000)));
  const OutgoingChunk<std::uint32_t, NoWeight, 2> plain(workspace, 1000, 2, 1);
  EXPECT_EQ(workspace.host_bytes() - bytes,
            (OutgoingChunk<std::uint32_t, NoWeight, 2>::bytes(1000)));
}

// The last rank has no more than one edge.
TEST(Redistribute, HasTheRoundsOfTheLongestSlice) {
  const auto& world = test_world();
  const std::uint64_t mine = world.rank() == world.size() - 1 ? 1 : 25;
  const HeldEdges source(10, Directedness::kDirected, Array<GlobalEdge>(mine, GlobalEdge{1, 2}));
  const auto plan = plan_redistribution<GlobalEdge, NoWeight, 1>(world, source, {.chunk = 10});
  EXPECT_EQ(plan.rounds, world.size() == 1 ? 1U : 3U);
  std::uint64_t came = 0;
  redistribute<GlobalEdge, NoWeight, 1>(
      world, source, {.chunk = 10},
      [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
        emit(0, GlobalEdge{edge.source, edge.target});
      },
      [&](Array<GlobalEdge>&& records) { came += records.size(); });
  const auto others = static_cast<std::uint64_t>(world.size() - 1);
  EXPECT_EQ(came, world.rank() == 0 ? 25 * others + 1 : 0);
}

TEST(Redistribute, ThrowsOnAllRanksWhatOneThrows) {
  const auto& world = test_world();
  const EdgeList list = test::random_list(1000, 500, Directedness::kDirected);
  const HeldEdges source(list, world.rank(), world.size());
  const int last = world.size() - 1;
  const auto run = [&](bool in_route) {
    redistribute<GlobalEdge, NoWeight, 1>(
        world, source, {.chunk = 10},
        [&](const ListedEdge<NoWeight>& edge, auto&& emit) {
          if (in_route && world.rank() == last && edge.number == 15) throw InputError("the route");
          emit(last, GlobalEdge{edge.source, edge.target});
        },
        [&](Array<GlobalEdge>&& came) {
          if (!in_route && !came.empty()) throw UsageError("the consumer");
        });
  };
  EXPECT_THROW(run(true), InputError);
  EXPECT_THROW(run(false), UsageError);
}

TEST(NodeMemory, CountsAllRanksOfTheMachine) {
  // Three quarters of what there is are too much where two ranks want as much.
  const NodeMemory memory(test_world());
  const std::uint64_t available = available_memory_bytes();
  if (test_world().size() == 1) {
    EXPECT_NO_THROW(memory.require(available / 2, "a test"));
  } else {
    EXPECT_THROW(memory.require(available / 4 * 3, "a test"), MemoryError);
  }
  EXPECT_NO_THROW(memory.require(1, "a test"));
}

}  // namespace
}  // namespace strider::detail
