// Searches on the devices of this build.
#include "strider/gpu.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "devices/place.hpp"
#include "devices/sssp.hpp"
#include "devices/whole_memory.hpp"
#include "graph500/device.hpp"
#include "names.hpp"
#include "stopwatch.hpp"
#include "strider/device.hpp"
#include "strider/error.hpp"
#include "suggestion.hpp"

namespace strider::cli {
namespace {

/// With the method that --algorithm names.
DeviceBfsOptions device_options(const SearchOptions& search) {
  const auto method = device_bfs_method_from_name(search.algorithm);
  if (!method) {
    throw UsageError(fmt::format("--algorithm: '{}' is not a device method: use one of {}{}",
                                 search.algorithm, device_methods(),
                                 did_you_mean(search.algorithm, device_methods())));
  }
  if (!search.device.transport.empty()) {
    throw UsageError(
        "--transport applies only to messages between ranks, but this run has one process: leave "
        "it out");
  }
  DeviceBfsOptions options = device_options(search.device, search.tuning);
  options.method = *method;
  return options;
}

class DevicePlace final : public SearchPlace {
 public:
  DevicePlace(const Device& device, const PreparedGraph& graph, const DeviceBfsOptions& options)
      : memory_(device),
        graph_(memory_.put([&] { return DeviceGraph(device, graph); })),
        options_(options) {}
  [[nodiscard]] BfsSolver solver(BfsTrace trace) const override {
    DeviceBfsOptions options = options_;
    options.trace = trace;
    return memory_.search([&] { return BfsSolver(graph_, options); });
  }
  [[nodiscard]] std::string device_name() const override { return graph_.device().name(); }

 private:
  WholeMemory memory_;
  DeviceGraph graph_;
  DeviceBfsOptions options_;
};

}  // namespace

bool has_devices() {
  return true;
}
std::string device_methods() {
  return joined_names(all_device_bfs_methods(), device_bfs_method_name);
}

DeviceBfsOptions device_options(const DeviceOptions& on_device, const Tuning& tuning) {
  const auto transport = device_transport_from_name(on_device.transport);
  return {.tuning = tuning.bfs_on_device, .transport = transport.value_or(DeviceTransport::kAuto)};
}

Device open_device(const DeviceChoice& device, const DeviceOptions& on_device, std::uint64_t seed,
                   int number_here) {
  if (device.kind == DeviceChoice::Kind::kSimt) {
    const SimtOptions otherwise;
    return Device::simt(
        {.seed = seed, .memory_bytes = on_device.memory.value_or(otherwise.memory_bytes)});
  }
  // Where there are none, Device::cuda says so.
  return Device::cuda(device.number.value_or(number_here % std::max(1, Device::num_cuda())),
                      on_device.memory.value_or(Device::kNoMemoryLimit));
}

std::string device_name(const Device& device) {
  return device.name();
}

std::unique_ptr<SearchPlace> device_place(const PreparedGraph& graph, const SearchOptions& search,
                                          const DeviceChoice& device, std::uint64_t seed) {
  const DeviceBfsOptions options = device_options(search);
  return std::make_unique<DevicePlace>(open_device(device, search.device, seed, 0), graph, options);
}

TimedComponents components_on_device(const Graph& graph, const ComponentsVerb& verb) {
  const Stopwatch preparing;
  const Device device = open_device(device_choice(verb.run.device), verb.device, verb.seed(), 0);
  const WholeMemory memory(device);
  const DeviceGraph there = memory.put([&] { return DeviceGraph(device, graph); });
  TimedComponents timed{
      .found = {}, .device_name = device.name(), .prepare_s = preparing.seconds()};
  const Stopwatch watch;
  timed.found = memory.search([&] { return components(there); });
  timed.seconds = watch.seconds();
  return timed;
}

Graph500Report run_graph500_on_device(const Graph500Options& benchmark, const SearchOptions& search,
                                      const PathOptions& paths, const DeviceChoice& device,
                                      std::uint64_t seed) {
  SearchOptions levels = search;
  PathOptions distances = paths;
  distances.algorithm = search.algorithm;
  distances.tuning = search.tuning;
  if (benchmark.kernels == Graph500Kernels::kSssp) levels.algorithm = "auto";
  if (benchmark.kernels == Graph500Kernels::kBfs) distances.algorithm = "auto";
  if (benchmark.kernels == Graph500Kernels::kBoth) {
    // A name of one kernel leaves the other its own choice.
    const bool is_of_bfs = device_bfs_method_from_name(search.algorithm).has_value();
    const bool is_of_sssp = device_sssp_method_from_name(search.algorithm).has_value();
    if (is_of_bfs && !is_of_sssp) distances.algorithm = "auto";
    if (is_of_sssp && !is_of_bfs) levels.algorithm = "auto";
  }
  const DeviceBfsOptions bfs = device_options(levels);
  const DeviceSsspOptions sssp = device_path_options(distances, search.device);
  return run_graph500(benchmark, open_device(device, search.device, seed, 0), bfs, sssp);
}

}  // namespace strider::cli
