#include "graph500/device.hpp"
#include "graph500/one_process.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

/// Whether a method looks for parents in the degree layout.
bool uses_layout(DeviceBfsMethod method) {
  return method == DeviceBfsMethod::kAuto || method == DeviceBfsMethod::kDirectionOptimizing;
}

PreparedGraph laid_out(const Graph& graph, const Graph500Options& options, DeviceBfsMethod method) {
  if (!uses_layout(method) || options.layout == LayoutChoice::kNone) return PreparedGraph(graph);
  return prepare(graph, {.layout = LayoutChoice::kDegree, .threads = options.threads});
}

}  // namespace

Graph500Report run_graph500(const Graph500Options& options, const Device& device,
                            const DeviceBfsOptions& bfs, const DeviceSsspOptions& sssp) {
  if (options.layout == LayoutChoice::kLocality) {
    throw UsageError("graph500: devices cannot use the layout locality: use degree");
  }
  const auto prepare_bfs = [&](const Graph& graph, const Graph500Options& settled) {
    const PreparedGraph prepared = laid_out(graph, settled, bfs.method);
    ReadyBfs ready{BfsSolver(DeviceGraph(device, prepared), bfs), prepared.layout()};
    // Kernels are loaded when they are first used: that belongs to what makes searching ready.
    static_cast<void>(ready.solver.run(0));
    return ready;
  };
  DeviceSsspOptions paths = sssp;
  paths.cutoff = DeviceSsspOptions{}.cutoff;
  paths.target.reset();
  paths.parents = DeviceSsspParents::kWithSearch;
  const auto prepare_sssp = [&](const WeightedGraph<float>& graph, const Graph500Options&) {
    SsspSolver<float> solver(WeightedDeviceGraph<float>(device, graph), paths);
    static_cast<void>(solver.run(0));
    return solver;
  };
  Graph500Report report = run_in_one_process(
      options,
      {.tree = TreePlace::kDevice, .prepare_bfs = prepare_bfs, .prepare_sssp = prepare_sssp});
  report.device = device.name();
  return report;
}

}  // namespace strider
