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
    case StepKind::kNodePackets:
      return "node-packets";
  }
  return "";
}

Traffic::Traffic() {
  // More than there are: none is added where a rank that fails would let others wait.
  constexpr std::size_t kSteps = 64;
  steps_.reserve(kSteps);
}

void Traffic::restart() {
  levels_.assign(1, TrafficByPhase{});
  work_.assign(1, WorkSum{});
  steps_.clear();
  std::ranges::fill(by_receiver_, 0);
  level_ = 0;
  work_level_ = 0;
  counts_arcs_ = false;
  since_.restart();
}

void Traffic::note_time() {
  const double seconds = since_.lap();
  if (!counts_) return;
  work_[work_level_].of_phase[static_cast<std::size_t>(phase_)] += seconds;
  work_[work_level_].of_work[static_cast<std::size_t>(current_work_)] += seconds;
}

void Traffic::add_seconds(double seconds, const StepName* name) {
  if (!counts_) return;
  levels_[level_][static_cast<std::size_t>(phase_)].seconds += seconds;
  if (name != nullptr) {
    // Where a step of that name has been counted: waiting makes none.
    for (StepSum& known : steps_) {
      if (known.phase != phase_ || known.name != *name) continue;
      known.seconds += seconds;
      break;
    }
  }
  // note_time() takes the whole of it for computing.
  work_[work_level_].of_phase[static_cast<std::size_t>(phase_)] -= seconds;
  work_[work_level_].of_work[static_cast<std::size_t>(current_work_)] -= seconds;
}

StepSum& Traffic::step(StepName name) {
  for (StepSum& known : steps_) {
    if (known.phase == phase_ && known.name == name) return known;
  }
  StepSum& added = steps_.emplace_back();
  added.phase = phase_;
  added.name = name;
  return added;
}

void Traffic::add_step(StepName name, std::uint64_t fan_out) {
  if (!counts_ || name.group < 2) return;
  StepSum& step = this->step(name);
  ++step.times;
  step.fan_out = std::max(step.fan_out, fan_out);
}

void Traffic::add_share(StepName name, std::uint64_t bytes, std::uint64_t messages) {
  if (!counts_ || name.group < 2) return;
  levels_[level_][static_cast<std::size_t>(phase_)] += {bytes, messages, 0};
  StepSum& step = this->step(name);
  step.bytes += bytes;
  step.messages += messages;
}

void Traffic::add_message(StepName name, std::uint64_t bytes, std::uint64_t parts) {
  if (!counts_ || name.group < 2) return;
  add_share(name, bytes, parts);
  StepSum& step = this->step(name);
  step.empty_messages += bytes == 0 ? 1 : 0;
  step.largest_message = std::max(step.largest_message, bytes);
}

TrafficByPhase Traffic::by_phase() const {
  TrafficByPhase sums{};
  for (const TrafficByPhase& level : levels_) {
    for (std::size_t p = 0; p < kNumPhases; ++p) sums[p] += level[p];
  }
  return sums;
}

TrafficSum Traffic::total() const {
  TrafficSum sum;
  for (const TrafficSum& phase : by_phase()) sum += phase;
  return sum;
}

std::uint64_t Traffic::collective_rounds() const {
  std::uint64_t rounds = 0;
  for (const StepSum& step : steps_) {
    if (step.name.kind != StepKind::kRound) rounds += step.times;
  }
  return rounds;
}

}  // namespace strider::comm
