// Shortest paths on a device.
#include "devices/device.hpp"
#include "devices/whole_memory.hpp"
#include "sssp_verb.hpp"

namespace strider::cli {

template <class W>
PathPlace<W> path_place_on_device(const SsspVerb& verb, const WeightedGraph<W>& graph,
                                  const SsspOptions& search) {
  const DeviceSsspOptions options = {
      .method = device_sssp_method_from_name(verb.algorithm.name).value(),
      .delta = search.delta,
      .cutoff = search.cutoff,
      .target = search.target,
      .tuning = verb.tuning.sssp_on_device};
  const Device device = open_device(verb, verb.seed());
  const WholeMemory memory(device);
  const WeightedDeviceGraph<W> there =
      memory.put([&] { return WeightedDeviceGraph<W>(device, graph, verb.run.threads); });
  return {memory.search([&] { return SsspSolver<W>(there, options); }), device.name()};
}

template PathPlace<float> path_place_on_device(const SsspVerb&, const WeightedGraph<float>&,
                                               const SsspOptions&);
template PathPlace<double> path_place_on_device(const SsspVerb&, const WeightedGraph<double>&,
                                                const SsspOptions&);
template PathPlace<std::uint32_t> path_place_on_device(const SsspVerb&,
                                                       const WeightedGraph<std::uint32_t>&,
                                                       const SsspOptions&);

}  // namespace strider::cli
