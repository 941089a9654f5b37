#include "ranks/results/traffic_report.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/collective_error.hpp"
#include "ranks/results/work_report.hpp"

namespace strider::detail {
namespace {

using comm::StepSum;

/// Which steps are added up: phase, kind, size of the group.
using StepKey = std::array<std::int32_t, 3>;

[[nodiscard]] StepKey key_of(const StepSum& step) {
  return {static_cast<std::int32_t>(step.phase), static_cast<std::int32_t>(step.name.kind),
          step.name.group};
}

void sort_and_unite(std::vector<StepKey>& keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

/// In order: those of rank 0, and what others have besides. Most often that is nothing; a node with
/// fewer ranks has groups of its own. Collective.
[[nodiscard]] std::vector<StepKey> keys_of_all_ranks(const comm::Communicator& comm,
                                                     const std::vector<StepSum>& mine) {
  std::vector<StepKey> own = comm::try_on_all_ranks(comm, [&] {
    std::vector<StepKey> keys;
    for (const StepSum& step : mine) keys.push_back(key_of(step));
    std::ranges::sort(keys);
    return keys;
  });
  std::uint64_t count = own.size();
  comm.broadcast(std::span(&count, 1), 0);
  std::vector<StepKey> keys = comm::try_on_all_ranks(comm, [&] {
    std::vector<StepKey> of_first = own;
    of_first.resize(count);
    return of_first;
  });
  comm.broadcast(std::span(keys), 0);
  const bool lacks_none = std::ranges::includes(keys, own);
  if (comm.all_reduce(lacks_none ? 0U : 1U, comm::Reduction::kMax) == 0) return keys;
  const Array<StepKey> others = comm::checked_all_gather(comm, std::span<const StepKey>(own));
  comm::try_on_all_ranks(comm, [&] {
    keys.insert(keys.end(), others.begin(), others.end());
    sort_and_unite(keys);
  });
  return keys;
}

/// Of each step the sums of all ranks, and what one rank has at most. Collective.
[[nodiscard]] std::vector<DistTraffic::Step> sum_steps(const comm::Communicator& comm) {
  const std::vector<StepSum>& mine = comm.traffic().step_sums();
  const std::vector<StepKey> keys = keys_of_all_ranks(comm, mine);
  struct Sums {
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::uint64_t empty_messages = 0;
  };
  struct Most {
    std::uint64_t times = 0;
    std::uint64_t bytes = 0;
    std::uint64_t messages = 0;
    std::uint64_t fan_out = 0;
    std::uint64_t largest_message = 0;
  };
  std::vector<Sums> sums;
  std::vector<Most> mosts;
  std::vector<double> seconds;
  comm::try_on_all_ranks(comm, [&] {
    sums.resize(keys.size());
    mosts.resize(keys.size());
    seconds.resize(keys.size(), 0);
  });
  for (const StepSum& step : mine) {
    const auto i =
        static_cast<std::size_t>(std::ranges::lower_bound(keys, key_of(step)) - keys.begin());
    sums[i] = {step.bytes, step.messages, step.empty_messages};
    seconds[i] = step.seconds;
    mosts[i] = {step.times, step.bytes, step.messages, step.fan_out, step.largest_message};
  }
  const auto numbers = [](auto& structs) {
    return std::span(reinterpret_cast<std::uint64_t*>(structs.data()),
                     structs.size() * sizeof(structs[0]) / sizeof(std::uint64_t));
  };
  comm.all_reduce(numbers(sums), comm::Reduction::kSum);
  comm.all_reduce(numbers(mosts), comm::Reduction::kMax);
  comm.all_reduce(std::span(seconds), comm::Reduction::kMax);
  return comm::try_on_all_ranks(comm, [&] {
    std::vector<DistTraffic::Step> steps;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      steps.push_back({.phase = comm::phase_name(static_cast<comm::Phase>(keys[i][0])),
                       .kind = comm::step_kind_name(static_cast<comm::StepKind>(keys[i][1])),
                       .group = keys[i][2],
                       .times = mosts[i].times,
                       .bytes = sums[i].bytes,
                       .messages = sums[i].messages,
                       .most_bytes = mosts[i].bytes,
                       .most_messages = mosts[i].messages,
                       .seconds = seconds[i],
                       .fan_out = mosts[i].fan_out,
                       .empty_messages = sums[i].empty_messages,
                       .largest_message = mosts[i].largest_message});
    }
    return steps;
  });
}

/// Row by row of senders; empty where it is not recorded.
std::vector<std::uint64_t> gather_receivers(const comm::Communicator& comm) {
  const std::vector<std::uint64_t>& mine = comm.traffic().by_receiver();
  std::vector<std::uint64_t> all;
  comm::try_on_all_ranks(comm, [&] { all.resize(mine.size() * mine.size(), 0); });
  if (all.empty()) return all;
  const std::size_t begin = static_cast<std::size_t>(comm.rank()) * mine.size();
  std::ranges::copy(mine, all.begin() + static_cast<std::ptrdiff_t>(begin));
  comm.all_reduce(std::span(all), comm::Reduction::kSum);
  return all;
}

/// What each rank sent in each level; empty where it is not recorded.
std::vector<std::vector<DistTraffic::Sum>> gather_senders(const comm::Communicator& comm,
                                                          std::size_t levels) {
  std::vector<std::vector<DistTraffic::Sum>> all;
  if (!comm.traffic().records_receivers()) return all;
  const auto ranks = static_cast<std::size_t>(comm.size());
  std::vector<std::uint64_t> counts;
  std::vector<double> seconds;
  comm::try_on_all_ranks(comm, [&] {
    all.assign(ranks, std::vector<DistTraffic::Sum>(levels));
    counts.resize(2 * levels * ranks, 0);
    seconds.resize(levels * ranks, 0);
  });
  const std::vector<comm::TrafficByPhase>& mine = comm.traffic().by_level();
  for (std::size_t level = 0; level < mine.size(); ++level) {
    const std::size_t cell = static_cast<std::size_t>(comm.rank()) * levels + level;
    for (const comm::TrafficSum& sum : mine[level]) {
      counts[2 * cell] += sum.bytes;
      counts[2 * cell + 1] += sum.messages;
      seconds[cell] += sum.seconds;
    }
  }
  comm.all_reduce(std::span(counts), comm::Reduction::kSum);
  comm.all_reduce(std::span(seconds), comm::Reduction::kSum);
  for (std::size_t cell = 0; cell < seconds.size(); ++cell) {
    all[cell / levels][cell % levels] = {counts[2 * cell], counts[2 * cell + 1], seconds[cell]};
  }
  return all;
}

using SumByPhase = std::array<DistTraffic::Sum, comm::kNumPhases>;

/// Those in which anything was done.
std::vector<DistTraffic::Phase> phases_of(const SumByPhase& sums, const PhaseTimes& times) {
  std::vector<DistTraffic::Phase> phases;
  for (std::size_t p = 0; p < comm::kNumPhases; ++p) {
    if (sums[p].messages == 0 && times.network[p].sum == 0 && times.computing[p].sum == 0) continue;
    phases.push_back({comm::phase_name(static_cast<comm::Phase>(p)), sums[p], times.network[p],
                      times.computing[p]});
  }
  return phases;
}

}  // namespace

DistTraffic sum_traffic(const comm::Communicator& comm) {
  const comm::UncountedScope uncounted(comm.traffic());
  const std::vector<comm::TrafficByPhase>& mine = comm.traffic().by_level();
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
  std::vector<DistTraffic::Step> steps = sum_steps(comm);
  std::vector<std::uint64_t> between = gather_receivers(comm);
  std::vector<std::vector<DistTraffic::Sum>> by_rank = gather_senders(comm, levels);
  std::vector<DistTraffic::RankTimes> times_by_rank = gather_times(comm, levels);
  WorkReport work = report_work(comm, levels);
  return comm::try_on_all_ranks(comm, [&] {
    DistTraffic all;
    SumByPhase of_all_levels{};
    all.by_level.resize(levels);
    for (std::size_t level = 0; level < levels; ++level) {
      SumByPhase of_level{};
      for (std::size_t phase = 0; phase < comm::kNumPhases; ++phase) {
        const std::size_t cell = level * comm::kNumPhases + phase;
        of_level[phase] = {counts[2 * cell], counts[2 * cell + 1], seconds[cell]};
        all.by_level[level] += of_level[phase];
        of_all_levels[phase] += of_level[phase];
        all.total += of_level[phase];
      }
      if (level < work.times_by_level.size()) {
        all.phases_by_level.push_back(phases_of(of_level, work.times_by_level[level]));
      }
    }
    all.by_phase = phases_of(of_all_levels, work.times);
    all.steps = std::move(steps);
    all.bytes_between_ranks = std::move(between);
    all.by_rank = std::move(by_rank);
    all.times_by_rank = std::move(times_by_rank);
    all.work = work.total;
    all.work_by_level = std::move(work.by_level);
    all.counts_arcs = comm.traffic().counts_arcs();
    return all;
  });
}

}  // namespace strider::detail
