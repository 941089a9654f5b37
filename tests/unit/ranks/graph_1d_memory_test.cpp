// What building takes of a rank's memory, against what it predicts and reports.
#include <gtest/gtest.h>

#include <string>

#include "ranks/edges/redistribute.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "strider/error.hpp"
#include "support/mpi_world.hpp"
#include "unit/ranks/memory_testing.hpp"

namespace strider::detail {
namespace {

TEST(Graph1dMemory, IsWhatTheReportSays) {
  const auto& world = test_world();
  for (const bool weighted : {false, true}) {
    const RmatParameters parameters{
        .scale = 13,
        .weights = {.kind = weighted ? WeightKind::kUniformInteger : WeightKind::kNone}};
    const auto source = make_source(parameters, world.rank(), world.size());
    const std::uint64_t n = source->num_vertices();
    for (const OwnerMap& owners :
         {OwnerMap::block(n, world.size()), OwnerMap::cyclic(n, world.size(), Shuffle(n, 1))}) {
      for (const int threads : {1, 2}) {
        SCOPED_TRACE(std::to_string(weighted) + ", " + std::to_string(threads) + " threads");
        const DistBuildOptions options{.threads = threads, .chunk = 1000};
        if (weighted) {
          expect_as_predicted([&](std::vector<MemoryStep>& steps) {
            DistBuildReport report;
            auto graph =
                build_weighted_graph_1d<std::uint32_t>(world, *source, owners, options, &report);
            steps = report.steps;
            return graph;
          });
        } else {
          expect_as_predicted([&](std::vector<MemoryStep>& steps) {
            DistBuildReport report;
            auto graph = build_graph_1d(world, *source, owners, options, &report);
            steps = report.steps;
            return graph;
          });
        }
      }
    }
  }
}

TEST(Graph1dMemory, GrowsWithTheArcsOfTheRankAndItsVertices) {
  // Few edges among many vertices: nothing may be as long as all vertices are many.
  const auto& world = test_world();
  const UniformParameters parameters{.num_vertices = 1 << 22, .num_edges = 3000};
  const auto source = make_source(parameters, world.rank(), world.size());
  const OwnerMap owners = OwnerMap::block(parameters.num_vertices, world.size());
  const std::uint64_t peak = expect_as_predicted([&](std::vector<MemoryStep>& steps) {
    DistBuildReport report;
    auto graph = build_graph_1d(world, *source, owners, {.chunk = 1000}, &report);
    steps = report.steps;
    return graph;
  });
  constexpr std::uint64_t kBytesAVertex = sizeof(EdgeIndex) + 2;
  constexpr std::uint64_t kBytesAnEdge = 200;
  EXPECT_LE(peak, kBytesAVertex * owners.size(world.rank()) + kBytesAnEdge * parameters.num_edges +
                      kSmallArrays);
}

TEST(Graph1dMemory, IsRefusedOnAllRanksWhereOneHasTooLittle) {
  const auto& world = test_world();
  const RmatParameters parameters{.scale = 14};
  const auto source = make_source(parameters, world.rank(), world.size());
  const OwnerMap owners = OwnerMap::block(source->num_vertices(), world.size());
  // The last rank cannot hold its arcs as rows, the only array that is so long.
  const std::uint64_t arcs = 2 * generated_size(parameters).num_edges;
  if (world.rank() == world.size() - 1) {
    test::refuse_arrays_from(arcs / static_cast<std::uint64_t>(world.size()) * 2);
  }
  EXPECT_THROW((void)build_graph_1d(world, *source, owners, {.chunk = 500}), MemoryError);
  test::refuse_arrays_from(~std::uint64_t{0});
  EXPECT_NO_THROW((void)build_graph_1d(world, *source, owners, {.chunk = 500}));
}

}  // namespace
}  // namespace strider::detail
