// Sums of what several runs sent.
#include <algorithm>
#include <tuple>
#include <vector>

#include "strider/cluster.hpp"

namespace strider {
namespace {

[[nodiscard]] auto key_of(const DistTraffic::Step& step) {
  return std::tie(step.level, step.phase, step.kind, step.group);
}

void add(DistTraffic::Step& step, const DistTraffic::Step& more) {
  step.sum += more.sum;
  step.times += more.times;
  step.most_bytes += more.most_bytes;
  step.most_messages += more.most_messages;
  step.most_peers = std::max(step.most_peers, more.most_peers);
  step.empty_messages += more.empty_messages;
  step.largest_message = std::max(step.largest_message, more.largest_message);
}

void add_steps(std::vector<DistTraffic::Step>& steps, const std::vector<DistTraffic::Step>& more) {
  steps.insert(steps.end(), more.begin(), more.end());
  std::ranges::sort(steps, [](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    if (key_of(steps[i]) == key_of(steps[kept])) {
      add(steps[kept], steps[i]);
    } else {
      steps[++kept] = steps[i];
    }
  }
  if (!steps.empty()) steps.resize(kept + 1);
}

}  // namespace

DistTraffic::Sum& DistTraffic::Sum::operator+=(const Sum& more) {
  bytes += more.bytes;
  messages += more.messages;
  seconds += more.seconds;
  return *this;
}

DistTraffic& DistTraffic::operator+=(const DistTraffic& more) {
  total += more.total;
  for (const Phase& phase : more.by_phase) {
    const auto known = std::ranges::find(by_phase, phase.name, &Phase::name);
    if (known == by_phase.end()) {
      by_phase.push_back(phase);
    } else {
      known->sum += phase.sum;
    }
  }
  by_level.resize(std::max(by_level.size(), more.by_level.size()));
  for (std::size_t level = 0; level < more.by_level.size(); ++level) {
    by_level[level] += more.by_level[level];
  }
  add_steps(steps, more.steps);
  return *this;
}

}  // namespace strider
