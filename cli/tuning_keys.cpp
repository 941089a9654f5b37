#include "tuning_keys.hpp"

#include <fmt/format.h>

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

/// Which whole numbers a key takes.
struct Whole {
  std::uint64_t least;
  std::uint64_t most;
  enum class Of : std::uint8_t { kAll, kMultiples, kPowersOfTwo } of = Of::kAll;  ///< of `least`

  [[nodiscard]] bool has(std::uint64_t value) const {
    if (value < least || value > most) return false;
    if (of == Of::kMultiples) return value % least == 0;
    return of != Of::kPowersOfTwo || (value & (value - 1)) == 0;
  }
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

/// A key of whole numbers, which sets each of `places`.
template <class First, class... More>
TuningKey whole(std::string_view name, std::string_view meaning, const Whole& range,
                std::vector<TuningUse> uses, First first, More... more) {
  return {name,
          meaning,
          range.text(),
          std::move(uses),
          [=](Tuning tuning) { return fmt::format("{}", first(tuning)); },
          [=](Tuning& tuning, std::string_view text) {
            const auto value = number<std::uint64_t>(text);
            if (!value || !range.has(*value)) return false;
            first(tuning) = static_cast<ValueAt<First>>(*value);
            ((more(tuning) = static_cast<ValueAt<More>>(*value)), ...);
            return true;
          }};
}

/// A key of real numbers above 0, or of [least, most] where there is a `most`.
struct Real {
  double least = 0;
  double most = 0;

  [[nodiscard]] bool has(double value) const {
    if (!std::isfinite(value)) return false;
    return most > 0 ? value >= least && value <= most : value > least;
  }
  [[nodiscard]] std::string text() const {
    return most > 0 ? fmt::format("a number from {} to {}", least, most) : "a number above 0";
  }
};
template <class First, class... More>
TuningKey real(std::string_view name, std::string_view meaning, const Real& range,
               std::vector<TuningUse> uses, First first, More... more) {
  return {name,
          meaning,
          range.text(),
          std::move(uses),
          [=](Tuning tuning) { return fmt::format("{}", first(tuning)); },
          [=](Tuning& tuning, std::string_view text) {
            const auto value = number<double>(text);
            if (!value || !range.has(*value)) return false;
            first(tuning) = *value;
            ((more(tuning) = *value), ...);
            return true;
          }};
}

/// A key of names: those of an enum's values, in order.
template <class Where>
TuningKey choice(std::string_view name, std::string_view meaning,
                 const std::vector<std::string_view>& names, std::vector<TuningUse> uses,
                 Where where) {
  return {
      name,
      meaning,
      fmt::format("one of {}", fmt::join(names, ", ")),
      std::move(uses),
      [=](Tuning tuning) { return std::string(names[static_cast<std::size_t>(where(tuning))]); },
      [=](Tuning& tuning, std::string_view text) {
        for (std::size_t i = 0; i < names.size(); ++i) {
          if (names[i] != text) continue;
          where(tuning) = static_cast<ValueAt<Where>>(i);
          return true;
        }
        return false;
      }};
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
      real("alpha",
           "a larger value switches to bottom-up sooner; on ranks, only with --partition 2d",
           Real{}, on_host_or_2d, kAt<&Tuning::bfs, &BfsTuning::alpha>,
           kAt<&Tuning::bfs_on_ranks, &DistBfsTuning::alpha>),
      real("beta",
           "a larger value switches back to top-down later; on ranks, only with --partition 2d",
           Real{}, on_host_or_2d, kAt<&Tuning::bfs, &BfsTuning::beta>,
           kAt<&Tuning::bfs_on_ranks, &DistBfsTuning::beta>),
      whole("bag-grain", "number of vertices that one task visits", up_to_most<u32>(1),
            {{"bfs", kHost, "bag"}}, kAt<&Tuning::bfs, &BfsTuning::bag_grain>),
      real("forward-factor", "a smaller value switches to bottom-up sooner", Real{}, on_device,
           kAt<kDeviceBfs, &Device::forward_factor>),
      real("backward-factor", "a smaller value switches back to top-down later", Real{}, on_device,
           kAt<kDeviceBfs, &Device::backward_factor>),
      whole("long-row", "bottom-up: number of neighbours from which a warp shares a vertex",
            up_to_most<u32>(1), on_device, kAt<kDeviceBfs, &Device::long_row>),
  };
}

std::vector<TuningKey> keys_of_devices() {
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
      whole("block-threads", "number of threads of a block", {32, 1024, Whole::Of::kMultiples},
            {{"bfs", kDevice},
             {"bfs", kRanksOnDevices},
             {"sssp", kDevice},
             {"msf", kDevice},
             {"bc", kDevice},
             {"bc", kRanksOnDevices}},
            kAt<kBfs, &Bfs::block_threads>, kAt<kSssp, &Sssp::block_threads>,
            kAt<kMsf, &Msf::block_threads>, kAt<kBc, &DeviceBetweennessTuning::block_threads>),
      whole("blocks-per-multiprocessor",
            "number of blocks of a launch per multiprocessor; 0: chosen by the method",
            up_to_most<u32>(0), {{"bfs", kDevice}, {"sssp", kDevice}, {"msf", kDevice}},
            kAt<kBfs, &Bfs::blocks_per_multiprocessor>,
            kAt<kSssp, &Sssp::blocks_per_multiprocessor>,
            kAt<kMsf, &Msf::blocks_per_multiprocessor>),
      whole("edges-per-thread",
            "number of consecutive edges of a thread; on ranks, only with --partition 1d or 2d",
            {1, 16, Whole::Of::kPowersOfTwo},
            {{"bfs", kDevice, "edge-mapped"}, {"bfs", kRanksOnDevices}},
            kAt<kBfs, &Bfs::edges_per_thread>),
      whole("warp-degree",
            "number of neighbours from which a warp shares a vertex; on ranks, only with "
            "--partition delegate",
            up_to_most<u32>(1), rows, kAt<kBfs, &Bfs::warp_degree>, kAt<kSssp, &Sssp::warp_degree>),
      whole("block-degree",
            "number of neighbours from which a block, or all warps, share a vertex; on ranks, only "
            "with --partition delegate",
            up_to_most<u32>(1), rows, kAt<kBfs, &Bfs::block_degree>,
            kAt<kSssp, &Sssp::block_degree>),
      whole("single-block-vertices",
            "a single block searches a frontier of at most this many vertices; 0: never",
            up_to_most<u32>(0), one_block, kAt<kBfs, &Bfs::single_block_vertices>,
            kAt<kSssp, &Sssp::single_block_vertices>),
      whole("single-block-edges",
            "a single block searches a frontier whose vertices have at most this many edges",
            up_to_most<std::uint64_t>(0), one_block, kAt<kBfs, &Bfs::single_block_edges>,
            kAt<kSssp, &Sssp::single_block_edges>),
      real("light-per-vertex", "number of edges per vertex that are considered first", Real{},
           {{"msf", kDevice, "auto"}}, kAt<kMsf, &Msf::light_per_vertex>),
      whole("sources-at-once",
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
      whole("batch-size",
            "number of sources that all ranks search from at the same time, with --share "
            "partitioned, which a number above 0 implies; 0: chosen by memory",
            {0, kMostBatch}, {{"bc", kRanks}, {"bc", kRanksOnDevices}},
            kAt<&Tuning::bc_on_ranks, &DistBetweennessTuning::batch_size>),
      whole("gather-edges", "rank 0 finishes once at most this many edges remain in total",
            up_to_most<std::uint64_t>(0), boruvka,
            kAt<&Tuning::msf_on_ranks, &DistMsfTuning::gather_edges>),
      whole("replicating-ranks",
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
      choice("ghs-lookup", "how the edge of a message is found", {"linear", "binary", "hash"}, ghs,
             kAt<kGhs, &Ghs::lookup>),
      real("ghs-hash-factor", "with ghs-lookup=hash: table entries per edge", {1.25, 64}, ghs,
           kAt<kGhs, &Ghs::hash_factor>),
      choice("ghs-test-queue", "where Test messages wait", {"shared", "separate"}, ghs,
             kAt<kGhs, &Ghs::test_queue>),
      choice("ghs-postponed", "where messages wait that cannot be processed yet",
             {"queue", "vertex"}, ghs, kAt<kGhs, &Ghs::postponed>),
      choice("ghs-messages", "how messages are written", {"plain", "compressed"}, ghs,
             kAt<kGhs, &Ghs::messages>),
      choice("ghs-finish-test", "how ranks learn that no message is left",
             {"allreduce", "counting"}, ghs, kAt<kGhs, &Ghs::finish_test>),
      whole("ghs-aggregation", "size in bytes of an aggregated message to one rank",
            {64, std::uint64_t{1} << 26U}, ghs, kAt<kGhs, &Ghs::aggregation_bytes>),
      whole("ghs-flush-frequency",
            "number of loop iterations of a rank after which it sends waiting messages",
            up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::flush_frequency>),
      whole("ghs-queue-frequency",
            "number of iterations after which received messages are processed", up_to_most<u32>(1),
            ghs, kAt<kGhs, &Ghs::queue_frequency>),
      whole("ghs-test-frequency",
            "with ghs-test-queue=separate: number of iterations after which Test messages are "
            "processed",
            up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::test_frequency>),
      whole("ghs-finish-frequency",
            "with ghs-finish-test=allreduce: number of iterations after which ranks test whether "
            "messages remain",
            up_to_most<u32>(1), ghs, kAt<kGhs, &Ghs::finish_frequency>),
  };
}

}  // namespace

std::span<const TuningKey> tuning_keys() {
  static const std::vector<TuningKey> kKeys = [] {
    std::vector<TuningKey> all;
    for (auto keys : {keys_of_directions(), keys_of_devices(), keys_of_ranks(), keys_of_ghs()}) {
      std::move(keys.begin(), keys.end(), std::back_inserter(all));
    }
    return all;
  }();
  return kKeys;
}

}  // namespace strider::cli
