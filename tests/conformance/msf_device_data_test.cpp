// Spanning forests on a device, emulated or a real one, of the real graphs of up to 10^5 edges of a
// folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <variant>

#include "conformance/msf.hpp"
#include "strider/gpu.hpp"
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
    const WeightedDeviceGraph<W> there(test_device(schedule), graph);
    for (const MsfObjective objective : {MsfObjective::kMinimum, MsfObjective::kMaximum}) {
      for (const DeviceMsfMethod method : all_device_msf_methods()) {
        for (const DeviceMsfWords words : {DeviceMsfWords::kAuto, DeviceMsfWords::kSplit}) {
          MsfSolver<W> solver(there, {.method = method,
                                      .objective = objective,
                                      .words = words,
                                      .tuning = {.block_threads = 64}});
          expect_forest(graph, objective, solver.run(),
                        name + ", " + std::string(device_msf_method_name(method)));
          if (testing::Test::HasFatalFailure()) return;
        }
      }
    }
  }
}

TEST(MsfDeviceData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  const ReadOptions undirected{.directedness = Directedness::kUndirected};
  int checked = 0;
  const int graphs = for_each_real_graph(
      *folder, undirected, [&](const std::string& name, const LoadedGraph& loaded) {
        if (topology(loaded.graph).num_edges() > kMostEdges) return;
        ++checked;
        std::visit(
            [&]<class G>(const G& graph) {
              if constexpr (std::is_same_v<G, Graph>) {
                expect_all_methods(with_unit_weights(graph), name);
                expect_all_methods(weigh<float>(graph, WeightMix::kUniform), name);
              } else {
                expect_all_methods(graph, name);
              }
            },
            loaded.graph);
      });
  EXPECT_GT(graphs, 0) << "no graph in " << *folder;
  std::cout << checked << " graphs of up to " << kMostEdges << " edges\n";
}

}  // namespace
}  // namespace strider::test
