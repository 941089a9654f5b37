// Loops over arcs, as breadth-first search uses them: they know no search.
#include "graph/edge_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "base/atomics.hpp"
#include "graph/bitmap.hpp"
#include "strider/bfs.hpp"
#include "strider/error.hpp"
#include "strider/stop.hpp"
#include "support/graphs.hpp"

namespace strider::detail {
namespace {

/// The first to come gives a vertex its level.
struct Visit {
  static constexpr bool kOnce = true;
  Level* levels;
  Level level;
  [[nodiscard]] bool cond(Vertex v) const { return load_relaxed(levels[v]) == kUnreached; }
  bool update(Vertex /*u*/, Vertex v) const {
    store_relaxed(levels[v], level);
    return true;
  }
  bool update_atomic(Vertex /*u*/, Vertex v) const {
    return compare_exchange_relaxed(levels[v], kUnreached, level);
  }
  [[nodiscard]] const Level* place(Vertex u) const { return &levels[u]; }
};

std::vector<Level> expected_levels(const Graph& graph) {
  const BfsResult result = bfs(graph, 0, {.method = BfsMethod::kSerial, .threads = 1});
  std::vector<Level> levels(graph.num_vertices());
  for (Vertex v = 0; v < levels.size(); ++v) levels[v] = result.levels()[v];
  return levels;
}

std::vector<Level> levels_by_push(const Graph& graph, int threads) {
  std::vector<Level> levels(graph.num_vertices(), kUnreached);
  FrontierQueue queue(graph.num_vertices());
  levels[0] = 0;
  const Vertex source = 0;
  queue.append({&source, 1});
  std::atomic<EdgeIndex> arcs = graph.out().degree(0);
  parallel_workers(threads, [&](Worker& worker) {
    std::size_t begin = 0;
    for (Level level = 1;; ++level) {
      const std::size_t end = queue.size();
      worker.wait();  // all have the same end before anybody appends
      if (begin == end) break;
      arcs +=
          push(worker, graph.out(), queue.window(begin, end), Visit{levels.data(), level}, queue);
      worker.wait();
      begin = end;
    }
  });
  EdgeIndex reached = 0;
  for (Vertex v = 0; v < levels.size(); ++v) {
    if (levels[v] != kUnreached) reached += graph.out().degree(v);
  }
  EXPECT_EQ(arcs, reached);
  return levels;
}

std::vector<Level> levels_by_pull(const Graph& graph, int threads) {
  const Csr& rows = graph.in();
  std::vector<Level> levels(graph.num_vertices(), kUnreached);
  levels[0] = 0;
  Bitmap frontier(graph.num_vertices());
  frontier.clear();
  frontier.set(0);
  for (Level level = 1;; ++level) {
    std::atomic<std::uint64_t> updates = 0;
    parallel_workers(threads, [&](Worker& worker) {
      updates += pull(worker, rows, frontier, Visit{levels.data(), level});
    });
    if (updates == 0) return levels;
    frontier.clear();
    for (Vertex v = 0; v < levels.size(); ++v) {
      if (levels[v] == level) frontier.set(v);
    }
  }
}

TEST(EdgeMap, PushFollowsTheArcsOfAFrontier) {
  for (const auto& [name, graph] : test::search_graphs()) {
    SCOPED_TRACE(name);
    const std::vector<Level> expected = expected_levels(graph);
    EXPECT_EQ(levels_by_push(graph, 1), expected);
    // Barriers take long where threads share cores.
    if (std::ranges::count(expected, Level{50}) > 0) continue;
    for (const int threads : {2, 5}) EXPECT_EQ(levels_by_push(graph, threads), expected);
  }
}
TEST(EdgeMap, PullTakesTheFirstMemberOfTheFrontier) {
  for (const auto& [name, graph] : test::search_graphs()) {
    SCOPED_TRACE(name);
    if (graph.num_vertices() > 1000) continue;  // a pass a level
    for (const int threads : {1, 3}) {
      EXPECT_EQ(levels_by_pull(graph, threads), expected_levels(graph));
    }
  }
}

/// Adds up the other ends.
struct AddUp {
  static constexpr bool kOnce = false;
  std::uint64_t* sums;
  [[nodiscard]] bool cond(Vertex v) const { return v % 3 != 0; }
  bool update(Vertex u, Vertex v) const {
    sums[v] += u;
    return u % 2 == 0;
  }
  bool update_atomic(Vertex u, Vertex v) const {
    sums[v] += u;
    return true;
  }
  [[nodiscard]] const std::uint64_t* place(Vertex u) const { return &sums[u]; }
};

TEST(EdgeMap, PullOfEveryoneMakesEachUpdateOnce) {
  constexpr Vertex kVertices = 5000;
  const Graph graph = test::make_graph(kVertices, test::random_edges(kVertices, 60'000, 1));
  std::vector<std::uint64_t> expected(kVertices, 0);
  std::uint64_t expected_updates = 0;
  for (Vertex v = 0; v < kVertices; ++v) {
    for (const Vertex u : graph.out().neighbors(v)) {
      expected[v] += v % 3 == 0 ? 0 : u;
      expected_updates += v % 3 != 0 && u % 2 == 0 ? 1 : 0;
    }
  }
  for (const int threads : {1, 2, 5}) {
    std::vector<std::uint64_t> sums(kVertices, 0);
    std::atomic<std::uint64_t> updates = 0;
    parallel_workers(threads, [&](Worker& worker) {
      updates += pull(worker, graph.out(), AllVertices{}, AddUp{sums.data()});
    });
    EXPECT_EQ(sums, expected);
    EXPECT_EQ(updates, expected_updates);
  }
}

TEST(EdgeMap, MapsOneArcEach) {
  constexpr std::size_t kVertices = 3001;
  std::vector<Vertex> ends(kVertices);
  for (Vertex v = 0; v < kVertices; ++v) ends[v] = v * 7 % kVertices;
  for (const int threads : {1, 2, 5}) {
    std::vector<std::uint64_t> sums(kVertices, 0);
    parallel_workers(threads, [&](Worker& worker) {
      map_one_arc_each(worker, ends, AddUp{sums.data()});
      worker.wait();
      // One loop after another, of no vertices, too.
      map_one_arc_each(worker, {}, AddUp{sums.data()});
    });
    for (Vertex v = 0; v < kVertices; ++v) ASSERT_EQ(sums[v], ends[v]);
  }
}

TEST(EdgeMap, OwnPartsCoverAllOnce) {
  for (const std::size_t size : {0UL, 1UL, 7UL, 600'000UL}) {
    for (const int threads : {1, 2, 5}) {
      std::vector<std::uint8_t> seen(size, 0);
      parallel_workers(threads, [&](Worker& worker) {
        std::size_t before = worker.member().chunk(size).begin;
        worker.for_own_part(size, [&](std::size_t begin, std::size_t end) {
          EXPECT_EQ(begin, before);
          for (std::size_t i = begin; i < end; ++i) ++seen[i];
          before = end;
        });
      });
      EXPECT_TRUE(std::ranges::all_of(seen, [](std::uint8_t times) { return times == 1; }));
    }
  }
}

TEST(EdgeMap, StopsBetweenChunks) {
  constexpr std::size_t kSize = 1U << 30U;
  for (const int threads : {1, 2}) {
    std::atomic<bool> stop = false;
    std::atomic<std::size_t> done = 0;
    const StopScope scope(stop);
    const auto body = [&](std::size_t begin, std::size_t end) {
      done += end - begin;
      stop = true;
    };
    const auto chunks = [&](Worker& worker) { worker.for_chunks(kSize, 1024, body); };
    const auto parts = [&](Worker& worker) { worker.for_own_part(kSize, body); };
    EXPECT_THROW(parallel_workers(threads, chunks), InterruptedError);
    stop = false;
    EXPECT_THROW(parallel_workers(threads, parts), InterruptedError);
    EXPECT_LT(done, kSize / 2);
  }
}

}  // namespace
}  // namespace strider::detail
