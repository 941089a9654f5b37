#include "graph500/device.hpp"
#include "graph500/machine.hpp"
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
                            const DeviceBfsOptions& bfs) {
  require_bfs_alone(options);
  if (options.layout == LayoutChoice::kPatches) {
    throw UsageError("graph500: the layout patches is of the host; devices have a use for degree");
  }
  const auto prepare_there = [&](const Graph& graph, const Graph500Options& settled) {
    const PreparedGraph prepared = laid_out(graph, settled, bfs.method);
    ReadyBfs ready{BfsSolver(DeviceGraph(device, prepared), bfs), prepared.layout()};
    // Kernels are loaded when they are first used: that belongs to what makes searching ready.
    static_cast<void>(ready.solver.run(0));
    return ready;
  };
  Graph500Report report =
      run_in_one_process(options, {.tree = TreePlace::kDevice, .prepare = prepare_there});
  report.device = device.name();
  return report;
}

}  // namespace strider
