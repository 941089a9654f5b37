// Devices of ranks.
#include <fmt/format.h>

#include "ranks/job.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

bool is_host(const RunOptions& run) {
  return device_choice(run.device).kind == DeviceChoice::Kind::kHost;
}

}  // namespace

void require_options_of_rank_devices(const DistributionOptions& options, const RunOptions& run) {
  if (is_host(run)) return;
  if (options.encoding == "varint") {
    throw UsageError("--encoding varint: devices support only lists and bitmaps");
  }
}

std::optional<RankDevice> open_device(const Cluster& cluster, const RunOptions& run,
                                      const DeviceOptions& on_device, const Tuning& tuning,
                                      std::uint64_t seed) {
  if (is_host(run)) return std::nullopt;
  const DeviceChoice choice = device_choice(run.device);
  const int number_here = cluster.rank_on_machine();
  // Ranks run in orders of their own.
  const std::uint64_t own_seed = seed + static_cast<std::uint64_t>(cluster.rank());
  std::optional<RankDevice> opened;
  std::exception_ptr error;
  try {
    const Device device = open_device(choice, on_device, own_seed, number_here);
    opened.emplace(RankDevice{device, device_name(device), device_options(on_device, tuning)});
  } catch (...) {
    error = std::current_exception();
  }
  cluster.throw_on_all_ranks(error);
  return opened;
}

DistBfsSolver bfs_solver(const DistGraph& graph, const DistBfsOptions& options,
                         const std::optional<RankDevice>& device) {
  if (!device) return DistBfsSolver(graph, options);
  return {graph, device->device, options, device->options};
}

}  // namespace strider::cli
