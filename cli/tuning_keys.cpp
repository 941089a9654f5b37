#include "tuning_keys.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace strider::cli {
namespace {

/// A value, as a member of one of Tuning's aggregates.
template <auto Aggregate, auto Member>
constexpr auto kAt = [](Tuning& tuning) -> auto& {
  return (tuning.*Aggregate).*Member;
};

/// When a subgraph of delegates changes its direction: a value of one of these.
template <auto Subgraph, auto Member>
constexpr auto kSwitch =
    [](Tuning& tuning) -> double& { return (tuning.bfs_on_ranks.*Subgraph).*Member; };

template <class T>
using ValueAt = std::remove_reference_t<std::invoke_result_t<T, Tuning&>>;

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

// What a key takes: read(text) gives its value, or nothing; shown(value) is its inverse; text()
// says which values there are.

/// Whole numbers.
struct Whole {
  std::uint64_t least;
  std::uint64_t most;
  enum class Of : std::uint8_t { kAll, kMultiples, kPowersOfTwo } of = Of::kAll;  ///< of `least`

  [[nodiscard]] bool has(std::uint64_t value) const {
    if (value < least || value > most) return false;
    if (of == Of::kMultiples) return value % least == 0;
    return of != Of::kPowersOfTwo || (value & (value - 1)) == 0;
  }
  [[nodiscard]] std::optional<std::uint64_t> read(std::string_view text) const {
    const auto value = number<std::uint64_t>(text);
    return value && has(*value) ? value : std::nullopt;
  }
  [[nodiscard]] static std::string shown(std::uint64_t value) { return fmt::format("{}", value); }
  [[nodiscard]] std::string text() const {
    if (of == Of::kMultiples) return fmt::format("a multiple of {} up to {}", least, most);
    if (of == Of::kPowersOfTwo) return fmt::format("a power of 2 from {} to {}", least, most);
    // The most that a type holds.
    const bool is_of_type = most > std::numeric_limits<std::int16_t>::max() && !(most & (most + 1));
    return is_of_type ? fmt::format("a whole number from {} to 2^{}-1", least, std::bit_width(most))
                      : fmt::format("a whole number from {} to {}", least, most);
  }
};
/// All that a T holds, from `least` on.
template <class T>
Whole up_to_most(std::uint64_t least) {
  return {least, std::numeric_limits<T>::max()};
}

/// Real numbers above 0, or of [least, most] where there is a `most`.
struct Real {
  double least = 0;
  double most = 0;

  [[nodiscard]] std::optional<double> read(std::string_view text) const {
    const auto value = number<double>(text);
    const bool has = value && std::isfinite(*value) &&
                     (most > 0 ? *value >= least && *value <= most : *value > least);
    return has ? value : std::nullopt;
  }
  [[nodiscard]] static std::string shown(double value) { return fmt::format("{}", value); }
  [[nodiscard]] std::string text() const {
    return most > 0 ? fmt::format("a number from {} to {}", least, most) : "a number above 0";
  }
};

/// Names of an enum's values, in order.
struct OneOf {
  std::vector<std::string_view> names;

  [[nodiscard]] std::optional<std::size_t> read(std::string_view text) const {
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  }
  template <class Enum>
  [[nodiscard]] std::string shown(Enum value) const {
    return std::string(names[static_cast<std::size_t>(value)]);
  }
  [[nodiscard]] std::string text() const {
    return fmt::format("one of {}", fmt::join(names, ", "));
  }
};

/// A key with values of `range`, which sets each of `places`.
template <class Range, class First, class... More>
TuningKey key(std::string_view name, std::string_view meaning, const Range& range,
              std::vector<TuningUse> uses, Schemes schemes, First first, More... more) {
  return {name,
          meaning,
          range.text(),
          std::move(uses),
          std::move(schemes),
          [=](Tuning tuning) { return range.shown(first(tuning)); },
          [=](Tuning& tuning, std::string_view text) {
            const auto value = range.read(text);
            if (!value) return false;
            first(tuning) = static_cast<ValueAt<First>>(*value);
            ((more(tuning) = static_cast<ValueAt<More>>(*value)), ...);
            return true;
          }};
}
template <class Range, class First, class... More>
TuningKey key(std::string_view name, std::string_view meaning, const Range& range,
              std::vector<TuningUse> uses, First first,
              More... more) requires std::is_invocable_v<First, Tuning&> {
  return key(name, meaning, range, std::move(uses), Schemes{}, first, more...);
}

using u32 = std::uint32_t;
using enum Place;

std::vector<TuningKey> keys_of_directions() {
  const std::vector<TuningUse> on_host_or_2d = {
      {"bfs", kHost, "auto direction-optimizing"},
      {"bfs", kRanks, "auto direction-optimizing"},
      {"bfs", kRanksOnDevices, "auto direction-optimizing"}};
  const std::vector<TuningUse> on_device = {{"bfs", kDevice, "auto direction-optimizing"}};
  using Device = DeviceBfsTuning;
  constexpr auto kDeviceBfs = &Tuning::bfs_on_device;
  return {
      key("alpha", "a larger value switches to bottom-up sooner", Real{}, on_host_or_2d, {"2d"},
          kAt<&Tuning::bfs, &BfsTuning::alpha>, kAt<&Tuning::bfs_on_ranks, &DistBfsTuning::alpha>),
      key("beta", "a larger value switches back to top-down later", Real{}, on_host_or_2d, {"2d"},
          kAt<&Tuning::bfs, &BfsTuning::beta>, kAt<&Tuning::bfs_on_ranks, &DistBfsTuning::beta>),
      key("bag-grain", "number of vertices that one task visits", up_to_most<u32>(1),
          {{"bfs", kHost, "bag"}}, kAt<&Tuning::bfs, &BfsTuning::bag_grain>),
      key("forward-factor", "a smaller value switches to bottom-up sooner", Real{}, on_device,
          kAt<kDeviceBfs, &Device::forward_factor>),
      key("backward-factor", "a smaller value switches back to top-down later", Real{}, on_device,
          kAt<kDeviceBfs, &Device::backward_factor>),
      key("long-row", "bottom-up: number of neighbours from which a warp shares a vertex",
          up_to_most<u32>(1), on_device, kAt<kDeviceBfs, &Device::long_row>),
  };
}

std::vector<TuningKey> keys_of_delegates() {
  constexpr double kMostFactor = 1e9;
  constexpr auto kForward = &DelegateSwitch::to_backward;
  constexpr auto kBackward = &DelegateSwitch::to_forward;
  const auto factor = [](std::string_view name, std::string_view meaning, auto place) {
    return key(name, meaning, Real{0, kMostFactor},
               {{"bfs", kRanks, "auto direction-optimizing"},
                {"bfs", kRanksOnDevices, "auto direction-optimizing"}},
               {"delegate"}, place);
  };
  return {
      factor("dd-forward-factor",
             "edges between delegates: a smaller value goes bottom-up sooner; 0: at once",
             kSwitch<&DistBfsTuning::dd, kForward>),
      factor("dd-backward-factor",
             "edges between delegates: a smaller value goes top-down again later; 0: never",
             kSwitch<&DistBfsTuning::dd, kBackward>),
      factor("dn-forward-factor", "as dd-forward-factor, from delegates to other vertices",
             kSwitch<&DistBfsTuning::dn, kForward>),
      factor("dn-backward-factor", "as dd-backward-factor, from delegates to other vertices",
             kSwitch<&DistBfsTuning::dn, kBackward>),
      factor("nd-forward-factor", "as dd-forward-factor, from other vertices to delegates",
             kSwitch<&DistBfsTuning::nd, kForward>),
      factor("nd-backward-factor", "as dd-backward-factor, from other vertices to delegates",
             kSwitch<&DistBfsTuning::nd, kBackward>),
  };
}

/// How kernels are launched, and what they share.
std::vector<TuningKey> keys_of_launches() {
  using Bfs = DeviceBfsTuning;
  using Sssp = DeviceSsspTuning;
  using Msf = DeviceMsfTuning;
  constexpr auto kBfs = &Tuning::bfs_on_device;
  constexpr auto kSssp = &Tuning::sssp_on_device;
  constexpr auto kMsf = &Tuning::msf_on_device;
  constexpr auto kBc = &Tuning::bc_on_device;
  const std::vector<TuningUse> rows = {{"bfs", kDevice, "auto twc persistent direction-optimizing"},
                                       {"bfs", kRanksOnDevices},
                                       {"sssp", kDevice}};
  const std::vector<TuningUse> one_block = {{"bfs", kDevice, "auto persistent"}, {"sssp", kDevice}};
  return {
      key("block-threads", "number of threads of a block", Whole{32, 1024, Whole::Of::kMultiples},
          {{"bfs", kDevice},
           {"bfs", kRanksOnDevices},
           {"sssp", kDevice},
           {"msf", kDevice},
           {"bc", kDevice},
           {"bc", kRanksOnDevices}},
          kAt<kBfs, &Bfs::block_threads>, kAt<kSssp, &Sssp::block_threads>,
          kAt<kMsf, &Msf::block_threads>, kAt<kBc, &DeviceBetweennessTuning::block_threads>),
      key("blocks-per-multiprocessor",
          "number of blocks of a launch per multiprocessor; 0: chosen by the method",
          up_to_most<u32>(0), {{"bfs", kDevice}, {"sssp", kDevice}, {"msf", kDevice}},
          kAt<kBfs, &Bfs::blocks_per_multiprocessor>, kAt<kSssp, &Sssp::blocks_per_multiprocessor>,
          kAt<kMsf, &Msf::blocks_per_multiprocessor>),
      key("edges-per-thread", "number of consecutive edges of a thread",
          Whole{1, 16, Whole::Of::kPowersOfTwo},
          {{"bfs", kDevice, "edge-mapped"}, {"bfs", kRanksOnDevices}}, {"1d", "2d"},
          kAt<kBfs, &Bfs::edges_per_thread>),
      key("warp-degree", "number of neighbours from which a warp shares a vertex",
          up_to_most<u32>(1), rows, {"delegate"}, kAt<kBfs, &Bfs::warp_degree>,
          kAt<kSssp, &Sssp::warp_degree>),
      key("block-degree", "number of neighbours from which a block shares a vertex",
          up_to_most<u32>(1), {{"bfs", kDevice, "twc"}, {"bfs", kRanksOnDevices}}, {"delegate"},
          kAt<kBfs, &Bfs::block_degree>),
      key("grid-degree", "number of neighbours from which all warps of the device share a vertex",
          up_to_most<u32>(1),
          {{"bfs", kDevice, "auto persistent direction-optimizing"}, {"sssp", kDevice}},
          kAt<kBfs, &Bfs::grid_degree>, kAt<kSssp, &Sssp::grid_degree>),
      key("single-block-vertices",
          "a single block searches a frontier of at most this many vertices; 0: never",
          up_to_most<u32>(0), one_block, kAt<kBfs, &Bfs::single_block_vertices>,
          kAt<kSssp, &Sssp::single_block_vertices>),
      key("single-block-edges",
          "a single block searches a frontier whose vertices have at most this many edges",
          up_to_most<std::uint64_t>(0), one_block, kAt<kBfs, &Bfs::single_block_edges>,
          kAt<kSssp, &Sssp::single_block_edges>),
  };
}
std::vector<TuningKey> keys_of_devices() {
  constexpr auto kMsf = &Tuning::msf_on_device;
  constexpr auto kBc = &Tuning::bc_on_device;
  return {
      key("light-per-vertex", "number of edges per vertex that are considered first", Real{},
          {{"msf", kDevice, "auto"}}, kAt<kMsf, &DeviceMsfTuning::light_per_vertex>),
      key("sources-at-once",
          "number of sources (with --epsilon, of paths) in work at the same time, each in its "
          "own memory; 0: as many as keep the device busy and fit in half of the free memory",
          up_to_most<u32>(0), {{"bc", kDevice}, {"bc", kRanksOnDevices}},
          kAt<kBc, &DeviceBetweennessTuning::sources_at_once>),
  };
}

std::vector<TuningKey> keys_of_ranks() {
  constexpr std::uint64_t kMostBatch = 64;
  const std::vector<TuningUse> boruvka = {{"msf", kRanks, "auto"}};
  return {
      key("batch-size",
          "number of sources that all ranks search from at the same time, with --share "
          "partitioned, which a number above 0 implies; 0: chosen by memory",
          Whole{0, kMostBatch}, {{"bc", kRanks}, {"bc", kRanksOnDevices}},
          kAt<&Tuning::bc_on_ranks, &DistBetweennessTuning::batch_size>),
      key("gather-edges", "rank 0 finishes once at most this many edges remain in total",
          up_to_most<std::uint64_t>(0), boruvka,
          kAt<&Tuning::msf_on_ranks, &DistMsfTuning::gather_edges>),
      key("replicating-ranks",
          "with at most this many ranks, each rank keeps the fragments of all vertices if ranks "
          "own blocks of vertices",
          up_to_most<int>(0), boruvka,
          kAt<&Tuning::msf_on_ranks, &DistMsfTuning::replicating_ranks>),
  };
}

std::vector<TuningKey> keys_of_ghs() {
  const std::vector<TuningUse> ghs = {{"msf", kRanks, "ghs"}};
  constexpr auto kGhs = &Tuning::ghs;
  using Ghs = GhsOptions;
  return {
      key("ghs-lookup", "how the edge of a message is found", OneOf{{"linear", "binary", "hash"}},
          ghs, kAt<kGhs, &Ghs::lookup>),
      key("ghs-hash-factor", "with ghs-lookup=hash: table entries per edge", Real{1.25, 64}, ghs,
          kAt<kGhs, &Ghs::hash_factor>),
      key("ghs-test-queue", "where Test messages wait", OneOf{{"shared", "separate"}}, ghs,
          kAt<kGhs, &Ghs::test_queue>),
      key("ghs-postponed", "where messages wait that cannot be processed yet",
          OneOf{{"queue", "vertex"}}, ghs, kAt<kGhs, &Ghs::postponed>),
      key("ghs-messages", "how messages are written", OneOf{{"plain", "compressed"}}, ghs,
          kAt<kGhs, &Ghs::messages>),
      key("ghs-finish-test", "how ranks learn that no message is left",
          OneOf{{"allreduce", "counting"}}, ghs, kAt<kGhs, &Ghs::finish_test>),
      key("ghs-aggregation", "size in bytes of an aggregated message to one rank",
          Whole{64, std::uint64_t{1} << 26U}, ghs, kAt<kGhs, &Ghs::aggregation_bytes>),
      key("ghs-node-ranks",
          "ranks of a node, which packets leave together; 0: those that share memory, 1: no others",
          up_to_most<u32>(0), ghs, kAt<kGhs, &Ghs::ranks_per_node>),
      key("ghs-flush-frequency",
          "number of loop iterations of a rank after which it sends waiting messages",
          up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::flush_frequency>),
      key("ghs-queue-frequency", "number of iterations after which received messages are processed",
          up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::queue_frequency>),
      key("ghs-test-frequency",
          "with ghs-test-queue=separate: number of iterations after which Test messages are "
          "processed",
          up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::test_frequency>),
      key("ghs-finish-frequency",
          "with ghs-finish-test=allreduce: number of iterations after which ranks test whether "
          "messages remain",
          up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::finish_frequency>),
  };
}

}  // namespace

std::span<const TuningKey> tuning_keys() {
  static const std::vector<TuningKey> kKeys = [] {
    std::vector<TuningKey> all;
    for (auto keys : {keys_of_directions(), keys_of_delegates(), keys_of_launches(),
                      keys_of_devices(), keys_of_ranks(), keys_of_ghs()}) {
      std::move(keys.begin(), keys.end(), std::back_inserter(all));
    }
    return all;
  }();
  return kKeys;
}

}  // namespace strider::cli
