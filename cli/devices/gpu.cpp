// Searches on the devices of this build.
#include "strider/gpu.hpp"

#include <fmt/format.h>

#include <utility>

#include "devices/place.hpp"
#include "strider/device.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

DeviceBfsOptions device_options(const SearchOptions& search) {
  const auto method = device_bfs_method_from_name(search.algorithm);
  if (!method) {
    throw UsageError(fmt::format("--algorithm: '{}' is no method of a device: {}", search.algorithm,
                                 device_methods()));
  }
  const DeviceBfsOptions otherwise;
  const DeviceTuning& tuning = search.device;
  return {.method = *method,
          .block_threads = tuning.block_threads.value_or(otherwise.block_threads),
          .edges_per_thread = tuning.edges_per_thread.value_or(otherwise.edges_per_thread),
          .warp_degree = tuning.warp_degree.value_or(otherwise.warp_degree),
          .block_degree = tuning.block_degree.value_or(otherwise.block_degree),
          .forward_factor = tuning.forward_factor.value_or(otherwise.forward_factor),
          .backward_factor = tuning.backward_factor.value_or(otherwise.backward_factor)};
}

class DevicePlace final : public SearchPlace {
 public:
  DevicePlace(const Device& device, const PreparedGraph& graph, const DeviceBfsOptions& options)
      : graph_(device, graph), options_(options) {}
  [[nodiscard]] BfsSolver solver(BfsTrace trace) const override {
    DeviceBfsOptions options = options_;
    options.trace = trace;
    return {graph_, options};
  }
  [[nodiscard]] std::string device_name() const override { return graph_.device().name(); }

 private:
  DeviceGraph graph_;
  DeviceBfsOptions options_;
};

}  // namespace

bool has_devices() {
  return true;
}
std::string device_methods() {
  std::string names;
  for (const DeviceBfsMethod method : all_device_bfs_methods()) {
    names += names.empty() ? "" : ", ";
    names += device_bfs_method_name(method);
  }
  return names;
}

std::unique_ptr<SearchPlace> device_place(const PreparedGraph& graph, const SearchOptions& search,
                                          const DeviceChoice& device, std::uint64_t seed) {
  const DeviceBfsOptions options = device_options(search);
  const Device opened = device.kind == DeviceChoice::Kind::kSimt ? Device::simt({.seed = seed})
                                                                 : Device::cuda(device.number);
  return std::make_unique<DevicePlace>(opened, graph, options);
}

}  // namespace strider::cli
