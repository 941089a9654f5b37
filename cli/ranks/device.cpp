// Devices of ranks.
#include <fmt/format.h>

#include "ranks/job.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

bool is_host(const RunOptions& run) {
  return device_choice(run.device).kind == DeviceChoice::Kind::kHost;
}

void require_encoding_of_devices(const DistributionOptions& options) {
  if (options.encoding == "varint") {
    throw UsageError("--encoding varint: devices send lists and bitmaps");
  }
}

}  // namespace

void require_options_of_rank_devices(const DistributionOptions& options,
                                     const SearchOptions& search, const RunOptions& run) {
  if (is_host(run)) return;
  require_encoding_of_devices(options);
  for (const auto& [name, given] :
       {std::pair("--forward-factor", search.device.forward_factor),
        std::pair("--backward-factor", search.device.backward_factor)}) {
    if (given) {
      throw UsageError(
          fmt::format("{}: of searches in one process; ranks choose directions by themselves, or "
                      "by --alpha and --beta on 2d",
                      name));
    }
  }
}

void require_options_of_rank_devices(const DistributionOptions& options, const DeviceTuning& paths,
                                     const RunOptions& run) {
  if (is_host(run)) return;
  require_encoding_of_devices(options);
  for (const auto& [name, given] : {std::pair("--block-threads", paths.block_threads.has_value()),
                                    std::pair("--warp-degree", paths.warp_degree.has_value()),
                                    std::pair("--block-degree", paths.block_degree.has_value())}) {
    if (given) throw UsageError(fmt::format("{}: of shortest paths in one process", name));
  }
}

std::optional<RankDevice> open_device(const Cluster& cluster, const RunOptions& run,
                                      const DeviceTuning& tuning, std::uint64_t seed) {
  if (is_host(run)) return std::nullopt;
  const DeviceChoice choice = device_choice(run.device);
  const int number_here = cluster.rank_on_machine();
  // Ranks run in orders of their own.
  const std::uint64_t own_seed = seed + static_cast<std::uint64_t>(cluster.rank());
  std::optional<RankDevice> opened;
  std::exception_ptr error;
  try {
    const Device device = open_device(choice, tuning, own_seed, number_here);
    opened.emplace(RankDevice{device, device_name(device), device_options(tuning)});
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
