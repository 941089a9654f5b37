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
/// Numbers of a rank: of all levels, of each phase, and of each level.
constexpr std::size_t kFirstPhase = kFields;
constexpr std::size_t kFirstLevel = kFirstPhase + 2 * kNumPhases;

void add(std::span<double> fields, double network, const comm::WorkSum& work) {
  // Clocks are read at different times: what is left may be a little less than nothing.
  const auto of = [&](comm::Work which) {
    return std::max(0.0, work.of_work[static_cast<std::size_t>(which)]);
  };
  fields[kNetwork] += network;
  fields[kComputing] += std::max(0.0, work.computing);
  fields[kExpansion] += of(comm::Work::kExpansion);
  fields[kUpdate] += of(comm::Work::kUpdate);
  fields[kArcs] += static_cast<double>(work.arcs_examined);
}

/// This rank's numbers, of so many levels or, if 0, without them.
void list_numbers(const comm::Traffic& traffic, std::size_t levels, std::span<double> numbers) {
  std::fill(numbers.begin(), numbers.end(), 0.0);
  const auto& sums = traffic.by_level();
  const auto& work = traffic.work();
  // Work for a level that turned out to be none counts as the last one.
  const std::size_t mine = sums.size();
  for (std::size_t level = 0; level < std::max(mine, work.size()); ++level) {
    double network = 0;
    if (level < mine) {
      for (std::size_t p = 0; p < kNumPhases; ++p) {
        network += sums[level][p].seconds;
        numbers[kFirstPhase + 2 * p] += sums[level][p].seconds;
      }
    }
    const comm::WorkSum done = level < work.size() ? work[level] : comm::WorkSum{};
    add(numbers.first(kFields), network, done);
    if (levels == 0) continue;
    const std::size_t counted = std::min(level, mine - 1);
    add(numbers.subspan(kFirstLevel + counted * kFields, kFields), network, done);
  }
  for (std::size_t p = 0; p < kNumPhases; ++p) {
    numbers[kFirstPhase + 2 * p + 1] = std::max(0.0, traffic.computing()[p]);
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
                                                    const comm::Traffic& traffic,
                                                    std::size_t levels) {
  const auto ranks = static_cast<std::size_t>(comm.size());
  const std::size_t count = kFirstLevel + levels * kFields;
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
  list_numbers(traffic, levels, std::span(numbers).first(count));
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

}  // namespace

WorkReport report_work(const comm::Communicator& comm, std::size_t levels) {
  if (levels > DistTraffic::kMostLevelsOfWork) levels = 0;
  const std::vector<Spread> all = spread_over_ranks(comm, comm.traffic(), levels);
  const std::span<const Spread> spreads(all);
  WorkReport report;
  report.total = work_of(spreads.first(kFields));
  for (std::size_t p = 0; p < kNumPhases; ++p) {
    report.network[p] = spreads[kFirstPhase + 2 * p];
    report.computing[p] = spreads[kFirstPhase + 2 * p + 1];
  }
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t level = 0; level < levels; ++level) {
      report.by_level.push_back(work_of(spreads.subspan(kFirstLevel + level * kFields, kFields)));
    }
  });
  return report;
}

}  // namespace strider::detail
