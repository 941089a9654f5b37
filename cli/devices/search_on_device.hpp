// A search on one device, from opening it to the result.
#pragma once

#include <string>

#include "devices/device.hpp"
#include "devices/whole_memory.hpp"
#include "strider/device_sssp.hpp"

namespace strider::cli {

[[nodiscard]] inline DeviceGraph copied_to(const Device& device, const Graph& graph,
                                           int /*threads*/) {
  return {device, graph};
}
template <class W>
[[nodiscard]] WeightedDeviceGraph<W> copied_to(const Device& device, const WeightedGraph<W>& graph,
                                               int threads) {
  return {device, graph, threads};
}

/// Opens the device that --device names, copies the graph there, and returns search(graph there).
/// Sets `device_name`. Throws UnavailableError, MemoryError.
template <class G, class Search>
auto search_on_device(const GraphVerb& verb, const G& graph, std::string& device_name,
                      const Search& search) {
  const Device device = open_device(verb, verb.seed());
  device_name = device.name();
  const WholeMemory memory(device);
  const auto there = memory.put([&] { return copied_to(device, graph, verb.run.threads); });
  return memory.search([&] { return search(there); });
}

}  // namespace strider::cli
