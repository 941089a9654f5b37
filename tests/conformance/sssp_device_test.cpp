// Every method of shortest paths on a device, emulated under several schedules or a real one: held
// against the oracle on the graphs of all backends, distances bit by bit, parents by the rule.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "conformance/sssp.hpp"
#include "strider/device.hpp"
#include "strider/device_sssp.hpp"
#include "strider/error.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/listed_edges.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"
#include "support/weighted_graphs.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

using Case = std::tuple<DeviceSsspMethod, std::size_t>;

class SsspDevice : public testing::TestWithParam<Case> {
 protected:
  static const Schedule& schedule() { return all_schedules()[std::get<1>(GetParam())]; }
  template <class W>
  static SsspSolver<W> make(const WeightedGraph<W>& graph, const SsspOptions& options) {
    const WeightedDeviceGraph<W> on_device(test_device(schedule().device), graph);
    return {
        on_device,
        {.method = std::get<0>(GetParam()),
         .delta = options.delta,
         .cutoff = options.cutoff,
         .target = options.target,
         .tuning = {.block_threads = schedule().block_threads,
                    .warp_degree = 8,
                    .grid_degree = 64,
                    // Below the size of many rounds, so that one block and all blocks take turns.
                    .single_block_vertices = 2 * schedule().block_threads,
                    .single_block_edges = 16 * schedule().block_threads}}};
  }
};
std::string case_name(const testing::TestParamInfo<Case>& info) {
  return name_of(device_sssp_method_name(std::get<0>(info.param)),
                 all_schedules()[std::get<1>(info.param)]);
}
/// With rows of every class, rounds of one vertex and of hundreds, and many rounds.
std::vector<NamedGraph> shapes() {
  constexpr auto kDirected = Directedness::kDirected;
  std::vector<Edge> broom = line_edges(300);
  std::vector<Edge> star;
  for (Vertex leaf = 0; leaf < 699; ++leaf) star.push_back({699, leaf});
  std::vector<Edge> ring = line_edges(300);
  ring.push_back({299, 0});
  for (Vertex leaf = 300; leaf < 900; ++leaf) broom.push_back({299, leaf});
  return {{"line", make_graph(400, line_edges(400))},
          {"line with a hub at its end", make_graph(900, broom)},
          {"star, centre last", make_graph(700, star)},
          {"grid", make_graph(12 * 40, grid_edges(12, 40))},
          {"directed ring", make_graph(300, ring, kDirected)},
          {"skewed", make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 8))},
          {"directed skewed", make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 9), kDirected)},
          {"sparse", make_graph(800, random_edges(800, 700, 1))}};
}

template <class W>
void expect_from_two_sources(const NamedGraph& shape, WeightMix mix,
                             const SsspSolverMaker<W>& make) {
  const CheckedSearch search = checked<W>(make)(weigh<W>(shape.graph, mix), {});
  for (const Vertex source : {0U, shape.graph.num_vertices() / 2}) {
    search(source,
           shape.name + ", weights " + weight_mix_name(mix) + ", from " + std::to_string(source));
  }
}

constexpr Vertex kTiny = 65;
constexpr std::uint64_t kGraphs = 5;

TEST_P(SsspDevice, RandomGraphs) {
  sssp_conforms_on_random_graphs(checked<float>(make<float>), {}, kGraphs);
  sssp_conforms_on_random_graphs(checked<double>(make<double>), {}, kGraphs);
  sssp_conforms_on_random_graphs(checked<std::uint32_t>(make<std::uint32_t>), {}, kGraphs);
}
TEST_P(SsspDevice, TinyShapes) {
  sssp_conforms_on_all_shapes(checked<float>(make<float>), {}, {.most_vertices = kTiny});
}
TEST_P(SsspDevice, BadSources) {
  sssp_refuses_bad_sources<float>({}, make<float>);
}
INSTANTIATE_TEST_SUITE_P(Devices, SsspDevice,
                         testing::Combine(testing::Values(DeviceSsspMethod::kNearFar,
                                                          DeviceSsspMethod::kBellmanFord),
                                          testing::Values(0, 1)),
                         case_name);

// Whoever comes late to a barrier or to a look at a number shows himself where rounds are many.
using SsspDeviceShapes = SsspDevice;

TEST_P(SsspDeviceShapes, ByTurnsWithEveryMix) {
  constexpr std::size_t kMixes = std::size(kAllWeightMixes);
  std::size_t turn = 3 * std::get<1>(GetParam());
  for (const NamedGraph& shape : shapes()) {
    expect_from_two_sources<float>(shape, kAllWeightMixes[turn++ % kMixes], make<float>);
    expect_from_two_sources<std::uint32_t>(shape, kAllWeightMixes[turn++ % kMixes],
                                           make<std::uint32_t>);
    if (turn % 3 == 0) {
      expect_from_two_sources<double>(shape, kAllWeightMixes[turn++ % kMixes], make<double>);
    }
  }
}
// Up to 2, then 7, then 22: vertex 1 waits at 5 and comes down to 2, so the pile is split with
// nothing near on it, and split again at once.
TEST_P(SsspDeviceShapes, TwoSplitsInARow) {
  constexpr Vertex kWaiting = 500;
  constexpr Vertex kFirst = 3;
  std::vector<Edge> edges = {{0, 1}, {0, 2}, {2, 1}};
  std::vector<std::uint32_t> weights = {5, 1, 1};
  for (Vertex v = kFirst; v < kFirst + kWaiting; ++v) {
    edges.push_back({0, v});
    weights.push_back(20);
    edges.push_back({v, v + kWaiting});
    weights.push_back(1);
  }
  const auto graph =
      weighted<std::uint32_t>(kFirst + 2 * kWaiting, edges, weights, Directedness::kDirected);
  SsspOptions options;
  options.delta = 2;
  expect_shortest_paths(graph, 0, make(graph, options).run(0), {}, "two splits in a row");
}
/// Vertices with 1, 2, 3 and more arcs, to `most`, and one with very many: a bound stops within
/// rows of all lengths.
Graph rows_of_all_lengths(Vertex most) {
  constexpr Vertex kVeryMany = 1500;
  std::vector<Edge> edges;
  Vertex n = most;
  for (Vertex centre = 0; centre < most; ++centre) {
    if (centre > 0) edges.push_back({centre - 1, centre});
    const Vertex leaves = centre + 1 < most ? centre : kVeryMany;
    for (Vertex leaf = 0; leaf < leaves; ++leaf) edges.push_back({centre, n++});
  }
  return make_graph(n, edges);
}
TEST_P(SsspDeviceShapes, RowsOfAllLengthsThatBoundsStopWithin) {
  const Graph graph = rows_of_all_lengths(70);
  for (const double delta : {0.02, 0.5}) {
    const SsspOptions options{.delta = delta};
    const auto weighted = weigh<float>(graph, WeightMix::kUniform);
    expect_shortest_paths(weighted, 3, make(weighted, options).run(3), {},
                          "delta " + std::to_string(delta));
  }
}

/// A dense part, most arcs of which stay behind the bound, and a grid that hangs on it: when few
/// arcs are left, most vertices without a distance have no neighbour with one.
Graph dense_with_grid() {
  constexpr Vertex kDense = 200;
  constexpr Vertex kRows = 12;
  constexpr Vertex kColumns = 50;
  std::vector<Edge> edges = random_edges(kDense, 9000, 1);
  for (const Edge& edge : grid_edges(kRows, kColumns)) {
    edges.push_back({kDense + edge.source, kDense + edge.target});
  }
  edges.push_back({0, kDense});
  return make_graph(kDense + kRows * kColumns, edges);
}
// Each vertex looks for its nearest neighbour, whether there is a bound again after that or not,
// and whatever lies beyond a cutoff or a target.
TEST_P(SsspDeviceShapes, FewVerticesPull) {
  for (const NamedGraph& shape :
       {NamedGraph{"dense, and a grid", dense_with_grid()},
        NamedGraph{"skewed", make_graph(1U << 10U, skewed_edges(10, 1U << 14U, 8))}}) {
    for (const WeightMix mix : {WeightMix::kUniform, WeightMix::kWithZero}) {
      const auto graph = weigh<float>(shape.graph, mix);
      const SsspResult<float> all = SsspSolver<float>(graph, SsspOptions{}).run(5);
      const Vertex far = shape.graph.num_vertices() - 1;
      std::vector<SsspOptions> limits(3);
      limits[1].cutoff = 1.5;
      if (all.distances()[far] < std::numeric_limits<float>::infinity()) limits[2].target = far;
      for (const SsspOptions& options : limits) {
        expect_shortest_paths(graph, 5, make(graph, options).run(5), options,
                              shape.name + ", weights " + weight_mix_name(mix));
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Devices, SsspDeviceShapes,
                         testing::Combine(testing::Values(DeviceSsspMethod::kNearFar),
                                          testing::Values(0, 1, 2, 3, 4)),
                         case_name);

TEST(SsspOnDevice, OneSolverForManySources) {
  const auto make = [](const auto& graph, const SsspOptions&) {
    using W = std::decay_t<decltype(graph.weights()[0])>;
    return SsspSolver<W>(WeightedDeviceGraph<W>(test_device(), graph),
                         DeviceSsspOptions{.tuning = {.block_threads = 64}});
  };
  sssp_conforms_when_reused<float>({}, make, 2);
}

/// From vertex 5 of a skewed graph with zeros among its weights.
template <class W>
void expect_the_same(const DeviceSsspOptions& options, const std::string& what) {
  const auto graph =
      weigh<W>(make_graph(1U << 8U, skewed_edges(8, 1U << 10U, 3)), WeightMix::kWithZero);
  SsspSolver<W> solver(WeightedDeviceGraph<W>(test_device(), graph), options);
  expect_shortest_paths(graph, 5, solver.run(5), {}, what);
}

TEST(SsspOnDevice, EveryValueOfItsTuningFindsTheSame) {
  for (const double delta : {1e-320, 1e-300, 0.1, 3.7, 64.0, 1e300}) {
    const DeviceSsspOptions options{
        .method = DeviceSsspMethod::kNearFar, .delta = delta, .tuning = {.block_threads = 64}};
    expect_the_same<float>(options, "delta " + std::to_string(delta));
    expect_the_same<double>(options, "delta " + std::to_string(delta));
    expect_the_same<std::uint32_t>(options, "delta " + std::to_string(delta));
  }
  for (const std::uint32_t number : {1, 5, 1000}) {
    DeviceSsspOptions options{.tuning = {.block_threads = 64}};
    options.tuning.blocks_per_multiprocessor = number;
    options.tuning.warp_degree = number;
    options.tuning.grid_degree = 2 * number;
    expect_the_same<float>(options, "degrees, blocks: " + std::to_string(number));
  }
  for (const std::uint32_t single_block : {0, 1, 50, 100'000}) {
    expect_the_same<std::uint32_t>({.tuning = {.block_threads = 64,
                                               .single_block_vertices = single_block,
                                               .single_block_edges = 10ULL * single_block}},
                                   std::to_string(single_block) + " by a single block");
  }
}

TEST(SsspOnDevice, TheStepOfTheBoundIsReported) {
  const auto graph = weigh<float>(make_graph(100, line_edges(100)), WeightMix::kUniform);
  const auto equal = weigh<float>(make_graph(100, line_edges(100)), WeightMix::kEqual);
  const auto step = [](const WeightedGraph<float>& of, const DeviceSsspOptions& options) {
    return SsspSolver<float>(WeightedDeviceGraph<float>(test_device(), of), options).delta();
  };
  EXPECT_EQ(step(graph, {.delta = 2.5}), 2.5);
  // 32 times the mean weight over the degree: about 32 * 0.5 / 2.
  EXPECT_NEAR(step(graph, {}), 8, 2);
  EXPECT_EQ(step(graph, {.method = DeviceSsspMethod::kBellmanFord, .delta = 2.5}), 0);
  EXPECT_EQ(step(equal, {}), 0) << "no pile where no vertex is reached twice";
  EXPECT_GT(step(equal, {.method = DeviceSsspMethod::kNearFar}), 0);
}

TEST(SsspOnDevice, OptionsOutOfRangeAreRefusedByName) {
  const auto graph = weigh<float>(make_graph(10, line_edges(10)), WeightMix::kEqual);
  const WeightedDeviceGraph<float> on_device(test_device(), graph);
  const auto expect = [&](const DeviceSsspOptions& options, const std::string& name) {
    expect_error<UsageError>(name, [&] { const SsspSolver<float> solver(on_device, options); });
  };
  expect({.delta = -1}, "delta");
  expect({.cutoff = -1}, "cutoff");
  expect({.target = 10}, "target: 10 is not a vertex; the graph has 10 vertices");
  expect({.tuning = {.block_threads = 33}}, "block_threads");
  expect({.tuning = {.block_threads = 2048}}, "block_threads");
  expect({.tuning = {.warp_degree = 9, .grid_degree = 8}}, "grid_degree");
}

TEST(SsspOnDevice, BlocksThatADeviceCannotHoldAreRefused) {
  const auto graph = weigh<float>(make_graph(10, line_edges(10)), WeightMix::kUniform);
  const WeightedDeviceGraph<float> on_device(detail::open_emulated({.max_block_threads = 128}),
                                             graph);
  EXPECT_EQ(SsspSolver<float>(on_device, {.tuning = {.block_threads = 128}}).run(0).num_reached(),
            10U);
  expect_error<UsageError>("blocks of up to 128 threads for this search, got 160", [&] {
    const SsspSolver<float> solver(on_device, {.tuning = {.block_threads = 160}});
  });
}

/// A line whose vertices have names.
Graph named_line(Vertex n, Directedness directedness) {
  EdgeList list = list_of(n, line_edges(n), directedness);
  std::vector<std::string> names;
  for (Vertex v = 0; v < n; ++v) names.push_back("stop" + std::to_string(v));
  list.labels = Labels::text(names);
  return build_graph(std::move(list));
}

// By their labels, as on the host.
TEST(SsspOnDevice, WeightsThatHaveNoShortestPathsAreRefused) {
  const auto with = [](float weight) {
    const Graph line = named_line(50, Directedness::kDirected);
    Array<float> weights(line.num_arcs(), 1);
    weights[30] = weight;
    weights[40] = -weight;
    return WeightedGraph<float>(line, std::move(weights));
  };
  const auto why = [&](float weight) {
    const WeightedDeviceGraph<float> graph(test_device(), with(weight));
    const std::string words =
        message_of<WeightError>([&] { const SsspSolver<float> solver(graph, {}); });
    EXPECT_EQ(words, message_of<WeightError>(
                         [&] { const SsspSolver<float> solver(with(weight), SsspOptions{}); }));
    return words;
  };
  EXPECT_NE(why(-2).find("from stop30 to stop31 has the weight -2:"), std::string::npos) << why(-2);
  EXPECT_NE(why(2).find("from stop40 to stop41"), std::string::npos) << why(2);
  EXPECT_NE(why(std::numeric_limits<float>::quiet_NaN()).find("stop30"), std::string::npos);
}

TEST(SsspOnDevice, DistancesTooLargeForTheirTypeAreRefused) {
  const Graph line = named_line(50, Directedness::kUndirected);
  const WeightedGraph<float> graph(line, Array<float>(line.num_arcs(), 1e38F));
  const WeightedDeviceGraph<float> on_device(test_device(), graph);
  const std::string why =
      message_of<WeightError>([&] { static_cast<void>(SsspSolver<float>(on_device, {}).run(0)); });
  EXPECT_NE(why.find("the distance of vertex stop4 is too large"), std::string::npos) << why;
  EXPECT_EQ(why, message_of<WeightError>(
                     [&] { static_cast<void>(SsspSolver<float>(graph, SsspOptions{}).run(0)); }));
  // Within bounds there is nothing to refuse.
  EXPECT_EQ(SsspSolver<float>(on_device, {.cutoff = 2e38}).run(0).num_reached(), 3U);
  EXPECT_EQ(SsspSolver<float>(on_device, {.target = 3}).run(0).num_reached(), 4U);
  EXPECT_NE(message_of<WeightError>(
                [&] { static_cast<void>(SsspSolver<float>(on_device, {.target = 9}).run(0)); }),
            "taken");
}

TEST(SsspOnDevice, WorkspaceThatDoesNotFitIsRefused) {
  const auto graph = weigh<float>(make_graph(1000, line_edges(1000)), WeightMix::kUniform);
  constexpr std::uint64_t kLeft = 9000;
  const Device device =
      test_device({.memory_bytes = WeightedDeviceGraph<float>::predict_bytes(graph) + kLeft});
  const WeightedDeviceGraph<float> on_device(device, graph);
  for (const DeviceSsspMethod method : all_device_sssp_methods()) {
    EXPECT_THROW(SsspSolver<float>(on_device, {.method = method}), MemoryError)
        << device_sssp_method_name(method);
  }
  EXPECT_EQ(device.free_bytes(), kLeft);
}

/// What is free where each byte that a search may take has been predicted.
template <class W>
void expect_no_more_memory(WeightMix mix) {
  const auto graph = weigh<W>(make_graph(1U << 9U, skewed_edges(9, 1U << 11U, 3)), mix);
  const DeviceSsspOptions options{.tuning = {.block_threads = 64}};
  const std::uint64_t workspace = workspace_bytes<WeightedDeviceGraph<W>>(
      graph, [&](const auto& there) { return SsspSolver<W>(there, options); });
  const Device device =
      test_device({.memory_bytes = WeightedDeviceGraph<W>::predict_bytes(graph) + workspace});
  const WeightedDeviceGraph<W> on_device(device, graph);
  SsspSolver<W> solver(on_device, options);
  EXPECT_EQ(device.free_bytes(), 0U);
  const SsspResult<W> kept = solver.run(1);
  const SsspResult<W> asked = solver.run(2);
  expect_shortest_paths(graph, 2, asked, {}, "asked");
  expect_shortest_paths(graph, 1, kept, {}, "kept");
}

TEST(SsspOnDevice, ResultsNeedNoMemoryOfTheDevice) {
  expect_no_more_memory<float>(WeightMix::kUniform);
  expect_no_more_memory<double>(WeightMix::kWithZero);
  expect_no_more_memory<std::uint32_t>(WeightMix::kUniform);
  expect_no_more_memory<std::uint32_t>(WeightMix::kHuge);
}

TEST(SsspOnDevice, ResultsOutliveSearchesAndSolverAndHoldNothingOnceFetched) {
  const auto graph =
      weigh<float>(make_graph(1U << 8U, skewed_edges(8, 1U << 10U, 3)), WeightMix::kUniform);
  const Device device = test_device({.memory_bytes = 1U << 26U});
  std::optional<SsspSolver<float>> solver(std::in_place, WeightedDeviceGraph<float>(device, graph),
                                          DeviceSsspOptions{.tuning = {.block_threads = 64}});
  const SsspResult<float> first = solver->run(1);
  static_cast<void>(first.distances());
  const SsspResult<float> second = solver->run(2);
  static_cast<void>(second.parents());
  const SsspResult<float> third = solver->run(3);
  solver.reset();
  static_cast<void>(third.parents());
  EXPECT_LT(device.free_bytes(), device.total_bytes()) << "the third one's distances are there";
  static_cast<void>(third.distances());
  EXPECT_EQ(device.free_bytes(), device.total_bytes()) << "graph and workspace are gone";
  expect_shortest_paths(graph, 1, first, {}, "first");
  expect_shortest_paths(graph, 2, second, {}, "second");
  expect_shortest_paths(graph, 3, third, {}, "third");
}

}  // namespace
}  // namespace strider::test
