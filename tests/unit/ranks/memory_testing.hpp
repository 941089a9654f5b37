// What building takes of a rank's memory, against what it predicts and reports.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ranks/memory/memory_steps.hpp"
#include "support/counted_memory.hpp"

namespace strider::detail {

/// Arrays of a few bytes are not in the account.
inline constexpr std::uint64_t kSmallArrays = 1 << 16;

/// build(steps) returns a graph and what its steps say; what Arrays hold meanwhile is held against
/// that. Returns their bytes at the peak.
template <class Build>
std::uint64_t expect_as_predicted(Build&& build) {
  std::vector<MemoryStep> steps;
  const std::uint64_t before = test::held_array_bytes();
  test::restart_peak();
  const auto graph = build(steps);
  const std::uint64_t peak = test::peak_array_bytes() - before;
  std::uint64_t predicted = 0;
  std::uint64_t reported = 0;
  for (const MemoryStep& step : steps) {
    EXPECT_LE(step.peak_bytes, step.predicted_bytes) << step.name;
    predicted = std::max(predicted, step.predicted_bytes);
    reported = std::max(reported, step.peak_bytes);
  }
  EXPECT_FALSE(steps.empty());
  EXPECT_LE(peak, predicted + kSmallArrays);
  // The account is what there is: neither arrays forgotten nor made up. It may be somewhat more:
  // what several threads have yet to release is the most of each, which in small graphs is much.
  EXPECT_LE(peak, reported + reported / 50 + kSmallArrays);
  EXPECT_GE(peak + peak / 4 + kSmallArrays, reported);
  return peak;
}

}  // namespace strider::detail
