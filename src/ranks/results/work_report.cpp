#include "ranks/results/work_report.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "comm/collective_error.hpp"

namespace strider::detail {
namespace {

using comm::kNumPhases;
using Spread = DistTraffic::Spread;

/// Of a level, or of all of them, in this order.
enum Field : std::size_t { kNetwork, kComputing, kExpansion, kUpdate, kArcs, kFields };
/// Of a level, or of all of them: network and computing by phase.
constexpr std::size_t kTimes = 2 * kNumPhases;

/// Where the numbers of a rank stand: fields of all levels, times of all levels, fields of each
/// level, times of each level.
struct Places {
  std::size_t levels = 0;           ///< those of which there are fields
  std::size_t levels_of_times = 0;  ///< those of which there are times

  explicit Places(std::size_t count)
      : levels(count <= DistTraffic::kMostLevelsOfWork ? count : 0),
        levels_of_times(count <= DistTraffic::kMostLevelsOfPhases ? count : 0) {}
  [[nodiscard]] static std::size_t fields(std::size_t level) {
    return kFields + kTimes + level * kFields;
  }
  [[nodiscard]] std::size_t times(std::size_t level) const {
    return fields(levels) + level * kTimes;
  }
  [[nodiscard]] std::size_t end() const { return times(levels_of_times); }
};

/// Clocks are read at different times: what is left may be a little less than nothing.
[[nodiscard]] double seconds(double left) {
  return std::max(0.0, left);
}

void add_fields(std::span<double> fields, const comm::TrafficByPhase& sent,
                const comm::WorkSum& work) {
  double computing = 0;
  for (std::size_t p = 0; p < kNumPhases; ++p) {
    fields[kNetwork] += sent[p].seconds;
    computing += work.of_phase[p];
  }
  fields[kComputing] += seconds(computing);
  fields[kExpansion] += seconds(work.of_work[static_cast<std::size_t>(comm::Work::kExpansion)]);
  fields[kUpdate] += seconds(work.of_work[static_cast<std::size_t>(comm::Work::kUpdate)]);
  fields[kArcs] += static_cast<double>(work.arcs_examined);
}

void add_times(std::span<double> times, const comm::TrafficByPhase& sent,
               const comm::WorkSum& work) {
  for (std::size_t p = 0; p < kNumPhases; ++p) {
    times[2 * p] += sent[p].seconds;
    times[2 * p + 1] += seconds(work.of_phase[p]);
  }
}

/// This rank's numbers.
void list_numbers(const comm::Traffic& traffic, const Places& places, std::span<double> numbers) {
  std::ranges::fill(numbers, 0.0);
  const auto& sums = traffic.by_level();
  const auto& work = traffic.work();
  // Work for a level that turned out to be none counts as the last one.
  const std::size_t mine = sums.size();
  for (std::size_t level = 0; level < std::max(mine, work.size()); ++level) {
    const comm::TrafficByPhase sent = level < mine ? sums[level] : comm::TrafficByPhase{};
    const comm::WorkSum done = level < work.size() ? work[level] : comm::WorkSum{};
    const std::size_t counted = std::min(level, mine - 1);
    const auto from = [&](std::size_t place) { return numbers.subspan(place); };
    add_fields(numbers, sent, done);
    add_times(from(kFields), sent, done);
    if (places.levels > 0) add_fields(from(places.fields(counted)), sent, done);
    if (places.levels_of_times > 0) add_times(from(places.times(counted)), sent, done);
  }
}

[[nodiscard]] Spread spread_of(std::span<double> values) {
  Spread spread;
  for (const double value : values) spread.sum += value;
  spread.max = *std::ranges::max_element(values);
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  spread.median = *middle;
  if (values.size() % 2 == 0) {
    spread.median = (spread.median + *std::max_element(values.begin(), middle)) / 2;
  }
  return spread;
}

/// Of each number, over the ranks: each rank gets the numbers of a part from all. Collective.
[[nodiscard]] std::vector<Spread> spread_over_ranks(const comm::Communicator& comm,
                                                    const Places& places) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const std::size_t count = places.end();
  const std::size_t part = (count + ranks - 1) / ranks;
  std::vector<double> numbers;
  std::vector<double> received;
  std::vector<double> of_ranks;
  std::vector<std::uint64_t> counts;
  std::vector<Spread> mine;
  std::vector<Spread> all;
  comm::try_on_all_ranks(comm, [&] {
    numbers.resize(part * ranks);
    received.resize(part * ranks);
    of_ranks.resize(ranks);
    counts.assign(ranks, part);
    mine.resize(part);
    all.resize(part * ranks);
    comm.reserve_messages(counts, counts, sizeof(double));
  });
  list_numbers(comm.traffic(), places, std::span(numbers).first(count));
  comm.all_to_all(std::span<const double>(numbers), counts, std::span<double>(received), counts);
  for (std::size_t i = 0; i < part; ++i) {
    for (std::size_t r = 0; r < ranks; ++r) of_ranks[r] = received[r * part + i];
    mine[i] = spread_of(of_ranks);
  }
  comm.all_gather(std::span<const Spread>(mine), std::span<Spread>(all));
  return all;
}

[[nodiscard]] DistTraffic::Work work_of(std::span<const Spread> fields) {
  return {.network = fields[kNetwork],
          .computing = fields[kComputing],
          .expansion = fields[kExpansion],
          .update = fields[kUpdate],
          .arcs_examined = fields[kArcs]};
}

[[nodiscard]] PhaseTimes times_of(std::span<const Spread> times) {
  PhaseTimes of_phases;
  for (std::size_t p = 0; p < kNumPhases; ++p) {
    of_phases.network[p] = times[2 * p];
    of_phases.computing[p] = times[2 * p + 1];
  }
  return of_phases;
}

[[nodiscard]] DistTraffic::RankTimes times_of_rank(const Places& places,
                                                   std::span<const double> numbers) {
  DistTraffic::RankTimes times{.computing = numbers[kComputing],
                               .expansion = numbers[kExpansion],
                               .update = numbers[kUpdate]};
  for (std::size_t p = 0; p < kNumPhases; ++p) {
    const double network = numbers[kFields + 2 * p];
    if (network == 0) continue;
    auto& phase = times.phases.emplace_back();
    phase.name = comm::phase_name(static_cast<comm::Phase>(p));
    phase.network = network;
    for (std::size_t level = 0; level < places.levels_of_times; ++level) {
      phase.by_level.push_back(numbers[places.times(level) + 2 * p]);
    }
  }
  return times;
}

}  // namespace

WorkReport report_work(const comm::Communicator& comm, std::size_t levels) {
  const Places places(levels);
  const std::vector<Spread> all = spread_over_ranks(comm, places);
  const auto from = [&](std::size_t place) { return std::span<const Spread>(all).subspan(place); };
  WorkReport report;
  report.total = work_of(all);
  report.times = times_of(from(kFields));
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t level = 0; level < places.levels; ++level) {
      report.by_level.push_back(work_of(from(places.fields(level))));
    }
    for (std::size_t level = 0; level < places.levels_of_times; ++level) {
      report.times_by_level.push_back(times_of(from(places.times(level))));
    }
  });
  return report;
}

std::vector<DistTraffic::RankTimes> gather_times(const comm::Communicator& comm,
                                                 std::size_t levels) {
  std::vector<DistTraffic::RankTimes> all;
  if (!comm.traffic().records_receivers()) return all;
  Places places(levels);
  places.levels = 0;
  std::vector<double> numbers;
  comm::try_on_all_ranks(
      comm, [&] { numbers.resize(static_cast<std::size_t>(comm.size()) * places.end()); });
  const auto of_rank = [&](std::size_t rank) {
    return std::span(numbers).subspan(rank * places.end(), places.end());
  };
  list_numbers(comm.traffic(), places, of_rank(static_cast<std::size_t>(comm.rank())));
  comm.all_reduce(std::span(numbers), comm::Reduction::kSum);
  return comm::try_on_all_ranks(comm, [&] {
    for (int rank = 0; rank < comm.size(); ++rank) {
      all.push_back(times_of_rank(places, of_rank(static_cast<std::size_t>(rank))));
    }
    return std::move(all);
  });
}

}  // namespace strider::detail
