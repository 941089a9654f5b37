// A graph of which every rank holds the adjacency of its own vertices: distribution in one
// dimension (Pan, Pearce and Owens call it 1D; Buluc and Madduri 2011, section 3.1).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/communicator.hpp"
#include "partition/owner_map.hpp"
#include "ranks/edges/edge_source.hpp"
#include "ranks/memory/memory_steps.hpp"
#include "ranks/one_d/local_ids.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// One rank's part. Copies share storage.
///
/// Row v is the adjacency of the vertex that the rank calls v; its entries are local ids (see
/// LocalIds), ascending: the rank's own vertices come first and are called in local ids as in rows.
/// An undirected edge stands in the rows of both ends, a self-loop once.
struct Graph1d {
  OwnerMap owners;
  int rank = 0;
  Directedness directedness = Directedness::kUndirected;
  /// Which end of a directed edge is the row; the other is named by its local id.
  enum class RowEnd : std::uint8_t { kSource, kTarget };
  RowEnd row_end = RowEnd::kSource;

  /// By own vertex. Its "vertices" are LocalVertex, its targets LocalId.
  Csr rows;
  LocalIds local_ids;
  /// By rank: which own vertices have local ids there.
  std::vector<Subscriber> subscribers;

  // Of all ranks together:
  EdgeIndex num_edges = 0;  ///< undirected edges once
  EdgeIndex num_arcs = 0;
  EdgeIndex num_self_loops = 0;

  [[nodiscard]] std::uint32_t num_rows() const { return owners.size(rank); }
  [[nodiscard]] int owner_of(LocalId local_id) const { return local_ids.owner_of(local_id); }
  [[nodiscard]] LocalVertex local_of(LocalId local_id) const {
    return local_ids.local_of(local_id);
  }
  /// The vertex as the input numbers it.
  [[nodiscard]] GlobalVertex global_of(LocalId local_id) const {
    return owners.global(local_ids.locate(local_id));
  }
  [[nodiscard]] GlobalVertex global_of(LocalVertex vertex) const {
    return owners.global(rank, vertex);
  }
};

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
