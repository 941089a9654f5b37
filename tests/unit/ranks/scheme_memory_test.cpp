// What building with delegates and on a grid takes of a rank's memory, against what it predicts and
// reports.
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/two_d/graph_2d.hpp"
#include "strider/error.hpp"
#include "support/mpi_world.hpp"
#include "unit/ranks/memory_testing.hpp"

namespace strider::detail {
namespace {

constexpr RmatParameters kPlain{.scale = 13};
constexpr RmatParameters kWeighted{.scale = 13, .weights = {.kind = WeightKind::kUniformInteger}};

std::unique_ptr<EdgeSource> source_of(const RmatParameters& parameters) {
  return make_source(parameters, test_world().rank(), test_world().size());
}

TEST(GraphDelegateMemory, IsWhatTheStepsSay) {
  const auto& world = test_world();
  const auto plain = source_of(kPlain);
  const auto weighted = source_of(kWeighted);
  // Without a normal vertex, with a few delegates, without any.
  for (const std::uint64_t threshold : {0, 100, 1 << 20}) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(std::to_string(threshold) + ", " + std::to_string(threads) + " threads");
      const GraphDelegateOptions options{.threshold = threshold,
                                         .redistribute = {.threads = threads, .chunk = 1000}};
      expect_as_predicted([&](std::vector<MemoryStep>& steps) {
        GraphDelegate graph = build_graph_delegate(world, *plain, options);
        steps = graph.build_steps;
        return graph;
      });
      expect_as_predicted([&](std::vector<MemoryStep>& steps) {
        auto graph = build_weighted_graph_delegate<std::uint32_t>(world, *weighted, options);
        steps = graph.graph.build_steps;
        return graph;
      });
    }
  }
}

TEST(Graph2dMemory, IsWhatTheStepsSay) {
  const auto& world = test_world();
  const auto source = source_of(kPlain);
  for (const MatrixFormat format : {MatrixFormat::kCsc, MatrixFormat::kBitmap}) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(std::to_string(threads) + " threads");
      expect_as_predicted([&](std::vector<MemoryStep>& steps) {
        Graph2d graph =
            build_graph_2d(world, *source, {.format = format, .threads = threads, .chunk = 1000});
        steps = graph.memory;
        return graph;
      });
    }
  }
}

TEST(Graph2dMemory, OfDegreesIsInTheSteps) {
  // Few edges among many vertices: degrees take the most.
  const auto& world = test_world();
  const UniformParameters parameters{.num_vertices = 1 << 20, .num_edges = 3000};
  const auto source = make_source(parameters, world.rank(), world.size());
  expect_as_predicted([&](std::vector<MemoryStep>& steps) {
    Graph2d graph = build_graph_2d(world, *source, {.chunk = 1000});
    steps = graph.memory;
    return graph;
  });
}

/// Arrays as long as the last rank's half share of arcs are refused there: all ranks throw.
template <class Build>
void expect_refused_on_all_ranks(const Build& build) {
  const auto& world = test_world();
  const std::uint64_t arcs = 2 * generated_size(kPlain).num_edges;
  if (world.rank() == world.size() - 1) {
    test::refuse_arrays_from(arcs / static_cast<std::uint64_t>(world.size()) * 4);
  }
  EXPECT_THROW(build(), MemoryError);
  test::refuse_arrays_from(~std::uint64_t{0});
  EXPECT_NO_THROW(build());
}

TEST(SchemeMemory, IsRefusedOnAllRanksWhereOneHasTooLittle) {
  const auto& world = test_world();
  const auto source = source_of(kPlain);
  expect_refused_on_all_ranks(
      [&] { (void)build_graph_delegate(world, *source, {.redistribute = {.chunk = 500}}); });
  expect_refused_on_all_ranks([&] { (void)build_graph_2d(world, *source, {.chunk = 500}); });
}

}  // namespace
}  // namespace strider::detail
