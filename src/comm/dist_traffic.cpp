// Sums of what several runs sent.
#include <algorithm>
#include <tuple>
#include <vector>

#include "strider/cluster.hpp"

namespace strider {
namespace {

void add(std::vector<DistTraffic::Sum>& levels, const std::vector<DistTraffic::Sum>& more) {
  levels.resize(std::max(levels.size(), more.size()));
  for (std::size_t level = 0; level < more.size(); ++level) levels[level] += more[level];
}

void add(std::vector<DistTraffic::Phase>& phases, const std::vector<DistTraffic::Phase>& more) {
  for (const DistTraffic::Phase& phase : more) {
    const auto known = std::ranges::find(phases, phase.name, &DistTraffic::Phase::name);
    if (known == phases.end()) {
      phases.push_back(phase);
    } else {
      known->sum += phase.sum;
      known->network += phase.network;
      known->computing += phase.computing;
    }
  }
}

void add(DistTraffic::Step& step, const DistTraffic::Step& more) {
  step.times += more.times;
  step.bytes += more.bytes;
  step.messages += more.messages;
  step.most_bytes += more.most_bytes;
  step.most_messages += more.most_messages;
  step.seconds += more.seconds;
  step.fan_out = std::max(step.fan_out, more.fan_out);
  step.empty_messages += more.empty_messages;
  step.largest_message = std::max(step.largest_message, more.largest_message);
}

void add(DistTraffic::RankTimes& times, const DistTraffic::RankTimes& more) {
  times.computing += more.computing;
  times.expansion += more.expansion;
  times.update += more.update;
  for (const DistTraffic::RankTimes::Phase& phase : more.phases) {
    auto known = std::ranges::find(times.phases, phase.name, &DistTraffic::RankTimes::Phase::name);
    if (known == times.phases.end()) known = times.phases.insert(known, {phase.name});
    known->network += phase.network;
    known->by_level.resize(std::max(known->by_level.size(), phase.by_level.size()));
    for (std::size_t level = 0; level < phase.by_level.size(); ++level) {
      known->by_level[level] += phase.by_level[level];
    }
  }
}

}  // namespace

DistTraffic::Sum& DistTraffic::Sum::operator+=(const Sum& more) {
  bytes += more.bytes;
  messages += more.messages;
  seconds += more.seconds;
  return *this;
}

DistTraffic::Spread& DistTraffic::Spread::operator+=(const Spread& more) {
  sum += more.sum;
  max += more.max;
  median += more.median;
  return *this;
}

DistTraffic::Work& DistTraffic::Work::operator+=(const Work& more) {
  network += more.network;
  computing += more.computing;
  expansion += more.expansion;
  update += more.update;
  arcs_examined += more.arcs_examined;
  return *this;
}

DistTraffic& DistTraffic::operator+=(const DistTraffic& more) {
  const std::size_t levels = std::max(by_level.size(), more.by_level.size());
  total += more.total;
  add(by_phase, more.by_phase);
  bytes_between_ranks.resize(std::max(bytes_between_ranks.size(), more.bytes_between_ranks.size()));
  for (std::size_t i = 0; i < more.bytes_between_ranks.size(); ++i) {
    bytes_between_ranks[i] += more.bytes_between_ranks[i];
  }
  work += more.work;
  counts_arcs |= more.counts_arcs;
  work_by_level.resize(std::max(work_by_level.size(), more.work_by_level.size()));
  for (std::size_t level = 0; level < more.work_by_level.size(); ++level) {
    work_by_level[level] += more.work_by_level[level];
  }
  by_rank.resize(std::max(by_rank.size(), more.by_rank.size()));
  for (std::size_t rank = 0; rank < more.by_rank.size(); ++rank)
    add(by_rank[rank], more.by_rank[rank]);
  times_by_rank.resize(std::max(times_by_rank.size(), more.times_by_rank.size()));
  for (std::size_t rank = 0; rank < more.times_by_rank.size(); ++rank) {
    add(times_by_rank[rank], more.times_by_rank[rank]);
  }
  phases_by_level.resize(std::max(phases_by_level.size(), more.phases_by_level.size()));
  for (std::size_t level = 0; level < more.phases_by_level.size(); ++level) {
    add(phases_by_level[level], more.phases_by_level[level]);
  }
  // A run of too many levels has none, and those of the other are not the sum.
  if (levels > kMostLevelsOfWork) work_by_level.clear();
  if (levels > kMostLevelsOfPhases) {
    phases_by_level.clear();
    for (RankTimes& times : times_by_rank) {
      for (RankTimes::Phase& phase : times.phases) phase.by_level.clear();
    }
  }
  add(by_level, more.by_level);
  for (const Step& step : more.steps) {
    const auto known = std::ranges::find_if(steps, [&](const Step& other) {
      return std::tie(other.phase, other.kind, other.group) ==
             std::tie(step.phase, step.kind, step.group);
    });
    if (known == steps.end()) {
      steps.push_back(step);
    } else {
      add(*known, step);
    }
  }
  return *this;
}

}  // namespace strider
