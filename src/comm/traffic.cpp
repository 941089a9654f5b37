#include "comm/traffic.hpp"

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

void Traffic::restart() {
  levels_.assign(1, TrafficByPhase{});
  level_ = 0;
  collective_rounds_ = 0;
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

}  // namespace strider::comm
