// The parts of a rank's local work, each by itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "algorithms/bfs/ranks/one_d/host/noted_ghosts.hpp"
#include "algorithms/bfs/ranks/one_d/host/rank_top_down.hpp"
#include "algorithms/bfs/ranks/one_d/host/remote_parents.hpp"
#include "base/random.hpp"
#include "partition/ids.hpp"
#include "ranks/one_d/name_kernels.hpp"
#include "support/graphs.hpp"
#include "support/instruction_sets.hpp"

namespace strider::detail {
namespace {

using NameKernels = test::OnInstructionSet;
INSTANTIATE_TEST_SUITE_P(AllTargets, NameKernels, test::instruction_sets(),
                         test::instruction_set_name);

TEST_P(NameKernels, NameLocalIdsAndThoseThatAreNone) {
  for (const std::size_t count : {0U, 1U, 7U, 8U, 64U, 1000U}) {
    CounterRng rng(3, count);
    constexpr Vertex kLocalIds = 640;
    Array<Vertex> local_ids(count);
    for (Vertex& local_id : local_ids.span()) {
      local_id = rng.below(4) == 0 ? kNoVertex : static_cast<Vertex>(rng.below(kLocalIds));
    }
    Array<std::uint64_t> firsts(kLocalIds / 64);
    for (auto& first : firsts.span()) first = rng.below(1ULL << 50U);
    Array<std::uint64_t> wide(kLocalIds);
    Array<std::uint32_t> narrow(kLocalIds);
    for (auto& name : wide.span()) name = rng.below(1ULL << 60U);
    for (auto& name : narrow.span()) name = static_cast<std::uint32_t>(rng.below(1ULL << 32U));
    Array<GlobalVertex> names(count);
    const auto expect = [&](auto&& name_of) {
      for (std::size_t i = 0; i < count; ++i) {
        const GlobalVertex expected =
            local_ids[i] == kNoVertex ? kNoGlobalVertex : GlobalVertex{name_of(local_ids[i])};
        ASSERT_EQ(names[i], expected) << i << " of " << count;
      }
    };
    for (const std::uint64_t stride : {1ULL, 3ULL, 1ULL << 33U}) {
      name_by_blocks(local_ids.data(), count, firsts.data(), stride, names.data());
      expect([&](Vertex c) { return firsts[c / 64] + c % 64 * stride; });
    }
    name_by_table(local_ids.data(), count, narrow.data(), names.data());
    expect([&](Vertex c) { return narrow[c]; });
    name_by_table(local_ids.data(), count, wide.data(), names.data());
    expect([&](Vertex c) { return wide[c]; });
  }
}

TEST(NotedGhosts, ReachTheirOwnersAsGhosts) {
  // Two ranges behind 64 own vertices, and what is noted of them: few local ids, or many.
  constexpr std::uint32_t kOwn = 64;
  PeerGhosts first;
  first.range_begin = kOwn;
  first.range_size = 600;
  PeerGhosts second;
  second.range_begin = kOwn + 640;
  second.range_size = 1000;
  const std::size_t words = (second.range_begin + 1024) / 32;
  for (const std::size_t count : {0U, 5U, 256U, 257U, 900U}) {
    CounterRng rng(5, count);
    std::set<Vertex> chosen;
    while (chosen.size() < count) {
      const auto ghost = static_cast<Vertex>(rng.below(1600));
      chosen.insert(ghost < 600 ? first.range_begin + ghost : second.range_begin + ghost - 600);
    }
    std::vector<Vertex> list(chosen.begin(), chosen.end());
    std::reverse(list.begin(), list.end());
    std::vector<std::uint32_t> bitmap(words, 0);
    NotedGhosts noted(bitmap, kOwn / 64);
    noted.take(list);
    for (const PeerGhosts& owner : {first, second}) {
      Array<std::uint64_t> room((owner.range_size + 63) / 64);
      Array<std::byte> message(comm::bound(owner.range_size));
      const std::size_t bytes =
          noted.write(owner, comm::Encoding::kAuto, room.span(), message.span());
      Array<std::uint32_t> buffer;
      std::set<Vertex> read;
      comm::decode(std::as_const(message).span().first(bytes), owner.range_size, buffer)
          .for_each([&](std::uint32_t ghost) { read.insert(owner.range_begin + ghost); });
      std::set<Vertex> expected;
      for (const Vertex local_id : chosen) {
        if (local_id - owner.range_begin < owner.range_size) expected.insert(local_id);
      }
      EXPECT_EQ(read, expected) << count << " local ids";
    }
  }
}

TEST(RemoteParents1d, AreListedByRank) {
  constexpr Vertex kOwn = 200;
  for (const int threads : {1, 3}) {
    Workspace workspace;
    RemoteParents1d remote(workspace, 4, kOwn, threads);
    workspace.take("tests", HostMemory());
    for (int search = 0; search < 2; ++search) {
      remote.clear();
      EXPECT_EQ(remote.size(), 0U);
      std::vector<Vertex> ranks(kOwn, 77);
      for (const auto& [rank, v] : {std::pair{1U, 140U}, {3U, 3U}, {1U, 33U}, {3U, 199U}}) {
        remote.add<false>(v);
        ranks[v] = rank;
      }
      remote.grow(4);
      EXPECT_EQ(remote.size(), 4U);
      remote.list_by_rank(ranks);
      const auto of = [&](int rank) {
        return std::vector<Vertex>(remote.of(rank).begin(), remote.of(rank).end());
      };
      EXPECT_EQ(of(0), std::vector<Vertex>());
      EXPECT_EQ(of(1), (std::vector<Vertex>{33, 140}));
      EXPECT_EQ(of(2), std::vector<Vertex>());
      EXPECT_EQ(of(3), (std::vector<Vertex>{3, 199}));
      EXPECT_EQ(ranks[140], 140U);
      EXPECT_EQ(ranks[141], 77U);
    }
  }
}

TEST(RankTopDown, FindsTheSameWithOneAndManyThreads) {
  const Graph graph = test::make_graph(1U << 11U, test::skewed_edges(11, 1U << 14U, 21));
  // The first 1000 rows are a rank's own; all vertices are local ids.
  constexpr Vertex kOwn = 1000;
  const Csr& csr = graph.out();
  const Csr rows(Array<EdgeIndex>::copy_of(csr.offsets().span().first(kOwn + 1)),
                 Array<Vertex>::copy_of(csr.targets().span().first(csr.offsets()[kOwn])));
  const std::size_t blocks = (1U << 11U) / 64;
  for (const int threads : {1, 3}) {
    FrontierLists frontier(kOwn, threads, kOwn);
    frontier.split(kOwn, threads, 64);
    std::vector<std::uint32_t> visited(2 * blocks, 0);
    for (Vertex v = 0; v < kOwn; v += 37) {
      frontier.serial().push(v, rows.degree(v));
      visited[v / 32] |= 1U << (v % 32);
    }
    std::vector<std::uint32_t> expected = visited;
    std::set<Vertex> found;
    for (Vertex v = 0; v < kOwn; v += 37) {
      for (const Vertex local_id : rows.neighbors(v)) {
        if ((visited[local_id / 32] >> (local_id % 32) & 1U) != 0) continue;
        expected[local_id / 32] |= 1U << (local_id % 32);
        found.insert(local_id);
      }
    }
    Workspace workspace;
    RankTopDown top_down(workspace, rows, blocks, threads);
    workspace.take("tests", HostMemory());
    const auto expect_parents = [&](const std::vector<Vertex>& parents) {
      for (const Vertex local_id : found) {
        ASSERT_EQ(parents[local_id] % 37, 0U);
        const auto row = rows.neighbors(parents[local_id]);
        ASSERT_TRUE(std::find(row.begin(), row.end(), local_id) != row.end());
      }
    };
    std::vector<Vertex> parents(1U << 11U, kNoVertex);
    std::vector<std::uint32_t> map(2 * blocks, 1);
    auto seen = visited;
    top_down.expand(frontier, seen.data(), map.data(), parents.data());
    EXPECT_EQ(seen, expected);
    for (Vertex c = 0; c < 1U << 11U; ++c) {
      ASSERT_EQ(map[c / 32] >> (c % 32) & 1U, found.count(c)) << c;
    }
    expect_parents(parents);

    parents.assign(parents.size(), kNoVertex);
    seen = visited;
    std::vector<Vertex> own(kOwn);
    std::vector<Vertex> others(1U << 11U);
    RankTopDown::Lists lists{own.data(), 0, others.data(), 0};
    top_down.expand_serially(frontier, seen.data(), parents.data(), lists);
    EXPECT_EQ(seen, expected);
    std::set<Vertex> listed(own.begin(), own.begin() + static_cast<std::ptrdiff_t>(lists.num_own));
    for (const Vertex v : listed) EXPECT_LT(v, kOwn);
    listed.insert(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(lists.num_others));
    EXPECT_EQ(listed, found);
    expect_parents(parents);
  }
}

}  // namespace
}  // namespace strider::detail
