// Every method of a device, emulated or a real one, on the real graphs of up to 10^5 edges of a
// folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <string>

#include "conformance/bc.hpp"
#include "strider/gpu.hpp"
#include "support/real_graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

EdgeIndex most_edges() {
  return is_emulated() ? 20'000 : 100'000;
}

void expect_all_methods(const Graph& graph, const std::string& name) {
  BetweennessOptions options{.sources = some_vertices(graph.num_vertices(), 2)};
  options.run.threads = 1;
  options.method = BetweennessMethod::kSerial;
  const BetweennessResult oracle = betweenness(graph, options);
  options.method = BetweennessMethod::kAuto;
  const DeviceGraph on_device(test_device({.seed = 2, .preempt_one_in = 11}), graph);
  for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
    expect_same_scores(betweenness(on_device, options, {.method = method, .block_threads = 64}),
                       oracle, name + ", " + std::string(device_betweenness_method_name(method)));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(BetweennessDeviceData, AllMethodsOnEveryGraph) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  int compared = 0;
  for_each_real_graph(*folder, {}, [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& graph = topology(loaded.graph);
    if (graph.num_edges() > most_edges()) return;
    expect_all_methods(graph, name);
    ++compared;
  });
  EXPECT_GT(compared, 0) << "no graph in " << *folder;
}

}  // namespace
}  // namespace strider::test
