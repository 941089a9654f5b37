// Every method of shortest paths on a device, emulated or a real one, on the real graphs of up to
// 10^5 edges of a folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "conformance/sssp.hpp"
#include "strider/device.hpp"
#include "strider/device_sssp.hpp"
#include "strider/error.hpp"
#include "support/real_graphs.hpp"
#include "support/test_device.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kMostEdges = 100'000;

template <class W>
void expect_all_methods(const WeightedGraph<W>& graph, const std::string& name) {
  for (const SimtOptions& schedule :
       {SimtOptions{.seed = 1}, SimtOptions{.seed = 2, .preempt_one_in = 11}}) {
    const WeightedDeviceGraph<W> on_device(test_device(schedule), graph);
    for (const DeviceSsspMethod method :
         {DeviceSsspMethod::kNearFar, DeviceSsspMethod::kBellmanFord}) {
      SsspSolver<W> solver(
          on_device,
          {.method = method, .tuning = {.block_threads = 64, .single_block_vertices = 256}});
      const Vertex source = graph.topology().num_vertices() / 3;
      expect_shortest_paths(graph, source, solver.run(source), {},
                            name + ", " + std::string(device_sssp_method_name(method)) + ", seed " +
                                std::to_string(schedule.seed));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class W>
bool has_negative_weight(const WeightedGraph<W>& graph) {
  return std::ranges::any_of(graph.weights().span(), [](W weight) { return weight < 0; });
}

/// With its own weights, and where it has none with random ones.
void expect_all_methods(const AnyGraph& any, const std::string& name) {
  if (topology(any).num_edges() > kMostEdges) return;
  std::visit(
      [&]<class Given>(const Given& graph) {
        if constexpr (std::is_same_v<Given, Graph>) {
          expect_all_methods(weigh<float>(graph, WeightMix::kUniform), name + ", random reals");
          expect_all_methods(weigh<std::uint32_t>(graph, WeightMix::kWithZero),
                             name + ", random integers, half of them 0");
        } else if (has_negative_weight(graph)) {
          const WeightedDeviceGraph on_device(test_device(), graph);
          EXPECT_THROW(SsspSolver(on_device, DeviceSsspOptions{}), WeightError) << name;
        } else {
          expect_all_methods(graph, name);
        }
      },
      any);
}

TEST(SsspDeviceData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const int graphs =
      for_each_real_graph(*folder, {}, [](const std::string& name, const LoadedGraph& loaded) {
        expect_all_methods(loaded.graph, name);
      });
  EXPECT_GT(graphs, 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
