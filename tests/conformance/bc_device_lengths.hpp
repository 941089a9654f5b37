// What tests of betweenness by lengths on a device share.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/bc.hpp"
#include "strider/gpu.hpp"
#include "support/graphs.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"
#include "support/weighted_graphs.hpp"

namespace strider::test {

inline const std::vector<Schedule>& schedules_by_lengths() {
  static const std::vector<Schedule> kSchedules = {kOneWarp,
                                                   kInterrupted,
                                                   {kWarpStarved.name, kWarpStarved.device, 96},
                                                   {kBlockStarved.name, kBlockStarved.device, 64}};
  return kSchedules;
}
/// Another one for each turn, with each question in the end.
inline const Schedule& schedule_of(std::size_t turn) {
  return schedules_by_lengths()[(turn + turn / 4) % schedules_by_lengths().size()];
}

/// Every question, in turn.
inline BetweennessOptions question(std::size_t number, Vertex n) {
  BetweennessOptions options;
  switch (number % 4) {
    case 0:
      options.sources = some_vertices(n, 3);
      break;
    case 1:
      options.of = BetweennessOf::kEdges;
      options.sources = some_vertices(n, 2);
      break;
    case 2:
      options.scale = BetweennessScale::kNormalized;
      options.endpoints = BetweennessEndpoints::kIncluded;
      options.samples = std::min<Vertex>(n, 3);
      break;
    default:
      options.sources = some_vertices(n, 3);
      options.targets = some_vertices(n, 4);
      options.endpoints = BetweennessEndpoints::kIncluded;
  }
  return options;
}

template <class W>
void expect_oracle(const WeightedGraph<W>& graph, BetweennessOptions options,
                   const Schedule& schedule, const std::string& what) {
  const WeightedDeviceGraph<W> on_device(test_device(schedule.device), graph);
  options.run.threads = 1;
  const BetweennessResult result =
      betweenness(on_device, options, {.tuning = {.block_threads = schedule.block_threads}});
  const BetweennessResult oracle = oracle_of(graph, options);
  expect_same_scores(result, oracle, what);
  EXPECT_EQ(result.edges_traversed, oracle.edges_traversed) << what;
}

}  // namespace strider::test
