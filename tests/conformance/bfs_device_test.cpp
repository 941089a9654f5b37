// Every method of breadth-first search on a device, emulated, under several schedules: held against
// the oracle on the graphs of all backends.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "algorithms/bfs/engine.hpp"
#include "conformance/bfs.hpp"
#include "strider/gpu.hpp"
#include "support/graphs.hpp"

namespace strider::test {
namespace {

/// A search on a device that hands its tree over as one on the host does.
class DeviceAsHost final : public detail::BfsEngine {
 public:
  explicit DeviceAsHost(DeviceBfsSolver solver) : solver_(std::move(solver)) {}
  void search(Vertex source, detail::BfsTree& tree) override {
    const DeviceBfsResult result = solver_.run(source);
    tree.num_reached = result.num_reached();
    tree.num_levels = result.num_levels();
    tree.num_edges_reached = result.num_edges_reached();
    const auto parents = result.parents();
    detail::fit(tree.arrays.parents, parents.size());
    std::ranges::copy(parents, tree.arrays.parents.begin());
    tree.arrays.levels.narrow = {};
    detail::fit(tree.arrays.levels.wide, parents.size());
    for (Vertex v = 0; v < parents.size(); ++v) tree.arrays.levels.wide[v] = result.levels()[v];
    tree.trace.assign(result.trace().begin(), result.trace().end());
  }

 private:
  DeviceBfsSolver solver_;
};

struct Schedule {
  std::string name;
  SimtOptions device;
  std::uint32_t block_threads;
};
const std::vector<Schedule>& schedules() {
  static const std::vector<Schedule> kSchedules = {
      {"one_warp", {.seed = 1, .cooperative_blocks = 3}, 32},
      {"interrupted", {.seed = 2, .preempt_one_in = 7, .cooperative_blocks = 2}, 64},
  };
  return kSchedules;
}

using Case = std::tuple<DeviceBfsMethod, std::size_t>;

class BfsDevice : public testing::TestWithParam<Case> {
 protected:
  static const Schedule& schedule() { return schedules()[std::get<1>(GetParam())]; }
  static DeviceBfsOptions device_options(const BfsOptions& options) {
    return {.method = std::get<0>(GetParam()),
            .block_threads = schedule().block_threads,
            .warp_degree = 8,
            .block_degree = 64,
            .trace = options.trace};
  }
  static BfsSolver make(const Graph& graph, const BfsOptions& options) {
    const DeviceGraph on_device(Device::simt(schedule().device), graph);
    return detail::BfsSolverAccess::make_solver(
        graph.num_vertices(),
        std::make_unique<DeviceAsHost>(DeviceBfsSolver(on_device, device_options(options))));
  }
  /// Laid out for bottom-up steps.
  static BfsSolver make_prepared(const Graph& graph, const BfsOptions& options) {
    const DeviceGraph on_device(Device::simt(schedule().device),
                                prepare(graph, {.layout = LayoutChoice::kDegree, .threads = 1}));
    return detail::BfsSolverAccess::make_solver(
        graph.num_vertices(),
        std::make_unique<DeviceAsHost>(DeviceBfsSolver(on_device, device_options(options))));
  }
};

TEST_P(BfsDevice, AllShapes) {
  conforms_on_all_shapes(make, {});
}
TEST_P(BfsDevice, RandomGraphs) {
  conforms_on_random_graphs(make, {});
}
TEST_P(BfsDevice, Reuse) {
  conforms_when_reused(make, {});
}
TEST_P(BfsDevice, BadSources) {
  refuses_bad_sources(make, {});
}
TEST_P(BfsDevice, AllShapesPrepared) {
  if (std::get<0>(GetParam()) != DeviceBfsMethod::kDirectionOptimizing &&
      std::get<0>(GetParam()) != DeviceBfsMethod::kAuto) {
    return;
  }
  conforms_on_all_shapes(make_prepared, {});
  conforms_on_random_graphs(make_prepared, {});
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name(device_bfs_method_name(std::get<0>(info.param)));
  std::ranges::replace(name, '-', '_');
  return name + "_" + schedules()[std::get<1>(info.param)].name;
}

INSTANTIATE_TEST_SUITE_P(Simt, BfsDevice,
                         testing::Combine(testing::ValuesIn(all_device_bfs_methods().begin(),
                                                            all_device_bfs_methods().end()),
                                          testing::Values(0, 1)),
                         name_of);

}  // namespace
}  // namespace strider::test
