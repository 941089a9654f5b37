// Every method of breadth-first search on a device, emulated under several schedules or a real one:
// held against the oracle on the graphs of all backends.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <tuple>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "conformance/bfs.hpp"
#include "strider/device.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

using Case = std::tuple<DeviceBfsMethod, std::size_t>;

class BfsDevice : public testing::TestWithParam<Case> {
 protected:
  static const Schedule& schedule() { return all_schedules()[std::get<1>(GetParam())]; }
  static DeviceBfsOptions device_options(const BfsOptions& options) {
    return {
        .method = std::get<0>(GetParam()),
        .tuning = {.block_threads = schedule().block_threads,
                   .warp_degree = 8,
                   .block_degree = 64,
                   .grid_degree = 64,
                   // Below the size of many frontiers, so that one block and all blocks take turns.
                   .single_block_vertices = 4 * schedule().block_threads,
                   .single_block_edges = 32 * schedule().block_threads},
        .trace = options.trace};
  }
  static BfsSolver make(const Graph& graph, const BfsOptions& options) {
    return BfsSolver(DeviceGraph(test_device(schedule().device), graph), device_options(options));
  }
  /// Laid out for bottom-up steps.
  static BfsSolver make_prepared(const Graph& graph, const BfsOptions& options) {
    const PreparedGraph prepared = prepare(graph, {.layout = LayoutChoice::kDegree, .threads = 1});
    return BfsSolver(DeviceGraph(test_device(schedule().device), prepared),
                     device_options(options));
  }
};

TEST_P(BfsDevice, RandomGraphs) {
  bfs_conforms_on_random_graphs(checked(make), {});
}
TEST_P(BfsDevice, Reuse) {
  bfs_conforms_when_reused(make, {});
}
TEST_P(BfsDevice, BadSources) {
  bfs_refuses_bad_sources(make, {});
}
std::string case_name(const testing::TestParamInfo<Case>& info) {
  return name_of(device_bfs_method_name(std::get<0>(info.param)),
                 all_schedules()[std::get<1>(info.param)]);
}

// Shapes of many levels take an emulated device long: under one schedule where no method waits for
// blocks, under several below.
using BfsDeviceShapes = BfsDevice;

TEST_P(BfsDeviceShapes, AllShapes) {
  bfs_conforms_on_all_shapes(checked(make), {});
}
INSTANTIATE_TEST_SUITE_P(Devices, BfsDeviceShapes,
                         testing::Combine(testing::ValuesIn(all_device_bfs_methods()),
                                          testing::Values(1)),
                         case_name);
INSTANTIATE_TEST_SUITE_P(Devices, BfsDevice,
                         testing::Combine(testing::ValuesIn(all_device_bfs_methods()),
                                          testing::Values(0, 1)),
                         case_name);

// Whoever comes late to a barrier or to a look at a number shows itself where levels are many.
using BfsDeviceStarved = BfsDevice;

TEST_P(BfsDeviceStarved, AllShapes) {
  bfs_conforms_on_all_shapes(checked(make), {});
}
// One block walks the path by itself and must leave the hub at its end to all. Those that are
// starved back decide as it did, whatever stands in the queues by then.
TEST_P(BfsDeviceStarved, HubAtTheEndOfAPath) {
  constexpr Vertex kLeaves = 3000;
  for (const Vertex hub : {2, 3, 6}) {
    std::vector<Edge> edges;
    for (Vertex v = 0; v < hub; ++v) edges.push_back({v, v + 1});
    for (Vertex leaf = 0; leaf < kLeaves; ++leaf) edges.push_back({hub, hub + 1 + leaf});
    const Graph graph = make_graph(hub + 1 + kLeaves, edges);
    BfsSolver solver = make(graph, {});
    expect_bfs_tree(graph, 0, solver.run(0), "hub at level " + std::to_string(hub));
  }
}
INSTANTIATE_TEST_SUITE_P(Devices, BfsDeviceStarved,
                         testing::Combine(testing::Values(DeviceBfsMethod::kAuto,
                                                          DeviceBfsMethod::kPersistent),
                                          testing::Values(2, 3)),
                         case_name);

using BfsDevicePrepared = BfsDevice;

TEST_P(BfsDevicePrepared, AllShapes) {
  bfs_conforms_on_all_shapes(checked(make_prepared), {});
}
TEST_P(BfsDevicePrepared, RandomGraphs) {
  bfs_conforms_on_random_graphs(checked(make_prepared), {});
}
INSTANTIATE_TEST_SUITE_P(Devices, BfsDevicePrepared,
                         testing::Combine(testing::Values(DeviceBfsMethod::kDirectionOptimizing),
                                          testing::Values(1, 3, 4)),
                         case_name);

BfsResult search(const Graph& graph, const DeviceBfsOptions& options, Vertex source) {
  BfsSolver solver(DeviceGraph(test_device(), graph), options);
  return solver.run(source);
}

TEST(BfsOnDevice, EveryValueOfItsTuningFindsTheSame) {
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3));
  for (const std::uint32_t each : {1, 2, 4, 8, 16}) {
    expect_bfs_tree(
        graph, 5,
        search(graph,
               {.method = DeviceBfsMethod::kEdgeMapped, .tuning = {.edges_per_thread = each}}, 5),
        std::to_string(each) + " edges a thread");
  }
  for (const std::uint32_t warp : {1, 4, 1000}) {
    for (const DeviceBfsMethod method :
         {DeviceBfsMethod::kTwc, DeviceBfsMethod::kDirectionOptimizing,
          DeviceBfsMethod::kPersistent}) {
      expect_bfs_tree(graph, 5,
                      search(graph,
                             {.method = method,
                              .tuning = {.warp_degree = warp,
                                         .block_degree = 4 * warp,
                                         .grid_degree = 4 * warp,
                                         .forward_factor = 1e9}},
                             5),
                      "warps from degree " + std::to_string(warp));
    }
  }
  for (const double factor : {1e-9, 0.1, 1e9}) {
    expect_bfs_tree(graph, 5,
                    search(graph,
                           {.method = DeviceBfsMethod::kDirectionOptimizing,
                            .tuning = {.forward_factor = factor, .backward_factor = factor}},
                           5),
                    "factor " + std::to_string(factor));
  }
  for (const std::uint32_t number : {1, 5, 1000}) {
    DeviceBfsOptions options{.method = DeviceBfsMethod::kDirectionOptimizing};
    options.tuning.blocks_per_multiprocessor = number;
    options.tuning.long_row = number;
    expect_bfs_tree(graph, 5, search(graph, options, 5), std::to_string(number));
  }
  for (const std::uint32_t single_block : {0, 1, 50, 100'000}) {
    for (const DeviceBfsMethod method : {DeviceBfsMethod::kAuto, DeviceBfsMethod::kPersistent}) {
      expect_bfs_tree(graph, 5,
                      search(graph,
                             {.method = method,
                              .tuning = {.single_block_vertices = single_block,
                                         .single_block_edges = 10ULL * single_block}},
                             5),
                      std::to_string(single_block) + " by a single block");
    }
  }
}

TEST(BfsOnDevice, OptionsOutOfRangeAreRefusedByName) {
  const Graph graph = make_graph(10, line_edges(10));
  const DeviceGraph on_device(test_device(), graph);
  const auto expect_refused = [&](const DeviceBfsTuning& tuning, const std::string& name) {
    expect_error<UsageError>(name, [&] { const BfsSolver solver(on_device, {.tuning = tuning}); });
  };
  expect_refused({.block_threads = 33}, "block_threads");
  expect_refused({.block_threads = 2048}, "block_threads");
  expect_refused({.edges_per_thread = 3}, "edges_per_thread");
  expect_refused({.warp_degree = 9, .grid_degree = 8}, "grid_degree");
  expect_error<UsageError>("block_degree", [&] {
    const BfsSolver solver(on_device, {.method = DeviceBfsMethod::kTwc,
                                       .tuning = {.warp_degree = 9, .block_degree = 8}});
  });
  // What a method does not use does not matter.
  const BfsSolver twc(on_device, {.method = DeviceBfsMethod::kTwc,
                                  .tuning = {.warp_degree = 512, .grid_degree = 256}});
  const BfsSolver automatic(on_device, {.tuning = {.warp_degree = 2000, .grid_degree = 4000}});
  expect_refused({.long_row = 0}, "long_row");
  expect_refused({.forward_factor = 0}, "forward_factor");
  expect_refused({.backward_factor = -1}, "backward_factor");
}

TEST(BfsOnDevice, WorkspaceThatDoesNotFitIsRefused) {
  const Graph graph = make_graph(1000, line_edges(1000));
  const Device device = test_device({.memory_bytes = DeviceGraph::predict_bytes(graph) + 1000});
  const DeviceGraph on_device(device, graph);
  for (const DeviceBfsMethod method : all_device_bfs_methods()) {
    EXPECT_THROW(BfsSolver(on_device, {.method = method}), MemoryError)
        << device_bfs_method_name(method);
  }
  EXPECT_EQ(device.free_bytes(), 1000U);
}

/// What is free where each byte that a search may take has been predicted.
TEST(BfsOnDevice, ResultsNeedNoMemoryOfTheDevice) {
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3));
  for (const DeviceBfsMethod method : all_device_bfs_methods()) {
    for (const BfsTrace trace : {BfsTrace::kOff, BfsTrace::kLevels}) {
      const DeviceBfsOptions options{.method = method, .trace = trace};
      const std::uint64_t workspace = workspace_bytes<DeviceGraph>(
          graph, [&](const DeviceGraph& there) { return BfsSolver(there, options); });
      const Device device =
          test_device({.memory_bytes = DeviceGraph::predict_bytes(graph) + workspace});
      const DeviceGraph on_device(device, graph);
      BfsSolver solver(on_device, options);
      EXPECT_EQ(device.free_bytes(), 0U);
      const BfsResult kept = solver.run(1);
      const BfsResult asked = solver.run(2);
      expect_bfs_tree(graph, 2, asked, std::string(device_bfs_method_name(method)));
      expect_bfs_tree(graph, 1, kept, std::string(device_bfs_method_name(method)));
    }
  }
}

TEST(BfsOnDevice, ArcsAreCountedTopDown) {
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3));
  const std::vector<Vertex> source = {5};
  for (const DeviceBfsMethod method : all_device_bfs_methods()) {
    SCOPED_TRACE(device_bfs_method_name(method));
    const DeviceBfsOptions options{.method = method, .trace = BfsTrace::kLevels};
    BfsSolver solver(DeviceGraph(test_device(), graph), options);
    const BfsResult target =
        solver.run(BfsQuery{.sources = source, .target = graph.out().neighbors(5)[0]});
    EXPECT_EQ(target.trace().back().arcs_examined.value_or(0), 0U);
    for (const Level depth : {0U, 1U, 300U}) {
      const BfsResult found = solver.run(BfsQuery{.sources = source, .depth = depth});
      for (const BfsLevelTrace& level : found.trace()) {
        if (level.direction != BfsDirection::kTopDown) continue;
        EXPECT_EQ(level.arcs_examined, level.level < depth ? level.edges : 0);
      }
    }
  }
}

/// What all vertices looked at that a level had not reached: in a layout as the host counts it, one
/// vertex after the other; else in their rows.
std::uint64_t examined_bottom_up(const PreparedGraph& prepared, const BfsResult& found,
                                 Level level) {
  const Graph& graph = prepared.graph();
  const detail::DegreeLayout* const layout = prepared.degree_layout().get();
  const auto is_in = [&](Vertex v) { return found.levels()[v] == level; };
  std::vector<std::uint32_t> frontier(graph.num_vertices() / 32 + 1, 0);
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (is_in(v)) frontier[v / 32] |= 1U << v % 32;
  }
  detail::BottomUpStep step{};
  step.layout = layout;
  step.graph = &graph.out();
  step.frontier = frontier.data();
  if (layout != nullptr) {
    step.hubs_in_frontier = detail::hubs_in_frontier(*layout, frontier.data());
  }
  std::uint64_t examined = 0;
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    if (found.levels()[v] <= level || graph.out().degree(v) == 0) continue;
    if (layout != nullptr) {
      static_cast<void>(detail::find_parent(step, v, examined));
      continue;
    }
    for (const Vertex u : graph.out().neighbors(v)) {
      ++examined;
      if (is_in(u)) break;
    }
  }
  return examined;
}

TEST(BfsOnDevice, ArcsAreCountedBottomUp) {
  for (const auto& [name, graph] : search_graphs()) {
    SCOPED_TRACE(name);
    if (graph.is_directed()) continue;
    for (const LayoutChoice choice : {LayoutChoice::kNone, LayoutChoice::kDegree}) {
      const PreparedGraph prepared = prepare(graph, {.layout = choice, .threads = 1});
      // Every level, as long as vertices are left that look.
      const DeviceBfsOptions options{.method = DeviceBfsMethod::kDirectionOptimizing,
                                     .tuning = {.forward_factor = 1e-9, .backward_factor = 1e-9},
                                     .trace = BfsTrace::kLevels};
      BfsSolver solver(DeviceGraph(test_device(), prepared), options);
      for (const Vertex source : some_sources(graph)) {
        const std::vector<Vertex> sources = {source};
        const BfsResult found = solver.run(BfsQuery{.sources = sources, .depth = 6});
        for (const BfsLevelTrace& level : found.trace()) {
          if (level.direction == BfsDirection::kBottomUp) {
            EXPECT_EQ(level.arcs_examined, examined_bottom_up(prepared, found, level.level));
          } else {
            EXPECT_GE(level.level + 2, found.num_levels());
          }
        }
      }
    }
  }
}

TEST(BfsOnDevice, ArcsOfTheTargetsLevelAreCountedIfItIsExpanded) {
  // The last vertex of a path is on the deepest level: a block that grows small frontiers by itself
  // may see it only when that level is expanded.
  const Graph graph = make_graph(4, {{0, 1}, {1, 2}, {2, 3}});
  for (const DeviceBfsMethod method : all_device_bfs_methods()) {
    SCOPED_TRACE(device_bfs_method_name(method));
    const DeviceBfsOptions options{.method = method, .trace = BfsTrace::kLevels};
    BfsSolver solver(DeviceGraph(test_device(), graph), options);
    const std::vector<Vertex> source = {0};
    const BfsResult found = solver.run(BfsQuery{.sources = source, .target = 3});
    ASSERT_EQ(found.num_levels(), 4U);
    const auto trace = found.trace();
    for (const BfsLevelTrace& level : trace.first(3)) {
      if (level.direction != BfsDirection::kTopDown) continue;
      EXPECT_EQ(level.arcs_examined, level.level == 0 ? 1U : 2U) << level.level;
    }
    if (method == DeviceBfsMethod::kPersistent) {
      EXPECT_LE(trace.back().arcs_examined, 1U);
      if (is_emulated()) {
        EXPECT_EQ(trace.back().arcs_examined, 1U);
      }
    } else if (method != DeviceBfsMethod::kAuto &&
               method != DeviceBfsMethod::kDirectionOptimizing) {
      EXPECT_EQ(trace.back().arcs_examined, 0U);
    }
  }
}

TEST(BfsOnDevice, AResultThatHasBeenFetchedHoldsNothingOnTheDevice) {
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3));
  const Device device = test_device({.memory_bytes = 1U << 26U});
  std::optional<BfsSolver> solver(std::in_place, DeviceGraph(device, graph), DeviceBfsOptions{});
  const BfsResult first = solver->run(1);
  const BfsResult second = solver->run(2);
  solver.reset();
  EXPECT_LT(device.free_bytes(), device.total_bytes()) << "the second one's tree is still there";
  static_cast<void>(second.levels());
  EXPECT_EQ(device.free_bytes(), device.total_bytes()) << "graph and workspace are gone";
  expect_bfs_tree(graph, 1, first, "first");
  expect_bfs_tree(graph, 2, second, "second");
}

TEST(BfsOnDevice, EdgesOfLongAndShortRowsWithLoopsAreCounted) {
  // A star whose hub has a loop, a short row with one, and what is not reached.
  std::vector<Edge> edges = {{0, 0}, {3, 3}, {200, 201}, {201, 201}};
  for (Vertex v = 1; v < 150; ++v) edges.push_back({0, v});
  const Graph graph =
      make_graph(300, edges, Directedness::kUndirected, {.self_loops = SelfLoops::kKeep});
  for (const DeviceBfsMethod method : {DeviceBfsMethod::kAuto, DeviceBfsMethod::kEdgeMapped}) {
    BfsSolver solver(DeviceGraph(test_device(), graph), {.method = method});
    expect_bfs_tree(graph, 0, solver.run(0), "star");
    EXPECT_EQ(solver.run(7).num_edges_reached(), 149 + 2U);
    EXPECT_EQ(solver.run(201).num_edges_reached(), 2U);
  }
}

TEST(BfsOnDevice, BlocksThatADeviceCannotHoldAreRefused) {
  const Graph graph = make_graph(10, line_edges(10));
  const DeviceGraph on_device(detail::open_emulated({.max_block_threads = 128}), graph);
  for (const DeviceBfsMethod method : all_device_bfs_methods()) {
    for (const std::uint32_t each : {1, 2, 4, 8, 16}) {
      const auto make = [&](std::uint32_t block) {
        BfsSolver solver(on_device, {.method = method,
                                     .tuning = {.block_threads = block, .edges_per_thread = each}});
        EXPECT_EQ(solver.run(0).num_reached(), 10U);
      };
      EXPECT_NO_THROW(make(128));
      expect_error<UsageError>(
          "block_threads: the device supports blocks of up to 128 threads for this search, got 160",
          [&] { make(160); });
    }
  }
}

TEST(BfsOnDevice, ResultsOutliveSearchesAndSolver) {
  const Graph graph = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 3));
  std::optional<BfsSolver> solver(
      std::in_place, DeviceGraph(test_device(), graph),
      DeviceBfsOptions{.method = DeviceBfsMethod::kDirectionOptimizing});
  const BfsResult first = solver->run(1);
  const BfsResult second = solver->run(2);
  const BfsResult third = solver->run(3);
  static_cast<void>(third.num_edges_reached());
  solver.reset();
  expect_bfs_tree(graph, 3, third, "third");
  expect_bfs_tree(graph, 1, first, "first");
  expect_bfs_tree(graph, 2, second, "second");
}

}  // namespace
}  // namespace strider::test
