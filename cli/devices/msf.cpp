// Spanning forests on a device.
#include "devices/device.hpp"
#include "devices/whole_memory.hpp"
#include "msf_verb.hpp"
#include "stopwatch.hpp"

namespace strider::cli {

template <class W>
MsfResult<W> forest_on_device(const MsfVerb& verb, const WeightedGraph<W>& graph,
                              MsfOutcome& outcome) {
  const DeviceMsfOptions options = {
      .method = device_msf_method_from_name(verb.algorithm.name).value(),
      .objective = verb.objective,
      .tuning = verb.tuning.msf_on_device,
      .threads = verb.run.threads};
  const Stopwatch preparing;
  const Device device = open_device(verb, verb.seed());
  const WholeMemory memory(device);
  const WeightedDeviceGraph<W> there =
      memory.put([&] { return WeightedDeviceGraph<W>(device, graph, verb.run.threads); });
  MsfSolver<W> solver = memory.search([&] { return MsfSolver<W>(there, options); });
  outcome.device_name = device.name();
  outcome.prepare_s = preparing.seconds();
  MsfResult<W> forest;
  const Stopwatch watch;
  solver.run(forest);
  outcome.seconds = watch.seconds();
  static_cast<void>(forest.edges());
  outcome.fetch_s = watch.seconds() - outcome.seconds;
  return forest;
}

template MsfResult<float> forest_on_device(const MsfVerb&, const WeightedGraph<float>&,
                                           MsfOutcome&);
template MsfResult<double> forest_on_device(const MsfVerb&, const WeightedGraph<double>&,
                                            MsfOutcome&);
template MsfResult<std::uint32_t> forest_on_device(const MsfVerb&,
                                                   const WeightedGraph<std::uint32_t>&,
                                                   MsfOutcome&);

}  // namespace strider::cli
