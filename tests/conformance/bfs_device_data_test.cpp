// Every method of a device, emulated or a real one, on the real graphs of up to 10^5 edges of a
// folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <string>

#include "conformance/bfs.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"
#include "support/real_graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kMostEdges = 100'000;

void expect_all_methods(const Graph& graph, const std::string& name) {
  if (graph.num_edges() > kMostEdges) return;
  for (const SimtOptions& schedule :
       {SimtOptions{.seed = 1}, SimtOptions{.seed = 2, .preempt_one_in = 11}}) {
    const PreparedGraph prepared = prepare(graph, {.layout = LayoutChoice::kDegree, .threads = 1});
    const DeviceGraph on_device(test_device(schedule), prepared);
    for (const DeviceBfsMethod method : all_device_bfs_methods()) {
      BfsSolver solver(on_device, {.method = method,
                                   .tuning = {.block_threads = 64, .single_block_vertices = 256}});
      const Vertex source = graph.num_vertices() / 3;
      expect_bfs_tree(graph, source, solver.run(source),
                      name + ", " + std::string(device_bfs_method_name(method)) + ", seed " +
                          std::to_string(schedule.seed));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(BfsDeviceData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const int graphs =
      for_each_real_graph(*folder, {}, [](const std::string& name, const LoadedGraph& loaded) {
        expect_all_methods(topology(loaded.graph), name);
      });
  EXPECT_GT(graphs, 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
