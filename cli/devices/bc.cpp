#include "devices/bc.hpp"

#include <fmt/format.h>

#include "devices/place.hpp"
#include "devices/whole_memory.hpp"
#include "environment.hpp"
#include "names.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "suggestion.hpp"

namespace strider::cli {

namespace {

std::string methods() {
  return joined_names(all_device_betweenness_methods(), device_betweenness_method_name);
}

}  // namespace

DeviceBetweennessOptions device_betweenness_options(const BcOptions& options) {
  const std::string_view name = betweenness_method_name(options.method);
  const auto method = device_betweenness_method_from_name(name);
  if (!method) {
    throw UsageError(fmt::format("--algorithm: '{}' is not a device method: use one of {}{}", name,
                                 methods(), did_you_mean(name, methods())));
  }
  return {.method = *method, .tuning = options.tuning.bc_on_device};
}

namespace {

Device device_of(const BcOptions& options, std::string& name) {
  Device device = open_device(device_choice(options.run.device), options.device, options.seed(), 0);
  name = device.name();
  return device;
}

}  // namespace

BetweennessResult betweenness_on_device(const BcOptions& options, const Graph& graph,
                                        const BetweennessOptions& exact, std::string& device_name) {
  const DeviceBetweennessOptions on_device = device_betweenness_options(options);
  BetweennessOptions of_device = exact;
  of_device.method = BetweennessMethod::kAuto;
  const Device device = device_of(options, device_name);
  const WholeMemory memory(device);
  const DeviceGraph there = memory.put([&] { return DeviceGraph(device, graph); });
  return memory.search([&] { return betweenness(graph, there, of_device, on_device); });
}

template <class W>
BetweennessResult betweenness_on_device(const BcOptions& options, const WeightedGraph<W>& graph,
                                        const BetweennessOptions& exact, std::string& device_name) {
  const DeviceBetweennessOptions on_device = device_betweenness_options(options);
  BetweennessOptions of_device = exact;
  of_device.method = BetweennessMethod::kAuto;
  const Device device = device_of(options, device_name);
  const WholeMemory memory(device);
  const WeightedDeviceGraph<W> there =
      memory.put([&] { return WeightedDeviceGraph<W>(device, graph, options.run.threads); });
  return memory.search([&] { return betweenness(graph, there, of_device, on_device); });
}
template BetweennessResult betweenness_on_device(const BcOptions&, const WeightedGraph<float>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcOptions&, const WeightedGraph<double>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcOptions&,
                                                 const WeightedGraph<std::uint32_t>&,
                                                 const BetweennessOptions&, std::string&);

BetweennessEstimate estimate_on_device(const BcOptions& options, const Graph& graph,
                                       const EstimateOptions& adaptive, std::string& device_name) {
  const DeviceBetweennessOptions on_device = device_betweenness_options(options);
  const Device device = device_of(options, device_name);
  const WholeMemory memory(device);
  const DeviceGraph there = memory.put([&] { return DeviceGraph(device, graph); });
  return memory.search([&] { return estimate_betweenness(graph, there, adaptive, on_device); });
}

}  // namespace strider::cli
