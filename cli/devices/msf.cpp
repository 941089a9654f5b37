// Spanning forests on the devices of this build.
#include <fmt/format.h>

#include "devices/forest.hpp"
#include "devices/place.hpp"
#include "devices/whole_memory.hpp"
#include "environment.hpp"
#include "names.hpp"
#include "stopwatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "suggestion.hpp"

namespace strider::cli {

std::string device_forest_methods() {
  return joined_names(all_device_msf_methods(), device_msf_method_name);
}

DeviceMsfOptions device_forest_options(const MsfVerb& options) {
  const auto method = device_msf_method_from_name(options.algorithm);
  if (!method) {
    throw UsageError(fmt::format("--algorithm: '{}' is not a device method: use one of {}{}",
                                 options.algorithm, device_forest_methods(),
                                 did_you_mean(options.algorithm, device_forest_methods())));
  }
  return {.method = *method,
          .objective = options.objective(),
          .tuning = options.tuning.msf_on_device,
          .threads = options.run.threads};
}

template <class W>
DeviceForest<W> forest_on_device(const WeightedGraph<W>& graph, const MsfVerb& options) {
  const DeviceMsfOptions on_device = device_forest_options(options);
  const Stopwatch preparing;
  const Device device =
      open_device(device_choice(options.run.device), options.device, options.seed(), 0);
  const WholeMemory memory(device);
  const WeightedDeviceGraph<W> there =
      memory.put([&] { return WeightedDeviceGraph<W>(device, graph, options.run.threads); });
  MsfSolver<W> solver = memory.search([&] { return MsfSolver<W>(there, on_device); });
  DeviceForest<W> found{
      .forest = {}, .device_name = device.name(), .prepare_s = preparing.seconds()};
  const Stopwatch watch;
  solver.run(found.forest);
  found.seconds = watch.seconds();
  static_cast<void>(found.forest.edges());
  found.fetch_s = watch.seconds() - found.seconds;
  return found;
}

template DeviceForest<float> forest_on_device(const WeightedGraph<float>&, const MsfVerb&);
template DeviceForest<double> forest_on_device(const WeightedGraph<double>&, const MsfVerb&);
template DeviceForest<std::uint32_t> forest_on_device(const WeightedGraph<std::uint32_t>&,
                                                      const MsfVerb&);

}  // namespace strider::cli
