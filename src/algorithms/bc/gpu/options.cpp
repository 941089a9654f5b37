#include "algorithms/bc/gpu/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "strider/error.hpp"

namespace strider {
namespace {

constexpr std::array kMethods{
    DeviceBetweennessMethod::kAuto,         DeviceBetweennessMethod::kVertexParallel,
    DeviceBetweennessMethod::kEdgeParallel, DeviceBetweennessMethod::kWorkEfficient,
    DeviceBetweennessMethod::kHybrid,
};

}  // namespace

std::string_view device_betweenness_method_name(DeviceBetweennessMethod method) {
  switch (method) {
    case DeviceBetweennessMethod::kAuto:
      return "auto";
    case DeviceBetweennessMethod::kVertexParallel:
      return "vertex-parallel";
    case DeviceBetweennessMethod::kEdgeParallel:
      return "edge-parallel";
    case DeviceBetweennessMethod::kWorkEfficient:
      return "work-efficient";
    case DeviceBetweennessMethod::kHybrid:
      return "hybrid";
  }
  return "unknown";
}

std::optional<DeviceBetweennessMethod> device_betweenness_method_from_name(std::string_view name) {
  const auto* const found =
      std::find_if(kMethods.begin(), kMethods.end(), [&](DeviceBetweennessMethod method) {
        return device_betweenness_method_name(method) == name;
      });
  if (found == kMethods.end()) return std::nullopt;
  return *found;
}

std::span<const DeviceBetweennessMethod> all_device_betweenness_methods() {
  return kMethods;
}

namespace detail {

void check_device_betweenness_options(const BetweennessOptions& options,
                                      const DeviceBetweennessOptions& device_options) {
  if (options.method != BetweennessMethod::kAuto) {
    throw UsageError(fmt::format("method: {} is one of the host's; devices have their own",
                                 betweenness_method_name(options.method)));
  }
  check_device_options(device_options);
}

void check_device_options(const DeviceBetweennessOptions& device_options) {
  constexpr std::uint32_t kWarp = 32;
  constexpr std::uint32_t kMostThreads = 1024;
  const std::uint32_t threads = device_options.block_threads;
  if (threads == 0 || threads % kWarp != 0 || threads > kMostThreads) {
    throw UsageError(
        fmt::format("block_threads: {} is not a multiple of 32 from 32 to 1024", threads));
  }
  constexpr std::uint32_t kMostSources = 1U << 16U;
  if (device_options.sources_at_once > kMostSources) {
    throw UsageError(fmt::format("sources_at_once: {} is more than {}",
                                 device_options.sources_at_once, kMostSources));
  }
}

void check_device_options_by_lengths(const DeviceBetweennessOptions& options) {
  check_device_options(options);
  if (options.method == DeviceBetweennessMethod::kAuto) return;
  throw UsageError(fmt::format("method: {} goes by hops; by weight a device has auto alone",
                               device_betweenness_method_name(options.method)));
}

void check_device_sampling_options(const DeviceBetweennessOptions& options) {
  check_device_options(options);
  if (options.method == DeviceBetweennessMethod::kAuto) return;
  throw UsageError("method: sampled paths have none to choose");
}

}  // namespace detail

}  // namespace strider
