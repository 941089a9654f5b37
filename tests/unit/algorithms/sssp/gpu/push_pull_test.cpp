// What a search for shortest paths does on a device, besides finding them.
#include "algorithms/sssp/gpu/push_pull.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include "unit/simt/device_bench.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// An undirected graph, its rows by ascending weight.
struct Example {
  std::vector<u32> offsets, targets;
  std::vector<float> weights;

  Example(u32 vertices, const std::vector<std::tuple<u32, u32, float>>& edges) {
    std::vector<std::vector<std::pair<float, u32>>> rows(vertices);
    for (const auto& [u, v, weight] : edges) {
      rows[u].emplace_back(weight, v);
      rows[v].emplace_back(weight, u);
    }
    offsets.push_back(0);
    for (auto& row : rows) {
      std::sort(row.begin(), row.end());
      for (const auto& [weight, v] : row) {
        targets.push_back(v);
        weights.push_back(weight);
      }
      offsets.push_back(static_cast<u32>(targets.size()));
    }
  }
  [[nodiscard]] u32 vertices() const { return static_cast<u32>(offsets.size() - 1); }

  /// Relaxes all arcs until none lowers a distance.
  [[nodiscard]] std::vector<float> distances_from(u32 source) const {
    std::vector<float> distances(vertices(), kInfinity);
    distances[source] = 0;
    for (bool lowers = true; lowers;) {
      lowers = false;
      for (u32 u = 0; u < vertices(); ++u) {
        for (u32 arc = offsets[u]; arc < offsets[u + 1]; ++arc) {
          const float distance = distances[u] + weights[arc];
          if (distance >= distances[targets[arc]]) continue;
          distances[targets[arc]] = distance;
          lowers = true;
        }
      }
    }
    return distances;
  }
};

struct Settings {
  float delta;
  bool may_pull = false;
  u32 single_block_rows = 0;
};

/// A search from vertex 0, and the state that it leaves.
struct SearchFromZero {
  Example graph;
  std::vector<u32> distances, queues, queued, piles, settled, split_rows, split_chunks;
  std::vector<ArcSpan> spans;
  std::vector<PushPullControl<u32>> control;

  SearchFromZero(const Example& example, const Settings& settings, const Schedule& schedule)
      : graph(example),
        distances(example.vertices()),
        queues(2UL * example.vertices()),
        queued(2UL * words()),
        piles(2UL * example.vertices()),
        settled(words()),
        split_rows(example.vertices()),
        split_chunks(example.vertices()),
        spans(example.vertices()),
        control(1) {
    DeviceBench bench(schedule);
    bench.run({.grid = 2, .block = 64}, start_push_pull<float, float>, on(bench, settings), 0,
              words());
    bench.run_cooperative({.grid = 2, .block = 64}, search_push_pull<float, float>,
                          on(bench, settings));
  }
  [[nodiscard]] u32 words() const { return (graph.vertices() + 31) / 32; }

  void expect_paths(const std::string& what) const {
    const std::vector<float> expected = graph.distances_from(0);
    for (u32 v = 0; v < graph.vertices(); ++v) {
      ASSERT_EQ(distance_of<float>(distances[v]), expected[v]) << what << ", vertex " << v;
    }
  }

 private:
  PushPullSearch<float, float> on(DeviceBench& bench, const Settings& settings) {
    const u32 n = graph.vertices();
    u32* const queue = bench.put(queues);
    u32* const bits = bench.put(queued);
    u32* const pile = bench.put(piles);
    return {.arcs = {n, bench.put(graph.offsets), nullptr, bench.put(graph.targets),
                     bench.put(graph.weights)},
            .num_arcs = graph.targets.size(),
            .distances = bench.put(distances),
            .queues = {queue, queue + n},
            .queued = {bits, bits + words()},
            .piles = {pile, pile + n},
            .settled = bench.put(settled),
            .spans = bench.put(spans),
            .control = bench.put(control),
            .split = {bench.put(split_rows), bench.put(split_chunks)},
            .classes = {.warp_degree = 32, .split_degree = 256},
            .max_degree = n,
            .single_block = {settings.single_block_rows, ~u64{0}},
            .may_pull = settings.may_pull,
            .delta = key_of(settings.delta),
            .cutoff = kUnreachedKey<float> - 1,
            .target = kNoVertex};
  }
};

/// A number from 0 on that looks random.
u32 drawn(u32 i) {
  u32 x = (i + 1) * 0x9E37'79B1U;
  x ^= x >> 15U;
  x *= 0x85EB'CA77U;
  return x ^ x >> 13U;
}
/// A dense part, which light arcs connect, and a path of heavy ones that hangs on it.
Example dense_with_path() {
  constexpr u32 kDense = 60;
  constexpr u32 kPath = 40;
  std::vector<std::tuple<u32, u32, float>> edges;
  for (u32 i = 0; i < 1000; ++i) {
    edges.emplace_back(drawn(2 * i) % kDense, drawn(2 * i + 1) % kDense,
                       static_cast<float>(drawn(i) % 1000 + 1));
  }
  for (u32 v = kDense - 1; v + 1 < kDense + kPath; ++v) edges.emplace_back(v, v + 1, 700.F);
  return {kDense + kPath, edges};
}

// When the dense part is settled, few arcs are left, those of the path; and those that the dense
// part has left to relax are more.
TEST(PushPull, PullsWhereItMayAndNotElse) {
  const Example graph = dense_with_path();
  for (const Schedule& schedule : schedules()) {
    for (const float delta : {20.F, 60.F, 150.F}) {
      const SearchFromZero pulled(graph, {.delta = delta, .may_pull = true}, schedule);
      pulled.expect_paths("with a pull");
      EXPECT_GT(pulled.control[0].unsettled.value, 0U) << "delta " << delta;
      const SearchFromZero pushed(graph, {.delta = delta}, schedule);
      pushed.expect_paths("without a pull");
      EXPECT_EQ(pushed.control[0].unsettled.value, 0U) << "delta " << delta;
    }
  }
}

// 300 vertices at distance 1, and arcs between them that lead nowhere sooner, each a delta and more
// heavier than the one before: to pass over one at a time would take 300 steps.
TEST(PushPull, PassesOverArcsOfNoUseInFewSteps) {
  constexpr u32 kLeaves = 300;
  std::vector<std::tuple<u32, u32, float>> edges;
  for (u32 v = 1; v <= kLeaves; ++v) edges.emplace_back(0, v, 1.F);
  for (u32 v = 1; v < kLeaves; ++v) edges.emplace_back(v, v + 1, 10.F * static_cast<float>(v));
  const SearchFromZero run({kLeaves + 1, edges}, {.delta = 1.F, .single_block_rows = 2 * kLeaves},
                           {});
  run.expect_paths("leaves");
  const u32 steps = run.control[0].stopped_at.round;
  EXPECT_GT(steps, 2U);
  EXPECT_LT(steps, 30U);
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
