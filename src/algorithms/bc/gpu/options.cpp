#include <fmt/format.h>

#include "algorithms/bc/gpu/plans.hpp"
#include "gpu/option_checks.hpp"
#include "strider/error.hpp"

namespace strider::detail {

void check_device_betweenness_options(const BetweennessOptions& options,
                                      const DeviceBetweennessOptions& device_options) {
  if (options.method != BetweennessMethod::kAuto) {
    throw UsageError(fmt::format("method {} is a host method: use a device method",
                                 betweenness_method_name(options.method)));
  }
  check_device_options(device_options);
}

void check_device_options(const DeviceBetweennessOptions& device_options) {
  check_block_threads(device_options.tuning.block_threads);
  constexpr std::uint32_t kMostSources = 1U << 16U;
  if (device_options.tuning.sources_at_once > kMostSources) {
    throw UsageError(fmt::format("sources_at_once must be at most {1}, got {0}",
                                 device_options.tuning.sources_at_once, kMostSources));
  }
}

void check_device_options_by_lengths(const DeviceBetweennessOptions& options) {
  check_device_options(options);
  if (options.method == DeviceBetweennessMethod::kAuto) return;
  throw UsageError(fmt::format("method {} does not support weights: on a device, use auto",
                               device_betweenness_method_name(options.method)));
}

void check_device_sampling_options(const DeviceBetweennessOptions& options) {
  check_device_options(options);
  if (options.method == DeviceBetweennessMethod::kAuto) return;
  throw UsageError("path sampling supports only method auto");
}

void require_device_lengths(const ArcLengths& lengths) {
  if (!lengths.wide.empty()) {
    throw UsageError(
        "the sums of these weights need more than 64 bits: use the host, or round the weights to "
        "fewer digits");
  }
  if (!lengths.zero_rank.empty() || !lengths.zero_forest.vertices.empty()) {
    throw UsageError("betweenness with weights of zero is computed by the host only: use the host");
  }
}

}  // namespace strider::detail
