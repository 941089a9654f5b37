#include "msf.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "methods.hpp"
#include "open.hpp"
#include "strider/gpu.hpp"
#include "strider/validate.hpp"

namespace benchmark {
namespace {

/// The fewest bytes that a forest must move: the weight of every arc, for each is read before it is
/// known to be of no use, the begin of every row, and the edges of the forest, written.
template <class W>
double floor_bytes(const strider::WeightedDeviceGraph<W>& graph, std::uint64_t forest_edges) {
  constexpr std::uint64_t kSmallArcs = std::uint64_t{1} << 32U;
  const std::uint64_t offset_bytes = graph.num_arcs() < kSmallArcs ? 4 : 8;
  return static_cast<double>(graph.num_arcs() * sizeof(W) +
                             (graph.num_vertices() + 1ULL) * offset_bytes +
                             forest_edges * sizeof(strider::MsfEdge<W>));
}

template <class W>
Json time_method(const strider::WeightedGraph<W>& graph,
                 const strider::WeightedDeviceGraph<W>& there, strider::DeviceMsfMethod method,
                 const DeviceForestArguments& arguments) {
  const strider::Device& device = there.device();
  double start = now();
  strider::MsfSolver<W> solver(
      there, strider::DeviceMsfOptions{.method = method, .objective = arguments.objective});
  const double make_seconds = now() - start;
  strider::MsfResult<W> result;
  start = now();
  solver.run(result);  // kernels are loaded at their first launch
  const double first = now() - start;
  const std::uint64_t launches_before = device.num_launches();
  std::vector<double> seconds;
  for (int repetition = 0; repetition < arguments.repetitions; ++repetition) {
    // Else the forest of the run before would be fetched first.
    result = strider::MsfResult<W>();
    start = now();
    solver.run(result);
    seconds.push_back(now() - start);
  }
  const std::uint64_t launches = (device.num_launches() - launches_before) / seconds.size();
  start = now();
  const std::size_t forest_edges = result.edges().size();
  const double fetch_seconds = now() - start;
  const double middle = median(seconds);
  const double floor = floor_bytes(there, forest_edges);
  Json line = {{"method", device_msf_method_name(method)},
               {"weight", result.weight()},
               {"forest_edges", forest_edges},
               {"trees", result.num_trees()},
               {"runs", seconds.size()},
               {"make_seconds", make_seconds},
               {"first_seconds", first},
               {"median_ms", 1e3 * middle},
               {"best_ms", 1e3 * *std::min_element(seconds.begin(), seconds.end())},
               {"edges_per_second", static_cast<double>(there.num_edges()) / middle},
               {"fetch_seconds", fetch_seconds},
               {"launches", launches},
               {"floor_bytes", floor},
               {"floor_bandwidth", floor / middle}};
  if (arguments.validate) {
    const auto validation = strider::validate_msf(graph, result.edges(), arguments.objective);
    line["valid"] = validation.passed();
  }
  return line;
}

}  // namespace

template <class W>
void time_on_device(const strider::WeightedGraph<W>& graph, const Json& facts,
                    const DeviceForestArguments& arguments) {
  const auto methods = methods_named(arguments.methods, strider::device_msf_method_from_name,
                                     strider::all_device_msf_methods());
  const strider::Device device = open_device(arguments.device);
  Json all = facts;
  all["device_name"] = device.name();
  all["copy_bandwidth"] = copy_bandwidth_of(device);
  const double start = now();
  const strider::WeightedDeviceGraph<W> there(device, graph);
  all["upload_seconds"] = now() - start;
  all["graph_bytes"] = there.bytes();
  bool right = true;
  for (const strider::DeviceMsfMethod method : methods) {
    Json line = all;
    line.update(time_method(graph, there, method, arguments));
    right = right && line.value("valid", true);
    fmt::print("{}\n", line.dump());
  }
  if (!right) throw std::logic_error("a forest is wrong: see above");
}

template void time_on_device(const strider::WeightedGraph<float>&, const Json&,
                             const DeviceForestArguments&);
template void time_on_device(const strider::WeightedGraph<double>&, const Json&,
                             const DeviceForestArguments&);
template void time_on_device(const strider::WeightedGraph<std::uint32_t>&, const Json&,
                             const DeviceForestArguments&);

}  // namespace benchmark
