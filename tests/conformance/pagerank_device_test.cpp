// PageRank on a device, emulated under several schedules or a real one.
#include <gtest/gtest.h>

#include "conformance/pagerank.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {

std::vector<PageRankTestPlace> pagerank_places() {
  std::vector<PageRankTestPlace> places;
  for (const Schedule& schedule : all_schedules()) {
    const auto find = [device = schedule.device](const Graph& graph,
                                                 const PageRankOptions& options) {
      return to_found(pagerank(DeviceGraph(test_device(device), graph), options));
    };
    places.push_back({.name = schedule.name,
                      .find = find,
                      .step = all_schedules().size(),
                      .first = places.size(),
                      .random = 60,
                      .path = 200});
  }
  return places;
}

TEST(PageRankOnDevice, IsTheSameForEverySchedule) {
  const Graph graph = make_graph(256, skewed_edges(8, 2048, 5), Directedness::kDirected);
  const PageRankResult first = pagerank(DeviceGraph(test_device(kOneWarp.device), graph));
  for (const Schedule& schedule : all_schedules()) {
    const PageRankResult found = pagerank(DeviceGraph(test_device(schedule.device), graph));
    EXPECT_EQ(to_found(found).scores, to_found(first).scores);
  }
}

TEST(PageRankOnDevice, RefusesWhatDoesNotFit) {
  const Graph graph = make_graph(700, random_edges(700, 900, 1));
  // Four numbers of 8 bytes a vertex, and three sums.
  const std::uint64_t all = DeviceGraph::predict_bytes(graph) + 32 * 700 + 24;
  const DeviceGraph fits(test_device({.memory_bytes = all}), graph);
  EXPECT_TRUE(pagerank(fits).converged);
  const Device tight = test_device({.memory_bytes = all - 1});
  const DeviceGraph there(tight, graph);
  const std::uint64_t free = tight.free_bytes();
  expect_error<MemoryError>("PageRank (", [&] { static_cast<void>(pagerank(there)); });
  EXPECT_EQ(tight.free_bytes(), free) << "nothing stays taken";
}

}  // namespace strider::test
