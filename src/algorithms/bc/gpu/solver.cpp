// The public face of betweenness on a device.
#include <fmt/format.h>

#include "algorithms/bc/gpu/engine.hpp"
#include "algorithms/bc/gpu/path_plan.hpp"
#include "algorithms/bc/gpu/plans.hpp"
#include "algorithms/bc/make_problem.hpp"
#include "algorithms/bc/sampling/estimate.hpp"
#include "algorithms/bc/solve.hpp"
#include "base/memory.hpp"
#include "base/timer.hpp"
#include "gpu/dispatch.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/error.hpp"

namespace strider {

using namespace detail;

namespace {

Graph fetched(const DeviceGraph& graph) {
  const std::uint64_t n = graph.num_vertices();
  require_memory(
      saturating_mul(n + 1, sizeof(EdgeIndex)) + saturating_mul(graph.num_arcs(), sizeof(Vertex)),
      "the graph, copied from the device");
  Array<EdgeIndex> offsets(n + 1);
  Array<Vertex> targets(graph.num_arcs());
  const DeviceObject& arrays = *graph.state().arrays;
  on_device(
      graph.device(), [&] { on_cuda::download_rows(arrays, offsets.span(), targets.span()); },
      [&] { on_simt::download_rows(arrays, offsets.span(), targets.span()); });
  return {Csr(std::move(offsets), std::move(targets)), graph.directedness(),
          graph.state().num_self_loops, graph.state().labels};
}

/// The problem's graph on the device, where that is the one `here`: one that is simple is taken as
/// it is. Null where it is another.
const DeviceObject* arrays_of(const BcProblem& problem, const Graph& here,
                              const DeviceGraph& graph) {
  const bool is_same = problem.graph.out().targets().data() == here.out().targets().data();
  return is_same ? graph.state().arrays.get() : nullptr;
}

template <class W>
WeightedGraph<W> fetched(const WeightedDeviceGraph<W>& graph) {
  Graph topology = fetched(graph.topology());
  require_memory(saturating_mul(graph.num_arcs(), sizeof(W)),
                 "the weights, copied from the device");
  Array<W> weights(graph.num_arcs());
  const DeviceObject& arrays = *graph.topology().state().arrays;
  const DeviceObject& on_it = *graph.state().weights;
  on_device(
      graph.device(), [&] { on_cuda::download_weights<W>(arrays, on_it, weights.span()); },
      [&] { on_simt::download_weights<W>(arrays, on_it, weights.span()); });
  return {std::move(topology), std::move(weights)};
}

/// Throws UsageError where `here` is not what the device holds a copy of, as far as sizes tell.
void require_same(const Graph& here, const DeviceGraph& graph) {
  if (here.num_vertices() == graph.num_vertices() && here.num_arcs() == graph.num_arcs() &&
      here.directedness() == graph.directedness()) {
    return;
  }
  throw UsageError(
      fmt::format("graph: the host graph has {} vertices and {} adjacency entries, but the device "
                  "graph has {} and {}",
                  here.num_vertices(), here.num_arcs(), graph.num_vertices(), graph.num_arcs()));
}

BetweennessResult solve_on_device(const DeviceGraph& graph, const Graph& here,
                                  const BcProblem& problem, const BetweennessOptions& options,
                                  const DeviceBetweennessOptions& device_options,
                                  const Timer& timer) {
  const Device& device = graph.device();
  const BcPlan plan =
      plan_on_device({device, arrays_of(problem, here, graph), problem, device_options});
  const double prepare_seconds = timer.seconds();
  // The numbers of the host's methods are below.
  constexpr std::uint64_t kDeviceMethods = 64;
  BetweennessResult result = solve(
      problem, plan, options, kDeviceMethods + static_cast<std::uint64_t>(device_options.method));
  result.prepare_seconds = prepare_seconds;
  return result;
}

BetweennessEstimate estimate_of(const Graph& here, const DeviceGraph& graph,
                                const EstimateOptions& options,
                                const DeviceBetweennessOptions& device_options,
                                const Timer& timer) {
  const Device& device = graph.device();
  const auto paths_on_device = [&](Workspace& workspace, const BcProblem& problem) {
    return declare_path_drawer(workspace,
                               {device, arrays_of(problem, here, graph), problem, device_options},
                               options.seed, device.free_bytes());
  };
  BetweennessEstimate result = estimate_on_one_machine(
      sampling_problem(here, options), options, paths_on_device, DrawnBy::kDevice,
      [&](Workspace& workspace) {
        workspace.take(kSamplingPurpose, HostMemory(), FreeMemoryOf{device});
      });
  result.seconds = timer.seconds();
  return result;
}

template <class W>
BetweennessResult by_weight(const WeightedGraph<W>& here, const DeviceGraph& graph,
                            const BetweennessOptions& options,
                            const DeviceBetweennessOptions& device_options, const Timer& timer) {
  const BcProblem problem = make_problem(here, options);
  require_device_lengths(*problem.lengths);
  return solve_on_device(graph, here.topology(), problem, options, device_options, timer);
}

}  // namespace

BetweennessEstimate estimate_betweenness(const DeviceGraph& graph, const EstimateOptions& options,
                                         const DeviceBetweennessOptions& device_options) {
  check_device_sampling_options(device_options);
  const Timer timer;
  return estimate_of(fetched(graph), graph, options, device_options, timer);
}

BetweennessEstimate estimate_betweenness(const Graph& graph, const DeviceGraph& on_device,
                                         const EstimateOptions& options,
                                         const DeviceBetweennessOptions& device_options) {
  check_device_sampling_options(device_options);
  require_same(graph, on_device);
  return estimate_of(graph, on_device, options, device_options, Timer());
}

BetweennessResult betweenness(const DeviceGraph& graph, const BetweennessOptions& options,
                              const DeviceBetweennessOptions& device_options) {
  check_device_betweenness_options(options, device_options);
  const Timer timer;
  const Graph here = fetched(graph);
  return solve_on_device(graph, here, make_problem(here, options), options, device_options, timer);
}

BetweennessResult betweenness(const Graph& graph, const DeviceGraph& on_device,
                              const BetweennessOptions& options,
                              const DeviceBetweennessOptions& device_options) {
  check_device_betweenness_options(options, device_options);
  require_same(graph, on_device);
  const Timer timer;
  return solve_on_device(on_device, graph, make_problem(graph, options), options, device_options,
                         timer);
}

template <class W>
BetweennessResult betweenness(const WeightedDeviceGraph<W>& graph,
                              const BetweennessOptions& options,
                              const DeviceBetweennessOptions& device_options) {
  check_device_betweenness_options(options, device_options);
  check_device_options_by_lengths(device_options);
  const Timer timer;
  return by_weight(fetched(graph), graph.topology(), options, device_options, timer);
}

template <class W>
BetweennessResult betweenness(const WeightedGraph<W>& graph,
                              const WeightedDeviceGraph<W>& on_device,
                              const BetweennessOptions& options,
                              const DeviceBetweennessOptions& device_options) {
  check_device_betweenness_options(options, device_options);
  check_device_options_by_lengths(device_options);
  require_same(graph.topology(), on_device.topology());
  return by_weight(graph, on_device.topology(), options, device_options, Timer());
}

template BetweennessResult betweenness(const WeightedDeviceGraph<float>&, const BetweennessOptions&,
                                       const DeviceBetweennessOptions&);
template BetweennessResult betweenness(const WeightedDeviceGraph<double>&,
                                       const BetweennessOptions&, const DeviceBetweennessOptions&);
template BetweennessResult betweenness(const WeightedDeviceGraph<std::uint32_t>&,
                                       const BetweennessOptions&, const DeviceBetweennessOptions&);
template BetweennessResult betweenness(const WeightedGraph<float>&,
                                       const WeightedDeviceGraph<float>&, const BetweennessOptions&,
                                       const DeviceBetweennessOptions&);
template BetweennessResult betweenness(const WeightedGraph<double>&,
                                       const WeightedDeviceGraph<double>&,
                                       const BetweennessOptions&, const DeviceBetweennessOptions&);
template BetweennessResult betweenness(const WeightedGraph<std::uint32_t>&,
                                       const WeightedDeviceGraph<std::uint32_t>&,
                                       const BetweennessOptions&, const DeviceBetweennessOptions&);

}  // namespace strider
