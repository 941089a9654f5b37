#include "ranks/results/traffic_report.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"

namespace strider::detail {
namespace {

using comm::StepSum;

/// Which steps are added up.
struct Key {
  std::uint32_t level;
  comm::Phase phase;
  comm::StepKind kind;
  std::int32_t group;
  friend auto operator<=>(const Key&, const Key&) = default;
};

[[nodiscard]] Key key_of(const StepSum& step) {
  return {step.level, step.phase, step.name.kind, step.name.group};
}

void sort_and_merge(std::vector<Key>& keys) {
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

/// The keys of all ranks' steps, in order: those of rank 0, and what others have besides. Most
/// often that is nothing. Collective.
[[nodiscard]] std::vector<Key> common_keys(const comm::Communicator& comm,
                                           const std::vector<StepSum>& mine) {
  std::vector<Key> own;
  comm::try_on_all_ranks(comm, [&] {
    for (const StepSum& step : mine) own.push_back(key_of(step));
    sort_and_merge(own);
  });
  std::uint64_t count = own.size();
  comm.broadcast(std::span(&count, 1), 0);
  std::vector<Key> keys;
  std::vector<Key> more;
  comm::try_on_all_ranks(comm, [&] {
    keys = own;
    keys.resize(count);
  });
  comm.broadcast(std::span(keys), 0);
  comm::try_on_all_ranks(comm,
                         [&] { std::ranges::set_difference(own, keys, std::back_inserter(more)); });
  const Array<Key> others = comm::checked_all_gather(comm, std::span<const Key>(more));
  comm::try_on_all_ranks(comm, [&] {
    keys.insert(keys.end(), others.begin(), others.end());
    sort_and_merge(keys);
  });
  return keys;
}

/// What the ranks have of each key.
struct Numbers {
  std::vector<std::uint64_t> sums;   ///< bytes, messages, empty messages
  std::vector<std::uint64_t> mosts;  ///< times, bytes, messages, peers, largest message
  std::vector<double> seconds;
};
constexpr std::size_t kSums = 3;
constexpr std::size_t kMosts = 5;

[[nodiscard]] Numbers numbers_of(const std::vector<StepSum>& steps, const std::vector<Key>& keys) {
  Numbers numbers{std::vector<std::uint64_t>(kSums * keys.size(), 0),
                  std::vector<std::uint64_t>(kMosts * keys.size(), 0),
                  std::vector<double>(keys.size(), 0)};
  for (const StepSum& step : steps) {
    const auto i =
        static_cast<std::size_t>(std::ranges::lower_bound(keys, key_of(step)) - keys.begin());
    std::uint64_t* const sums = numbers.sums.data() + kSums * i;
    sums[0] += step.sum.bytes;
    sums[1] += step.sum.messages;
    sums[2] += step.empty_messages;
    std::uint64_t* const mosts = numbers.mosts.data() + kMosts * i;
    mosts[0] += step.steps;
    mosts[1] += step.sum.bytes;
    mosts[2] += step.sum.messages;
    mosts[3] = std::max(mosts[3], step.peers);
    mosts[4] = std::max(mosts[4], step.largest_message);
    numbers.seconds[i] += step.sum.seconds;
  }
  return numbers;
}

[[nodiscard]] DistTraffic traffic_of(const std::vector<Key>& keys, const Numbers& numbers,
                                     std::size_t levels, int ranks) {
  DistTraffic all;
  std::vector<DistTraffic::Sum> phases(comm::kNumPhases);
  all.by_level.resize(levels);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key& key = keys[i];
    const std::uint64_t* const sums = numbers.sums.data() + kSums * i;
    const std::uint64_t* const mosts = numbers.mosts.data() + kMosts * i;
    const DistTraffic::Sum sum{sums[0], sums[1], numbers.seconds[i] / ranks};
    all.by_level[key.level] += sum;
    phases[static_cast<std::size_t>(key.phase)] += sum;
    all.total += sum;
    if (sum.messages == 0 && mosts[0] == 0) continue;
    all.steps.push_back({.level = key.level,
                         .phase = comm::phase_name(key.phase),
                         .kind = comm::step_kind_name(key.kind),
                         .group = key.group,
                         .times = mosts[0],
                         .sum = sum,
                         .most_bytes = mosts[1],
                         .most_messages = mosts[2],
                         .most_peers = mosts[3],
                         .empty_messages = sums[2],
                         .largest_message = mosts[4]});
  }
  for (std::size_t phase = 0; phase < comm::kNumPhases; ++phase) {
    if (phases[phase].messages == 0) continue;
    all.by_phase.push_back({comm::phase_name(static_cast<comm::Phase>(phase)), phases[phase]});
  }
  return all;
}

}  // namespace

DistTraffic sum_traffic(const comm::Communicator& comm) {
  const std::uint64_t own_levels = comm.traffic().num_levels();
  const auto mine = comm::try_on_all_ranks(comm, [&] { return comm.traffic().step_sums(); });
  const std::uint64_t levels = comm.all_reduce(own_levels, comm::Reduction::kMax);
  const std::vector<Key> keys = common_keys(comm, mine);
  Numbers numbers = comm::try_on_all_ranks(comm, [&] { return numbers_of(mine, keys); });
  comm.all_reduce(std::span(numbers.sums), comm::Reduction::kSum);
  comm.all_reduce(std::span(numbers.mosts), comm::Reduction::kMax);
  comm.all_reduce(std::span(numbers.seconds), comm::Reduction::kSum);
  return comm::try_on_all_ranks(comm,
                                [&] { return traffic_of(keys, numbers, levels, comm.size()); });
}

}  // namespace strider::detail
