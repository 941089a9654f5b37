// Closeness on a device, emulated under several schedules or a real one.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "conformance/closeness.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {

std::vector<ClosenessPlace> closeness_places() {
  std::vector<ClosenessPlace> places;
  for (const Schedule& schedule : all_schedules()) {
    const auto find = [device = schedule.device](const Graph& graph,
                                                 const ClosenessOptions& options) {
      const ClosenessResult result = closeness(DeviceGraph(test_device(device), graph), options);
      return std::vector<double>(result.scores.begin(), result.scores.end());
    };
    // The oracle and the emulator take long: each schedule gets some of the graphs.
    places.push_back({.name = schedule.name,
                      .find = find,
                      .first = places.size(),
                      .step = 3 * all_schedules().size(),
                      .random = {65},
                      .samples = {40}});
  }
  return places;
}

// More sources than a batch has and than the graph has vertices: some repeat.
TEST(DistancesOnDevice, AreThoseOfTheHost) {
  for (const Schedule& schedule : all_schedules()) {
    for (const Vertex n : {1U, 50U, 300U}) {
      const Graph graph =
          make_graph(n, random_edges(n, 2 * std::size_t{n}, n), Directedness::kDirected, kKeepAll);
      const DeviceGraph there(test_device(schedule.device), graph);
      std::vector<Vertex> sources;
      for (Vertex i = 0; i < 70; ++i) sources.push_back((i * 7919) % n);
      EXPECT_TRUE(
          std::ranges::equal(distances(there, sources).levels, distances(graph, sources, 1).levels))
          << schedule.name << ", " << n;
    }
  }
  const DeviceGraph pair(test_device({}), make_graph(2, line_edges(2)));
  EXPECT_THROW((void)distances(pair, std::vector<Vertex>{2}), UsageError);
  EXPECT_TRUE(distances(pair, {}).levels.empty());
}

TEST(ClosenessOnDevice, IsRefusedWhereItDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  const Device tight = test_device({.memory_bytes = DeviceGraph::predict_bytes(graph) + 700});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("closeness (", [&] { static_cast<void>(closeness(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

TEST(ClosenessOnDevice, TellsOfProgress) {
  std::uint64_t last = 0;
  const auto tell = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 100U);
    EXPECT_GT(done, last);
    last = done;
  };
  (void)closeness(DeviceGraph(test_device({}), make_graph(100, random_edges(100, 400, 1))),
                  {.on_progress = tell});
  EXPECT_EQ(last, 100U);
}

}  // namespace strider::test
