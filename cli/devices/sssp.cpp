// Shortest paths on the devices of this build.
#include "devices/sssp.hpp"

#include <fmt/format.h>

#include "devices/place.hpp"
#include "devices/whole_memory.hpp"
#include "names.hpp"
#include "strider/error.hpp"
#include "suggestion.hpp"

namespace strider::cli {

std::string device_path_methods() {
  return joined_names(all_device_sssp_methods(), device_sssp_method_name);
}

DeviceSsspOptions device_path_options(const PathOptions& paths, const DeviceOptions& on_device) {
  const auto method = device_sssp_method_from_name(paths.algorithm);
  if (!method) {
    throw UsageError(fmt::format("--algorithm: '{}' is not a device method: use one of {}{}",
                                 paths.algorithm, device_path_methods(),
                                 did_you_mean(paths.algorithm, device_path_methods())));
  }
  if (!on_device.transport.empty()) {
    throw UsageError(
        "--transport applies only to messages between ranks, but this run has one process: leave "
        "it out");
  }
  return {.method = *method, .delta = paths.delta, .tuning = paths.tuning.sssp_on_device};
}

template <class W>
PathPlace<W> device_path_place(const WeightedGraph<W>& graph, const SsspOptions& search,
                               const PathOptions& paths, const DeviceOptions& on_device,
                               const RunOptions& run, std::uint64_t seed) {
  DeviceSsspOptions options = device_path_options(paths, on_device);
  options.cutoff = search.cutoff;
  options.target = search.target;
  const Device device = open_device(device_choice(run.device), on_device, seed, 0);
  const WholeMemory memory(device);
  const WeightedDeviceGraph<W> there =
      memory.put([&] { return WeightedDeviceGraph<W>(device, graph, run.threads); });
  return {memory.search([&] { return SsspSolver<W>(there, options); }), device.name()};
}

template PathPlace<float> device_path_place(const WeightedGraph<float>&, const SsspOptions&,
                                            const PathOptions&, const DeviceOptions&,
                                            const RunOptions&, std::uint64_t);
template PathPlace<double> device_path_place(const WeightedGraph<double>&, const SsspOptions&,
                                             const PathOptions&, const DeviceOptions&,
                                             const RunOptions&, std::uint64_t);
template PathPlace<std::uint32_t> device_path_place(const WeightedGraph<std::uint32_t>&,
                                                    const SsspOptions&, const PathOptions&,
                                                    const DeviceOptions&, const RunOptions&,
                                                    std::uint64_t);

}  // namespace strider::cli
