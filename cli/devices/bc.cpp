// Betweenness on a device.
#include "bc_verb.hpp"
#include "devices/device.hpp"
#include "devices/whole_memory.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/device_sssp.hpp"

namespace strider::cli {
namespace {

DeviceGraph copied_to(const Device& device, const Graph& graph, int /*threads*/) {
  return {device, graph};
}
template <class W>
WeightedDeviceGraph<W> copied_to(const Device& device, const WeightedGraph<W>& graph, int threads) {
  return {device, graph, threads};
}

/// search(graph there, options of the device).
template <class G, class Search>
auto search_on_device(const BcVerb& verb, const G& graph, std::string& device_name, Search search) {
  const DeviceBetweennessOptions on_device = device_betweenness_options(verb);
  const Device device = open_device(verb, verb.seed());
  device_name = device.name();
  const WholeMemory memory(device);
  const auto there = memory.put([&] { return copied_to(device, graph, verb.run.threads); });
  return memory.search([&] { return search(there, on_device); });
}

}  // namespace

template <class G>
BetweennessResult betweenness_on_device(const BcVerb& verb, const G& graph,
                                        const BetweennessOptions& exact, std::string& device_name) {
  return search_on_device(verb, graph, device_name,
                          [&](const auto& there, const DeviceBetweennessOptions& on_device) {
                            return betweenness(graph, there, exact, on_device);
                          });
}
template BetweennessResult betweenness_on_device(const BcVerb&, const Graph&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcVerb&, const WeightedGraph<float>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcVerb&, const WeightedGraph<double>&,
                                                 const BetweennessOptions&, std::string&);
template BetweennessResult betweenness_on_device(const BcVerb&, const WeightedGraph<std::uint32_t>&,
                                                 const BetweennessOptions&, std::string&);

BetweennessEstimate estimate_on_device(const BcVerb& verb, const Graph& graph,
                                       const EstimateOptions& adaptive, std::string& device_name) {
  return search_on_device(verb, graph, device_name,
                          [&](const auto& there, const DeviceBetweennessOptions& on_device) {
                            return estimate_betweenness(graph, there, adaptive, on_device);
                          });
}

}  // namespace strider::cli
