// The steps that ranks counted, and those of their model, in one form.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "comm/traffic.hpp"
#include "model/search_steps.hpp"
#include "ranks/results/traffic_report.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {

/// How often, one after the other, and in how many messages of all ranks.
struct StepCount {
  std::uint64_t times = 0;
  double messages = 0;
  friend bool operator==(const StepCount&, const StepCount&) = default;
  friend std::ostream& operator<<(std::ostream& out, const StepCount& count) {
    return out << count.times << " times, " << count.messages << " messages";
  }
};
/// By name: "fold round of 16".
using StepCounts = std::map<std::string, StepCount>;

/// Who asks whom for parents depends on which message came first.
inline void count_step(StepCounts& counts, std::string_view phase, std::string_view kind, int group,
                       const StepCount& more) {
  StepCount& count = counts[fmt::format("{} {} of {}", phase, kind, group)];
  count.times += more.times;
  if (phase != phase_name(comm::Phase::kPredecessors)) count.messages += more.messages;
}

inline StepCounts counted_steps() {
  StepCounts counts;
  for (const DistTraffic::Step& step : sum_traffic(test_world()).steps) {
    count_step(counts, step.phase, step.kind, step.group,
               {step.times, static_cast<double>(step.messages)});
  }
  return counts;
}

inline StepCounts counts_of(const std::vector<model::Step>& steps) {
  StepCounts counts;
  for (const model::Step& step : steps) {
    count_step(counts, phase_name(step.phase), step_kind_name(step.kind), step.group,
               {static_cast<std::uint64_t>(step.times), step.messages});
  }
  return counts;
}

}  // namespace strider::detail
