// Connected components on a device.
#include "components_verb.hpp"
#include "devices/device.hpp"
#include "devices/whole_memory.hpp"
#include "stopwatch.hpp"

namespace strider::cli {

ComponentsResult components_on_device(const ComponentsVerb& verb, const Graph& graph,
                                      ComponentsOutcome& outcome) {
  const Stopwatch preparing;
  const Device device = open_device(verb, verb.seed());
  const WholeMemory memory(device);
  const DeviceGraph there = memory.put([&] { return DeviceGraph(device, graph); });
  outcome.device_name = device.name();
  outcome.prepare_s = preparing.seconds();
  const Stopwatch watch;
  ComponentsResult found = memory.search([&] { return components(there); });
  outcome.seconds = watch.seconds();
  return found;
}

}  // namespace strider::cli
