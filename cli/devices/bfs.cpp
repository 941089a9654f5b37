// Breadth-first search on a device.
#include "bfs_verb.hpp"
#include "devices/device.hpp"
#include "devices/whole_memory.hpp"

namespace strider::cli {

BfsPlace bfs_place_on_device(const BfsVerb& verb, const PreparedGraph& graph) {
  const Device device = open_device(verb, verb.seed());
  const WholeMemory memory(device);
  const DeviceGraph there = memory.put([&] { return DeviceGraph(device, graph); });
  const DeviceBfsOptions options = {
      .method = device_bfs_method_from_name(verb.algorithm.name).value(),
      .tuning = verb.tuning.bfs_on_device};
  return {[memory, there, options](BfsTrace trace) {
            DeviceBfsOptions traced = options;
            traced.trace = trace;
            return memory.search([&] { return BfsSolver(there, traced); });
          },
          device.name()};
}

}  // namespace strider::cli
