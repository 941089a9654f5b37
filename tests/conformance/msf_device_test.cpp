// Spanning forests on a device, emulated under several schedules or a real one: held against the
// oracle on the graphs of all backends.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <tuple>

#include "algorithms/msf/gpu/engine.hpp"
#include "conformance/msf.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/errors.hpp"
#include "support/graphs.hpp"
#include "support/schedules.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

const std::vector<Schedule>& schedules() {
  static const std::vector<Schedule> kSchedules = {kOneWarp, kInterrupted, kBlockStarved,
                                                   kLaneStarved};
  return kSchedules;
}

using Case = std::tuple<DeviceMsfMethod, DeviceMsfWords, std::size_t>;

class MsfDevice : public testing::TestWithParam<Case> {
 protected:
  template <class W>
  static MsfFinder<W> finder() {
    const DeviceMsfMethod method = std::get<0>(GetParam());
    const DeviceMsfWords words = std::get<1>(GetParam());
    const Schedule& schedule = schedules()[std::get<2>(GetParam())];
    return
        [=, &schedule](const WeightedGraph<W>& graph, const MsfOptions& options) -> FoundForest<W> {
          const WeightedDeviceGraph<W> on_device(test_device(schedule.device), graph);
          return MsfSolver<W>(on_device, {.method = method,
                                          .objective = options.objective,
                                          .words = words,
                                          .tuning = {.block_threads = schedule.block_threads}})
              .run();
        };
  }
};

TEST_P(MsfDevice, AllShapes) {
  conforms_on_all_shapes(finder<std::uint32_t>(), {}, MsfShapes::kForRanks);
}
TEST_P(MsfDevice, RandomGraphs) {
  conforms_on_random_graphs(finder<float>(), {}, 15);
}
TEST_P(MsfDevice, Multigraphs) {
  conforms_on_multigraphs(finder<float>(), {});
}

std::string case_name(const testing::TestParamInfo<Case>& info) {
  const bool split = std::get<1>(info.param) == DeviceMsfWords::kSplit;
  return std::string(device_msf_method_name(std::get<0>(info.param))) +
         (split ? "_split_" : "_packed_") + schedules()[std::get<2>(info.param)].name;
}
INSTANTIATE_TEST_SUITE_P(Devices, MsfDevice,
                         testing::Combine(testing::Values(DeviceMsfMethod::kAuto),
                                          testing::Values(DeviceMsfWords::kPacked,
                                                          DeviceMsfWords::kSplit),
                                          testing::Values(0, 1, 2, 3)),
                         case_name);
INSTANTIATE_TEST_SUITE_P(AllEdgesAtOnce, MsfDevice,
                         testing::Combine(testing::Values(DeviceMsfMethod::kBoruvka),
                                          testing::Values(DeviceMsfWords::kPacked,
                                                          DeviceMsfWords::kSplit),
                                          testing::Values(1)),
                         case_name);

/// A graph whose weights are drawn from so many.
template <class W>
WeightedGraph<W> some_graph(std::uint64_t kinds, unsigned scale = 8) {
  return skewed_sample<W>(scale, 16ULL << scale, kinds, kinds);
}
template <class W>
MsfResult<W> forest_of(const WeightedGraph<W>& graph, const DeviceMsfOptions& options,
                       const Device& device = test_device()) {
  return MsfSolver<W>(WeightedDeviceGraph<W>(device, graph), options).run();
}

// Weights of 64 bits have no other words than split ones. Rows that do not ascend are sorted.
TEST(MsfOnDevice, DoublesOnAllShapes) {
  conforms_on_all_shapes<double>(
      [](const WeightedGraph<double>& graph, const MsfOptions& options) {
        return forest_of(graph, {.objective = options.objective, .tuning = {.block_threads = 64}});
      },
      {});
}
TEST(MsfOnDevice, FloatsOnAllShapes) {
  conforms_on_all_shapes<float>(
      [](const WeightedGraph<float>& graph, const MsfOptions& options) {
        return forest_of(graph, {.objective = options.objective, .tuning = {.block_threads = 64}});
      },
      {}, MsfShapes::kForRanks);
}

// What arcs of more than 2^32 are called: the same edges, though no name fits into 32 bits.
template <class W>
void expect_forest_by_long_names(std::uint64_t first_name) {
  using namespace detail;
  const auto graph = some_graph<W>(5);
  const WeightedDeviceGraph<W> there(test_device(), graph);
  for (const auto method : all_device_msf_methods()) {
    const DeviceMsfSettings settings{.options = {.method = method,
                                                 .words = DeviceMsfWords::kSplit,
                                                 .tuning = {.block_threads = 64}},
                                     .first_name = first_name};
    const DeviceObject& arrays = *there.topology().state().arrays;
    const DeviceObject& weights = *there.state().weights;
    const auto engine = on_device(
        there.device(), [&] { return on_cuda::make_device_msf<W>(arrays, weights, settings); },
        [&] { return on_simt::make_device_msf<W>(arrays, weights, settings); });
    const auto facts = engine->find();
    const MsfResult<W> expected = msf(graph, {.method = MsfMethod::kKruskal, .threads = 1});
    ASSERT_EQ(facts.num_edges, expected.edges().size());
    std::vector<MsfEdge<W>> edges(facts.num_edges);
    engine->download(edges);
    EXPECT_TRUE(std::ranges::equal(edges, expected.edges())) << first_name;
  }
}
TEST(MsfOnDevice, NamesOfMoreThan32Bits) {
  // From just below a border of 32 bits, so that the low bits of names do not ascend.
  for (const std::uint64_t first : {(1ULL << 32U) - 100, (1ULL << 40U) - 2000}) {
    expect_forest_by_long_names<float>(first);
    expect_forest_by_long_names<double>(first);
  }
}

TEST(MsfOnDevice, EveryShareOfLightEdgesFindsTheSame) {
  for (const std::uint64_t kinds : {1ULL, 7ULL, 1ULL << 30U}) {
    const auto graph = some_graph<std::uint32_t>(kinds);
    for (const double share : {0.01, 0.5, 1.0, 3.0}) {
      expect_forest(graph, MsfObjective::kMinimum,
                    forest_of(graph, {.tuning = {.light_per_vertex = share}}),
                    std::to_string(kinds) + " weights, " + std::to_string(share) + " light");
    }
  }
}

// All vertices hook themselves in one way, whichever its direction: it is halved in passes.
TEST(MsfOnDevice, LongWays) {
  constexpr Vertex kLength = 5000;
  for (const bool falls : {false, true}) {
    std::vector<Link<std::uint32_t>> links;
    for (Vertex v = 0; v + 1 < kLength; ++v) links.push_back({v, v + 1, falls ? kLength - v : v});
    // Another component, which the way's end joins in the second round.
    links.push_back({kLength, kLength + 1, 0});
    links.push_back({falls ? kLength - 1 : 0, kLength, 10 * kLength});
    const auto graph = make_weighted(kLength + 2, links);
    for (const std::uint32_t threads : {32U, 256U}) {
      expect_forest(graph, MsfObjective::kMinimum,
                    forest_of(graph, {.tuning = {.block_threads = threads}}),
                    falls ? "falls" : "rises");
    }
  }
}

// Rows of several tiles, which warps share, of two hubs that are not in one fragment before the
// end; vertices without edges among those with some; equal weights, and parallel edges of several.
TEST(MsfOnDevice, HubsOutsideOfTheGreatestFragment) {
  constexpr Vertex kLeaves = 6000;
  constexpr Vertex kHubs[] = {kLeaves / 2, 2 * kLeaves + 7};
  for (const std::uint32_t kinds : {1U, 3U, 1U << 20U}) {
    std::vector<Link<std::uint32_t>> links;
    std::uint32_t drawn = 1;
    const auto weight = [&] { return (drawn = drawn * 1664525U + 1013904223U) / 4096U % kinds; };
    for (Vertex i = 0; i < kLeaves; ++i) {
      for (const Vertex hub : kHubs) links.push_back({hub, 3 * i, weight() + 1});
      if (i % 3 == 0) links.push_back({3 * i, kHubs[0], weight()});
      for (Vertex next = 1; next < 6; ++next) {
        links.push_back({3 * i, 3 * ((i + next * next) % kLeaves), weight()});
      }
    }
    const auto graph = make_weighted(3 * kLeaves, links);
    for (const DeviceMsfMethod method : all_device_msf_methods()) {
      for (const DeviceMsfWords words : {DeviceMsfWords::kPacked, DeviceMsfWords::kSplit}) {
        expect_forest(graph, MsfObjective::kMinimum,
                      forest_of(graph, {.method = method, .words = words}),
                      std::to_string(kinds) + " weights");
      }
    }
  }
}

TEST(MsfOnDevice, ReusedAndMoved) {
  const auto few = some_graph<float>(5);
  const auto many = some_graph<float>(1U << 20U);
  const Device device = test_device();
  MsfSolver<float> solver(WeightedDeviceGraph<float>(device, few), {});
  MsfSolver<float> other(WeightedDeviceGraph<float>(device, many), {});
  MsfResult<float> result;
  for (int i = 0; i < 2; ++i) {
    solver.run(result);
    expect_forest(few, MsfObjective::kMinimum, result, "reused");
    other.run(result);
    expect_forest(many, MsfObjective::kMinimum, result, "reused for another graph");
  }
  solver = std::move(other);
  MsfSolver<float> moved = std::move(solver);
  expect_forest(many, MsfObjective::kMinimum, moved.run(), "moved");
}

TEST(MsfOnDevice, ResultsOutliveRunsAndSolver) {
  const auto graph = some_graph<std::uint32_t>(255);
  const Device device = test_device({.memory_bytes = 1U << 26U});
  std::optional<MsfSolver<std::uint32_t>> solver(
      std::in_place, WeightedDeviceGraph<std::uint32_t>(device, graph), DeviceMsfOptions{});
  const auto first = solver->run();
  const auto second = solver->run();
  solver.reset();
  EXPECT_LT(device.free_bytes(), device.total_bytes()) << "the second one's forest is still there";
  EXPECT_EQ(second.num_trees(), first.num_trees());
  static_cast<void>(second.edges());
  EXPECT_EQ(device.free_bytes(), device.total_bytes()) << "graph and workspace are gone";
  expect_forest(graph, MsfObjective::kMinimum, second, "second");
  expect_forest(graph, MsfObjective::kMinimum, first, "first");
}

// What a run takes has been predicted to the byte.
TEST(MsfOnDevice, MemoryIsPredictedOrRefused) {
  const auto graph = some_graph<double>(255);
  const std::uint64_t workspace = workspace_bytes<WeightedDeviceGraph<double>>(
      graph, [](const auto& there) { return MsfSolver<double>(there, DeviceMsfOptions{}); });
  const std::uint64_t all = WeightedDeviceGraph<double>::predict_bytes(graph) + workspace;
  {
    const Device exact = test_device({.memory_bytes = all});
    expect_forest(graph, MsfObjective::kMinimum, forest_of(graph, {}, exact), "exact");
  }
  const Device tight = test_device({.memory_bytes = all - 1});
  const WeightedDeviceGraph<double> there(tight, graph);
  try {
    const MsfSolver<double> solver(there, DeviceMsfOptions{});
    FAIL() << "a workspace that does not fit";
  } catch (const MemoryError& error) {
    EXPECT_EQ(error.needed_bytes(), workspace);
    EXPECT_EQ(error.free_bytes(), workspace - 1);
  }
  EXPECT_EQ(tight.free_bytes(), workspace - 1) << "nothing stays taken";
}

template <class W>
std::string refusal(const WeightedGraph<W>& graph, const DeviceMsfOptions& options,
                    const Device& device = test_device()) {
  return message_of<UsageError>([&] { static_cast<void>(forest_of(graph, options, device)); });
}
TEST(MsfOnDevice, WrongUseIsRefusedByName) {
  const auto graph = some_graph<float>(3, 4);
  const auto contains = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_EQ(refusal(graph, {}), "taken");
  EXPECT_PRED2(contains, refusal(graph, {.tuning = {.block_threads = 33}}), "block_threads");
  EXPECT_PRED2(contains, refusal(graph, {.tuning = {.block_threads = 2048}}), "block_threads");
  EXPECT_PRED2(contains, refusal(graph, {.tuning = {.light_per_vertex = 0}}), "light_per_vertex");
  EXPECT_PRED2(contains, refusal(graph, {.method = DeviceMsfMethod{7}}), "method");
  EXPECT_PRED2(contains, refusal(graph, {.objective = MsfObjective{7}}), "objective");
  EXPECT_PRED2(contains, refusal(some_graph<double>(3, 4), {.words = DeviceMsfWords::kPacked}),
               "words");
  const WeightedGraph<float> directed(make_graph(2, {{0, 1}}, Directedness::kDirected),
                                      Array<float>(1, 1.0F));
  EXPECT_PRED2(contains, refusal(directed, {}), "directed");
  if (is_emulated()) {
    EXPECT_PRED2(contains, refusal(graph, {}, detail::open_emulated({.max_block_threads = 128})),
                 "blocks of up to 128 threads");
  }
}

TEST(MsfOnDevice, NanIsRefusedWithItsEdge) {
  for (const float sign : {1.0F, -1.0F}) {
    for (const DeviceMsfMethod method : all_device_msf_methods()) {
      const auto good = some_graph<float>(255);
      const Csr& rows = good.topology().out();
      auto weights = Array<float>::copy_of(good.weights().span());
      const Vertex u = 3;
      const Vertex v = rows.neighbors(u).back();
      ASSERT_LT(u, v);
      const auto poison = [&](Vertex from, Vertex to) {
        for (EdgeIndex i = rows.offsets()[from]; i < rows.offsets()[from + 1ULL]; ++i) {
          if (rows.targets()[i] == to) {
            weights[i] = std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
          }
        }
      };
      poison(u, v);
      poison(v, u);
      // Named as the input names it.
      const Graph named(rows, Directedness::kUndirected, good.topology().num_self_loops(),
                        Labels::dense(100));
      const WeightedGraph<float> graph(named, std::move(weights));
      expect_error<WeightError>(std::to_string(100 + u) + " - " + std::to_string(100 + v),
                                [&] { static_cast<void>(forest_of(graph, {.method = method})); });
    }
  }
}

}  // namespace
}  // namespace strider::test
