// The steps that ranks counted, and those of their model, in one form.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <ostream>
#include <span>
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

/// Who asks whom for parents depends on which message came first, and how many are not empty on
/// which rank has which vertex: messages of sparse exchanges are not compared here.
inline void count_step(StepCounts& counts, std::string_view phase, std::string_view kind, int group,
                       const StepCount& more) {
  StepCount& count = counts[fmt::format("{} {} of {}", phase, kind, group)];
  count.times += more.times;
  const bool depends = phase == phase_name(comm::Phase::kPredecessors) ||
                       kind == step_kind_name(comm::StepKind::kSparse);
  if (!depends) count.messages += more.messages;
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

/// Bytes and messages of all ranks.
struct Sum {
  double bytes = 0;
  double messages = 0;
  Sum& operator+=(const Sum& other) {
    bytes += other.bytes;
    messages += other.messages;
    return *this;
  }
};
using Sums = std::array<Sum, comm::kNumPhases>;

/// By level.
inline std::vector<Sums> counted_sums() {
  const comm::Communicator& world = test_world();
  const std::vector<comm::TrafficByPhase> mine = world.traffic().by_level();
  const std::uint64_t levels = world.all_reduce(std::uint64_t{mine.size()}, comm::Reduction::kMax);
  std::vector<std::uint64_t> numbers(2 * levels * comm::kNumPhases, 0);
  for (std::size_t l = 0; l < mine.size(); ++l) {
    for (std::size_t phase = 0; phase < comm::kNumPhases; ++phase) {
      const std::size_t at = 2 * (l * comm::kNumPhases + phase);
      numbers[at] = mine[l][phase].bytes;
      numbers[at + 1] = mine[l][phase].messages;
    }
  }
  world.all_reduce(std::span(numbers), comm::Reduction::kSum);
  std::vector<Sums> sums(levels);
  for (std::size_t i = 0; i < levels * comm::kNumPhases; ++i) {
    sums[i / comm::kNumPhases][i % comm::kNumPhases] = {static_cast<double>(numbers[2 * i]),
                                                        static_cast<double>(numbers[2 * i + 1])};
  }
  return sums;
}

inline std::vector<Sums> sums_of(const std::vector<model::Step>& steps, std::size_t levels) {
  std::vector<Sums> sums(levels);
  for (const model::Step& step : steps) {
    Sum& sum = sums.at(step.level)[static_cast<std::size_t>(step.phase)];
    sum.bytes += step.bytes;
    sum.messages += step.messages;
  }
  return sums;
}

}  // namespace strider::detail
