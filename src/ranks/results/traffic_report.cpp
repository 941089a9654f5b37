#include "ranks/results/traffic_report.hpp"

#include <algorithm>
#include <vector>

#include "comm/collective_error.hpp"

namespace strider::detail {
namespace {

void add(DistTraffic::Sum& sum, const DistTraffic::Sum& more) {
  sum.bytes += more.bytes;
  sum.messages += more.messages;
  sum.seconds += more.seconds;
}

}  // namespace

void add_traffic(DistTraffic& sum, const DistTraffic& more) {
  add(sum.total, more.total);
  for (const DistTraffic::Phase& phase : more.by_phase) {
    const auto known = std::ranges::find(sum.by_phase, phase.name, &DistTraffic::Phase::name);
    if (known == sum.by_phase.end()) {
      sum.by_phase.push_back(phase);
    } else {
      add(known->sum, phase.sum);
    }
  }
  sum.by_level.resize(std::max(sum.by_level.size(), more.by_level.size()));
  for (std::size_t level = 0; level < more.by_level.size(); ++level) {
    add(sum.by_level[level], more.by_level[level]);
  }
}

DistTraffic sum_traffic(const comm::Communicator& comm) {
  const std::vector<comm::TrafficByPhase> mine =
      comm::try_on_all_ranks(comm, [&] { return comm.traffic().by_level(); });
  const auto levels = static_cast<std::size_t>(
      comm.all_reduce(static_cast<std::uint64_t>(mine.size()), comm::Reduction::kMax));
  const std::size_t cells = levels * comm::kNumPhases;
  std::vector<std::uint64_t> counts;
  std::vector<double> seconds;
  comm::try_on_all_ranks(comm, [&] {
    counts.resize(2 * cells, 0);
    seconds.resize(cells, 0);
  });
  for (std::size_t level = 0; level < mine.size(); ++level) {
    for (std::size_t phase = 0; phase < comm::kNumPhases; ++phase) {
      const comm::TrafficSum& sum = mine[level][phase];
      const std::size_t cell = level * comm::kNumPhases + phase;
      counts[2 * cell] = sum.bytes;
      counts[2 * cell + 1] = sum.messages;
      seconds[cell] = sum.seconds / comm.size();
    }
  }
  comm.all_reduce(std::span(counts), comm::Reduction::kSum);
  comm.all_reduce(std::span(seconds), comm::Reduction::kSum);
  return comm::try_on_all_ranks(comm, [&] {
    DistTraffic all;
    std::vector<DistTraffic::Sum> phases(comm::kNumPhases);
    all.by_level.resize(levels);
    for (std::size_t level = 0; level < levels; ++level) {
      for (std::size_t phase = 0; phase < comm::kNumPhases; ++phase) {
        const std::size_t cell = level * comm::kNumPhases + phase;
        const DistTraffic::Sum sum{counts[2 * cell], counts[2 * cell + 1], seconds[cell]};
        add(all.by_level[level], sum);
        add(phases[phase], sum);
        add(all.total, sum);
      }
    }
    for (std::size_t phase = 0; phase < comm::kNumPhases; ++phase) {
      if (phases[phase].messages == 0) continue;
      all.by_phase.push_back({comm::phase_name(static_cast<comm::Phase>(phase)), phases[phase]});
    }
    return all;
  });
}

}  // namespace strider::detail
