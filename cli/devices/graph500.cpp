// The Graph500 benchmark on a device.
#include "devices/device.hpp"
#include "graph500/device.hpp"
#include "graph500_verb.hpp"

namespace strider::cli {

Graph500Report run_graph500_on_device(const Graph500Verb& verb, const Graph500Options& benchmark) {
  // A name of one kernel leaves the other its own choice.
  const std::string& name = verb.algorithm.name;
  const DeviceBfsOptions bfs = {
      .method = device_bfs_method_from_name(name).value_or(DeviceBfsMethod::kAuto),
      .tuning = verb.tuning.bfs_on_device};
  const DeviceSsspOptions sssp = {
      .method = device_sssp_method_from_name(name).value_or(DeviceSsspMethod::kAuto),
      .delta = verb.delta,
      .tuning = verb.tuning.sssp_on_device};
  return run_graph500(benchmark, open_device(verb, Graph500Verb::kSeed), bfs, sssp);
}

}  // namespace strider::cli
