// Every method of a device, emulated or a real one, on the real graphs of up to 10^5 edges of a
// folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <variant>

#include "conformance/bc.hpp"
#include "conformance/bfs.hpp"
#include "conformance/msf.hpp"
#include "conformance/sssp.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/real_graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

const SimtSettings kSchedules[] = {{.seed = 1}, {.seed = 2, .preempt_one_in = 11}};

void on_small_graphs(
    const std::function<void(const std::string& name, const AnyGraph& graph)>& check,
    const ReadOptions& reading = {}) {
  constexpr EdgeIndex kMostEdges = 100'000;
  on_real_graphs(reading, [&](const std::string& name, const AnyGraph& graph) {
    if (topology(graph).num_edges() > kMostEdges) return false;
    check(name, graph);
    return true;
  });
}

TEST(BfsDeviceData, AllMethodsOnEveryGraph) {
  on_small_graphs([](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    const PreparedGraph prepared = prepare(graph, {.layout = LayoutChoice::kDegree, .threads = 1});
    for (const SimtSettings& schedule : kSchedules) {
      const DeviceGraph on_device(test_device(schedule), prepared);
      for (const DeviceBfsMethod method : all_device_bfs_methods()) {
        BfsSolver solver(
            on_device,
            {.method = method, .tuning = {.block_threads = 64, .single_block_vertices = 256}});
        const Vertex source = graph.num_vertices() / 3;
        expect_bfs_tree(graph, source, solver.run(source),
                        name + ", " + std::string(device_bfs_method_name(method)) + ", seed " +
                            std::to_string(schedule.seed));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

template <class W>
void expect_paths(const WeightedGraph<W>& graph, const std::string& name) {
  for (const SimtSettings& schedule : kSchedules) {
    const WeightedDeviceGraph<W> on_device(test_device(schedule), graph);
    if (has_negative_weight(graph)) {
      EXPECT_THROW(SsspSolver(on_device, DeviceSsspOptions{}), WeightError) << name;
      return;
    }
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

TEST(SsspDeviceData, AllMethodsOnEveryGraph) {
  on_small_graphs([](const std::string& name, const AnyGraph& any) {
    for_own_or_random_weights(
        any, name, [](const auto& graph, const std::string& what) { expect_paths(graph, what); });
    if (!std::holds_alternative<Graph>(any)) return;
    expect_paths(weigh<std::uint32_t>(std::get<Graph>(any), WeightMix::kWithZero),
                 name + ", random integers, half of them 0");
  });
}

template <class W>
void expect_forests(const WeightedGraph<W>& graph, const std::string& name) {
  for (const SimtSettings& schedule : kSchedules) {
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
  on_small_graphs(
      [](const std::string& name, const AnyGraph& any) {
        for_own_or_random_weights(any, name, [](const auto& graph, const std::string& what) {
          expect_forests(graph, what);
        });
        if (!std::holds_alternative<Graph>(any)) return;
        expect_forests(with_unit_weights(std::get<Graph>(any)), name);
      },
      kReadUndirected);
}

/// Of larger graphs an emulated device searches from one source instead of two.
constexpr EdgeIndex kManyEdges = 20'000;

BetweennessOptions from_few(const Graph& graph) {
  const bool one = is_emulated() && graph.num_edges() > kManyEdges;
  BetweennessOptions options{.sources = some_vertices(graph.num_vertices(), one ? 1 : 2)};
  options.run.threads = 1;
  return options;
}

Device interrupted() {
  return test_device(kSchedules[1]);
}

TEST(BetweennessDeviceData, AllMethodsOnEveryGraph) {
  on_small_graphs([](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    const BetweennessOptions options = from_few(graph);
    const BetweennessResult oracle = oracle_of(graph, options);
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
  const BetweennessOptions options = from_few(graph);
  const WeightedDeviceGraph<W> on_device(interrupted(), weighted);
  expect_same_scores(betweenness(on_device, options, {.tuning = {.block_threads = 64}}),
                     oracle_of(weighted, options), name + ", " + weight_mix_name(mix));
}

// With many equally long paths, and measured.
TEST(BetweennessDeviceData, ByLengthsOnEveryGraph) {
  on_small_graphs([](const std::string& name, const AnyGraph& any) {
    expect_lengths<std::uint32_t>(topology(any), WeightMix::kSmall, name);
    expect_lengths<float>(topology(any), WeightMix::kUniform, name);
  });
}

// Where there are too many levels for floats, of doubles; some graphs are to have few enough.
TEST(BetweennessDeviceData, SinglePrecisionOnEveryGraph) {
  int rounded = 0;
  on_small_graphs([&](const std::string& name, const AnyGraph& any) {
    const Graph& graph = topology(any);
    BetweennessOptions options = from_few(graph);
    const BetweennessResult oracle = oracle_of(graph, options);
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
