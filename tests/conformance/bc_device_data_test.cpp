// Betweenness on a device, emulated or a real one, against the oracle on the real graphs of up to
// 10^5 edges of a folder that STRIDER_DATA_DIR names: every method, by lengths, in single
// precision.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>

#include "conformance/bc.hpp"
#include "strider/gpu.hpp"
#include "support/real_graphs.hpp"
#include "support/test_device.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

constexpr EdgeIndex kMostEdges = 100'000;
/// Of larger graphs an emulated device searches from one source instead of two.
constexpr EdgeIndex kManyEdges = 20'000;

BetweennessOptions question(const Graph& graph) {
  const bool one = is_emulated() && graph.num_edges() > kManyEdges;
  BetweennessOptions options{.sources = some_vertices(graph.num_vertices(), one ? 1 : 2)};
  options.run.threads = 1;
  return options;
}

BetweennessOptions serially(BetweennessOptions options) {
  options.method = BetweennessMethod::kSerial;
  return options;
}

Device interrupted() {
  return test_device({.seed = 2, .preempt_one_in = 11});
}

/// check(name, graph) for those of the folder that are small enough.
void for_each_small_graph(
    const std::function<void(const std::string& name, const Graph& graph)>& check) {
  const auto folder = data_folder();
  if (!folder) GTEST_SKIP() << "STRIDER_DATA_DIR names no folder of graphs";
  int compared = 0;
  for_each_real_graph(*folder, {}, [&](const std::string& name, const LoadedGraph& loaded) {
    const Graph& graph = topology(loaded.graph);
    if (graph.num_edges() > kMostEdges) return;
    check(name, graph);
    ++compared;
  });
  EXPECT_GT(compared, 0) << "no graph in " << *folder;
}

TEST(BetweennessDeviceData, AllMethodsOnEveryGraph) {
  for_each_small_graph([](const std::string& name, const Graph& graph) {
    const BetweennessOptions options = question(graph);
    const BetweennessResult oracle = betweenness(graph, serially(options));
    const DeviceGraph on_device(interrupted(), graph);
    for (const DeviceBetweennessMethod method : all_device_betweenness_methods()) {
      expect_same_scores(
          betweenness(on_device, options, {.method = method, .tuning = {.block_threads = 64}}),
          oracle, name + ", " + std::string(device_betweenness_method_name(method)));
      if (testing::Test::HasFailure()) return;
    }
  });
}

template <class W>
void expect_lengths(const Graph& graph, WeightMix mix, const std::string& name) {
  const WeightedGraph<W> weighted = weigh<W>(graph, mix);
  const BetweennessOptions options = question(graph);
  const WeightedDeviceGraph<W> on_device(interrupted(), weighted);
  expect_same_scores(betweenness(on_device, options, {.tuning = {.block_threads = 64}}),
                     betweenness(weighted, serially(options)),
                     name + ", " + std::string(kWeightMixNames[static_cast<int>(mix)]));
}

// With many equally long paths, and measured.
TEST(BetweennessDeviceData, ByLengthsOnEveryGraph) {
  for_each_small_graph([](const std::string& name, const Graph& graph) {
    expect_lengths<std::uint32_t>(graph, WeightMix::kSmall, name);
    expect_lengths<float>(graph, WeightMix::kUniform, name);
  });
}

// Where there are too many levels for floats, of doubles; some graphs are to have few enough.
TEST(BetweennessDeviceData, SinglePrecisionOnEveryGraph) {
  int rounded = 0;
  for_each_small_graph([&](const std::string& name, const Graph& graph) {
    BetweennessOptions options = question(graph);
    const BetweennessResult oracle = betweenness(graph, serially(options));
    options.precision = BetweennessPrecision::kSingle;
    const DeviceGraph on_device(interrupted(), graph);
    const BetweennessResult result =
        betweenness(on_device, options, {.tuning = {.block_threads = 64}});
    rounded += expect_single_precision(result, oracle, name) > 0 ? 1 : 0;
  });
  if (IsSkipped()) return;
  EXPECT_GT(rounded, 0) << "floats were not used in any graph";
}

}  // namespace
}  // namespace strider::test
