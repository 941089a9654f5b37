#include "comm/traffic.hpp"

#include <algorithm>

namespace strider::comm {

std::string_view phase_name(Phase phase) {
  switch (phase) {
    case Phase::kControl:
      return "control";
    case Phase::kBuild:
      return "build";
    case Phase::kExpand:
      return "expand";
    case Phase::kFold:
      return "fold";
    case Phase::kReduce:
      return "reduce";
    case Phase::kExchange:
      return "exchange";
    case Phase::kPredecessors:
      return "predecessors";
  }
  return "";
}

std::string_view step_kind_name(StepKind kind) {
  switch (kind) {
    case StepKind::kRound:
      return "round";
    case StepKind::kSparse:
      return "sparse";
    case StepKind::kAllReduce:
      return "all-reduce";
    case StepKind::kReduce:
      return "reduce";
    case StepKind::kBroadcast:
      return "broadcast";
    case StepKind::kAllGather:
      return "all-gather";
    case StepKind::kAllToAll:
      return "all-to-all";
    case StepKind::kBarrier:
      return "barrier";
    case StepKind::kPackets:
      return "packets";
  }
  return "";
}

namespace {

/// Of a level, mostly: memory for them is taken before it begins, not between two messages.
constexpr std::size_t kSteps = 16;

}  // namespace

void Traffic::restart() {
  steps_.clear();
  num_levels_ = 0;
  begin_level(0);
}

void Traffic::begin_level(std::uint32_t level) {
  level_ = level;
  level_begin_ = steps_.size();
  num_levels_ = std::max(num_levels_, level + 1);
  if (steps_.capacity() < level_begin_ + kSteps) steps_.reserve(2 * level_begin_ + kSteps);
}

StepSum& Traffic::of(StepName name) {
  for (std::size_t i = level_begin_; i < steps_.size(); ++i) {
    if (steps_[i].phase == phase_ && steps_[i].name == name) return steps_[i];
  }
  StepSum& step = steps_.emplace_back();
  step.level = level_;
  step.phase = phase_;
  step.name = name;
  return step;
}

void Traffic::add_step(StepName name, std::uint64_t peers) {
  StepSum& step = of(name);
  ++step.steps;
  step.peers = std::max(step.peers, peers);
}

void Traffic::add_message(StepName name, std::uint64_t bytes) {
  StepSum& step = of(name);
  ++step.sum.messages;
  step.sum.bytes += bytes;
  step.empty_messages += bytes == 0 ? 1 : 0;
  step.largest_message = std::max(step.largest_message, bytes);
}

void Traffic::add_share(StepName name, std::uint64_t bytes, std::uint64_t messages) {
  TrafficSum& sum = of(name).sum;
  sum.bytes += bytes;
  sum.messages += messages;
}

std::vector<TrafficByPhase> Traffic::by_level() const {
  std::vector<TrafficByPhase> levels(num_levels_);
  for (const StepSum& step : steps_) {
    levels[step.level][static_cast<std::size_t>(step.phase)] += step.sum;
  }
  return levels;
}

TrafficByPhase Traffic::by_phase() const {
  TrafficByPhase sums{};
  for (const StepSum& step : steps_) sums[static_cast<std::size_t>(step.phase)] += step.sum;
  return sums;
}

TrafficSum Traffic::total() const {
  TrafficSum sum;
  for (const StepSum& step : steps_) sum += step.sum;
  return sum;
}

std::uint64_t Traffic::collective_rounds() const {
  std::uint64_t rounds = 0;
  for (const StepSum& step : steps_) {
    if (step.name.group > 1 && step.name.kind != StepKind::kRound) rounds += step.steps;
  }
  return rounds;
}

}  // namespace strider::comm
