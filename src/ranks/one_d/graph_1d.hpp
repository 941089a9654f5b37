// Building the graph of rows_1d.hpp from the edges that ranks read.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/one_d/rows_1d.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

template <EdgeWeight W>
struct WeightedGraph1d {
  Graph1d topology;
  /// weights[i] belongs to topology.rows.targets()[i].
  SharedArray<W> weights;

  [[nodiscard]] std::span<const W> weights_of(LocalVertex vertex) const {
    const auto& offsets = topology.rows.offsets();
    return weights.span().subspan(offsets[index(vertex)], topology.rows.degree(index(vertex)));
  }
};

struct DistBuildOptions {
  SelfLoops self_loops = SelfLoops::kRemove;
  Duplicates duplicates = Duplicates::kRemove;
  Graph1d::RowEnd row_end = Graph1d::RowEnd::kSource;
  int threads = 1;  ///< of each rank
  /// Edges read at a time; 0: as many as redistribute() chooses.
  std::uint64_t chunk = 0;
  /// What counts as a node, as in RedistributeSettings.
  int ranks_per_node = 0;
};

/// What building found, as BuildReport of one machine, over all ranks; and the memory of this rank.
struct DistBuildReport {
  std::uint64_t edges_listed = 0;
  std::uint64_t self_loops = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t isolated = 0;
  double seconds = 0;  ///< of the slowest rank
  std::vector<MemoryStep> steps;
};

/// Builds the graph of all ranks' slices; weights are ignored. Every edge is sent to the owner of
/// its row, for an undirected edge to the owners of both ends; the rows and their counts are those
/// that build_graph gives of the whole list. Precondition: owners.num_ranks() is comm.size().
/// Throws on all ranks: UsageError where an end is no vertex, where a weight is not a number, or
/// where a rank has more than 2^32 local ids; MemoryError where the memory predicted is not there;
/// what the source throws. O(edges / ranks) work and memory where edges are spread evenly.
/// Collective.
[[nodiscard]] Graph1d build_graph_1d(const comm::Communicator& comm, const EdgeSource& source,
                                     const OwnerMap& owners, const DistBuildOptions& options = {},
                                     DistBuildReport* report = nullptr);
/// With the source's weights; of duplicates removed, the smallest stays. Where the source has no
/// weights, every edge weighs 1. Throws UsageError also where they are of another type than W.
template <EdgeWeight W>
[[nodiscard]] WeightedGraph1d<W> build_weighted_graph_1d(const comm::Communicator& comm,
                                                         const EdgeSource& source,
                                                         const OwnerMap& owners,
                                                         const DistBuildOptions& options = {},
                                                         DistBuildReport* report = nullptr);
extern template WeightedGraph1d<float> build_weighted_graph_1d(const comm::Communicator&,
                                                               const EdgeSource&, const OwnerMap&,
                                                               const DistBuildOptions&,
                                                               DistBuildReport*);
extern template WeightedGraph1d<double> build_weighted_graph_1d(const comm::Communicator&,
                                                                const EdgeSource&, const OwnerMap&,
                                                                const DistBuildOptions&,
                                                                DistBuildReport*);
extern template WeightedGraph1d<std::uint32_t> build_weighted_graph_1d(const comm::Communicator&,
                                                                       const EdgeSource&,
                                                                       const OwnerMap&,
                                                                       const DistBuildOptions&,
                                                                       DistBuildReport*);

/// The degree of every local id's vertex, capped at 2^32 - 1; 0 for local ids that stand for
/// nothing. Of the rows that its owner holds. One exchange. Collective.
[[nodiscard]] Array<std::uint32_t> degrees_by_local_id(const comm::Communicator& comm,
                                                       const Graph1d& graph);

}  // namespace strider::detail
