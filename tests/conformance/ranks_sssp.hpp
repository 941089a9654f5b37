// Distributed searches for shortest paths, as the cases of sssp.hpp see them. All ranks run a test.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "algorithms/sssp/ranks/delta_stepping.hpp"
#include "comm/communicator.hpp"
#include "comm/encoding/encoding.hpp"
#include "conformance/sssp.hpp"
#include "ranks/delegate/graph_delegate.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/two_d/weighted_graph_2d.hpp"
#include "strider/error.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/owners.hpp"

namespace strider::test {

/// Makes the engine under test for the graph of `list`, which is whole on every rank and whose
/// weights are of type W: it takes the share that its scheme would have read. Collective.
template <class W>
using DistSsspFactory = std::function<std::unique_ptr<detail::DistSsspEngine<W>>(
    const comm::Communicator& world, const EdgeList& list,
    const detail::DistSsspSettings& settings)>;

/// What a scheme's factory takes besides the graph.
template <class W>
struct PathsTest {
  comm::Encoding encoding = comm::Encoding::kAuto;
  int ranks_per_node = 0;
  /// Nothing: the work of ranks is done by their cores.
  std::optional<detail::PathsOnDevice<W>> device = std::nullopt;

  template <class Graph>
  [[nodiscard]] std::unique_ptr<detail::DistSsspEngine<W>> make(
      const comm::Communicator& world, Graph&& graph, detail::DistSsspSettings settings) const {
    settings.encoding = encoding;
    settings.ranks_per_node = ranks_per_node;
    return detail::make_dist_sssp<W>(world, std::make_shared<const Graph>(std::move(graph)),
                                     settings, device ? &*device : nullptr);
  }
};

template <class W>
DistSsspFactory<W> one_d(Owners owners, const PathsTest<W>& test = {}) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    return test.make(world,
                     detail::build_weighted_graph_1d<W>(
                         world, source, make_owners(owners, list.num_vertices, world.size())),
                     settings);
  };
}

template <class W>
DistSsspFactory<W> delegate(std::optional<std::uint64_t> threshold, const PathsTest<W>& test = {}) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    return test.make(
        world, detail::build_weighted_graph_delegate<W>(world, source, {.threshold = threshold}),
        settings);
  };
}

/// Every grid of so many ranks.
inline std::vector<detail::Grid> grids_of(int ranks) {
  std::vector<detail::Grid> grids;
  for (int rows = 1; rows <= ranks; ++rows) {
    if (ranks % rows == 0) grids.push_back({rows, ranks / rows});
  }
  return grids;
}

template <class W>
DistSsspFactory<W> two_d(detail::Grid grid, std::uint64_t shuffle_seed = 0,
                         const PathsTest<W>& test = {}) {
  return [=](const comm::Communicator& world, const EdgeList& list,
             const detail::DistSsspSettings& settings) {
    const detail::HeldEdges source(list, world.rank(), world.size());
    detail::Graph2dSettings build{.grid = grid, .threads = settings.threads};
    if (shuffle_seed != 0) build.shuffle = detail::Shuffle(list.num_vertices, shuffle_seed);
    return test.make(world, detail::build_weighted_graph_2d<W>(world, source, build), settings);
  };
}

/// What the ranks leave is, put together, right: every vertex has one owner, distances equal the
/// sequential oracle's bit by bit, and the library's validation passes without any tolerance.
template <class W>
[[nodiscard]] SsspMaker<W> on_ranks(const DistSsspFactory<W>& make,
                                    const detail::DistSsspSettings& settings = {});

/// A round costs messages between all ranks, so that deep searches take long on few cores.
inline constexpr Level kMostLevelsOfPaths = 260;
inline constexpr TakenGraphs kAllForPaths{.most_levels = kMostLevelsOfPaths};

/// Searches all shapes, with weights of a mix each.
template <class W>
void ranks_sssp_conforms_on_all_shapes(const SsspMaker<W>& make, const TakenGraphs& taken) {
  sssp_conforms_on_all_shapes<W>(make, {}, taken, 1);
}
template <class W>
void ranks_sssp_conforms_on_random_graphs(const SsspMaker<W>& make, const TakenGraphs& taken,
                                          std::uint64_t graphs = 10) {
  sssp_conforms_on_random_graphs<W>(make, {}, graphs, taken);
}
/// Buckets of any width give the same distances; a width below 0 or not a number is refused.
template <class W>
void ranks_sssp_conforms_with_any_delta(const DistSsspFactory<W>& make);
/// A search within bounds does not go through the whole graph.
template <class W>
void ranks_sssp_ends_early(const DistSsspFactory<W>& make);
/// Negative weights, and those that are not numbers, are refused on all ranks.
template <class W>
void ranks_sssp_refuses_bad_weights(const DistSsspFactory<W>& make);

/// All of the above, by one thread a rank, also where rounds of few messages are sparse, and by two
/// threads that share every round, however small. Graphs of many rounds take long where ranks share
/// cores: more than four search `graphs` random ones.
template <class W>
void ranks_sssp_conforms(const DistSsspFactory<W>& make, const TakenGraphs& taken = kAllForPaths,
                         std::uint64_t graphs = 10) {
  const detail::DistSsspSettings two_threads{.threads = 2, .min_parallel_vertices = 1};
  const bool few_ranks = test_world().size() <= 4;
  const detail::DistSsspSettings sparse{.most_in_rounds = 0};
  for (const detail::DistSsspSettings& settings :
       {detail::DistSsspSettings{}, sparse, two_threads}) {
    const SsspMaker<W> search = on_ranks(make, settings);
    if (few_ranks) ranks_sssp_conforms_on_all_shapes(search, taken);
    ranks_sssp_conforms_on_random_graphs(search, taken, few_ranks ? 10 : graphs);
  }
  if (few_ranks) ranks_sssp_conforms_with_any_delta(make);
  ranks_sssp_ends_early(make);
  ranks_sssp_refuses_bad_weights(make);
}

/// Searches a real graph from two sources, with its own weights or random ones, by one thread a
/// rank and by two. `make(W{})` is the factory for its type of weights.
template <class MakeFactory>
void ranks_sssp_conforms_on_data(const AnyGraph& any, const std::string& name,
                                 const MakeFactory& make) {
  for_own_or_random_weights(
      any, name, [&]<class W>(const WeightedGraph<W>& graph, const std::string& what) {
        const DistSsspFactory<W> engine = make(W{});
        if (has_negative_weight(graph)) {
          EXPECT_THROW((void)engine(test_world(), list_weighted_edges(graph), {}), WeightError);
          return;
        }
        for (const int threads : {1, 2}) {
          const CheckedSearch search =
              on_ranks(engine, {.threads = threads, .min_parallel_vertices = 64})(graph, {});
          for (const Vertex source : {Vertex{0}, graph.topology().num_vertices() / 3}) {
            if (!search(source, what)) return;
          }
        }
      });
}

}  // namespace strider::test
