// What building with delegates and on a grid takes of a rank's memory, against what it predicts and
// reports.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/two_d/weighted_graph_2d.hpp"
#include "strider/error.hpp"
#include "support/directed_source.hpp"
#include "support/mpi_world.hpp"
#include "unit/ranks/memory_testing.hpp"

namespace strider::detail {
namespace {

constexpr RmatParameters kPlain{.scale = 13};
constexpr RmatParameters kWeighted{.scale = 13, .weights = {.kind = WeightKind::kUniformInteger}};

std::unique_ptr<EdgeSource> source_of(const RmatParameters& parameters) {
  return make_source(parameters, test_world().rank(), test_world().size());
}

void expect_delegates_as_predicted(const EdgeSource& plain, const EdgeSource& weighted) {
  const auto& world = test_world();
  // Without a normal vertex, with a few delegates, without any.
  for (const std::uint64_t threshold : {0, 100, 1 << 20}) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(std::to_string(threshold) + ", " + std::to_string(threads) + " threads");
      const GraphDelegateOptions options{.threshold = threshold,
                                         .redistribute = {.threads = threads, .chunk = 1000}};
      expect_as_predicted([&](std::vector<MemoryStep>& steps) {
        GraphDelegate graph = build_graph_delegate(world, plain, options);
        steps = graph.build_steps;
        return graph;
      });
      expect_as_predicted([&](std::vector<MemoryStep>& steps) {
        auto graph = build_weighted_graph_delegate<std::uint32_t>(world, weighted, options);
        steps = graph.graph.build_steps;
        return graph;
      });
    }
  }
}

TEST(GraphDelegateMemory, IsWhatTheStepsSay) {
  expect_delegates_as_predicted(*source_of(kPlain), *source_of(kWeighted));
}
TEST(GraphDelegateMemory, IsWhatTheStepsSayOfADirectedGraph) {
  expect_delegates_as_predicted(test::DirectedSource(source_of(kPlain)),
                                test::DirectedSource(source_of(kWeighted)));
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

void expect_weighted_grids_as_predicted(const EdgeSource& source) {
  const auto& world = test_world();
  for (const Grid grid : {Grid{world.size(), 1}, Grid{1, world.size()}}) {
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(grid_name(grid) + ", " + std::to_string(threads) + " threads");
      expect_as_predicted([&](std::vector<MemoryStep>& steps) {
        auto graph = build_weighted_graph_2d<std::uint32_t>(
            world, source, {.grid = grid, .threads = threads, .chunk = 1000});
        steps = graph.graph.memory;
        return graph;
      });
    }
  }
}

TEST(WeightedGraph2dMemory, IsWhatTheStepsSay) {
  expect_weighted_grids_as_predicted(*source_of(kWeighted));
}
TEST(WeightedGraph2dMemory, IsWhatTheStepsSayOfADirectedGraph) {
  expect_weighted_grids_as_predicted(test::DirectedSource(source_of(kWeighted)));
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

/// The peak of a build is at most so many times what the graph has on the rank. With
/// STRIDER_MEMORY_SCALE in the environment, of a Kronecker graph of that scale, with chunks
/// of the budget and with short ones: prints the most of all ranks, and expects nothing.
class PeakOfBuild {
 public:
  template <class Build>
  void expect_at_most(double bound, const char* name, Build&& build) const {
    if (scale_ != nullptr) measure(bound, name, 0, build);
    // So short that edges on their way take little beside the graph.
    constexpr std::uint64_t kChunks = 32;
    const auto ranks = static_cast<std::uint64_t>(test_world().size());
    measure(bound, name, generated_size(graph({})).num_edges / ranks / kChunks, build);
  }
  [[nodiscard]] KroneckerParameters graph(WeightKind weights) const {
    return {.scale = scale_ != nullptr ? std::atoi(scale_) : 16, .weights = {.kind = weights}};
  }

 private:
  template <class Build>
  void measure(double bound, const char* name, std::uint64_t chunk, Build&& build) const {
    const auto& world = test_world();
    const std::uint64_t before = test::held_array_bytes();
    test::restart_peak();
    const auto graph = build(chunk);
    const std::uint64_t held = test::held_array_bytes() - before;
    const std::uint64_t peak = test::peak_array_bytes() - before;
    const double ratio = static_cast<double>(peak) / static_cast<double>(held);
    if (scale_ == nullptr) {
      EXPECT_LE(ratio, bound) << name;
      return;
    }
    const double most = world.all_reduce(ratio, comm::Reduction::kMax);
    const auto bytes = [&](std::uint64_t mine) {
      return static_cast<double>(world.all_reduce(mine, comm::Reduction::kMax)) / 1e6;
    };
    const double peak_mb = bytes(peak);
    const double held_mb = bytes(held);
    if (world.rank() != 0) return;
    fmt::print("{} ranks, {}, chunks of {}: {:.1f} MB, {:.1f} at the peak, {:.2f}\n", world.size(),
               name, chunk == 0 ? "the budget" : std::to_string(chunk), held_mb, peak_mb, most);
  }

  const char* scale_ = std::getenv("STRIDER_MEMORY_SCALE");
};

TEST(SchemeMemory, PeaksAreSoManyTimesTheGraph) {
  const auto& world = test_world();
  const PeakOfBuild peak;
  const auto plain = make_source(peak.graph(WeightKind::kNone), world.rank(), world.size());
  const auto weighted =
      make_source(peak.graph(WeightKind::kUniformReal), world.rank(), world.size());
  const OwnerMap owners = OwnerMap::block(plain->num_vertices(), world.size());
  peak.expect_at_most(1.65, "1d", [&](std::uint64_t chunk) {
    return build_graph_1d(world, *plain, owners, {.chunk = chunk});
  });
  peak.expect_at_most(1.6, "1d, weights", [&](std::uint64_t chunk) {
    return build_weighted_graph_1d<float>(world, *weighted, owners, {.chunk = chunk});
  });
  peak.expect_at_most(1.75, "2d", [&](std::uint64_t chunk) {
    return build_graph_2d(world, *plain, {.chunk = chunk});
  });
  peak.expect_at_most(1.2, "2d, weights", [&](std::uint64_t chunk) {
    return build_weighted_graph_2d<float>(world, *weighted, {.chunk = chunk});
  });
  peak.expect_at_most(1.75, "delegate", [&](std::uint64_t chunk) {
    return build_graph_delegate(world, *plain, {.redistribute = {.chunk = chunk}});
  });
  peak.expect_at_most(1.65, "delegate, weights", [&](std::uint64_t chunk) {
    return build_weighted_graph_delegate<float>(world, *weighted,
                                                {.redistribute = {.chunk = chunk}});
  });
  const test::DirectedSource directed(
      make_source(peak.graph(WeightKind::kNone), world.rank(), world.size()));
  peak.expect_at_most(1.75, "delegate, directed", [&](std::uint64_t chunk) {
    return build_graph_delegate(world, directed, {.redistribute = {.chunk = chunk}});
  });
}

/// Arrays of two bytes for each arc of the last rank are refused there: all ranks throw.
template <class Build>
void expect_refused_on_all_ranks(const Build& build) {
  const auto& world = test_world();
  const std::uint64_t arcs = 2 * generated_size(kPlain).num_edges;
  if (world.rank() == world.size() - 1) {
    test::refuse_arrays_from(arcs / static_cast<std::uint64_t>(world.size()) * 2);
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
  const auto weighted = source_of(kWeighted);
  expect_refused_on_all_ranks(
      [&] { (void)build_weighted_graph_2d<std::uint32_t>(world, *weighted, {.chunk = 500}); });
}

}  // namespace
}  // namespace strider::detail
