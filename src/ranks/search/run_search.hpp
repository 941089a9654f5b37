// What a search on ranks is to its callers: run, timed, and what the ranks sent and reached added
// up.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/cluster_state.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/dist.hpp"
#include "strider/error.hpp"

namespace strider::detail {

/// A search's tree, as far as this rank owns its vertices, and what is known of the search.
template <class Tree>
struct SearchRecord {
  std::shared_ptr<Cluster::State> cluster;  // outlives the rest
  OwnerMap owners;
  int rank = 0;
  GlobalVertex source = kNoGlobalParent;
  Tree tree;
  std::uint64_t num_edges_reached = 0;
  double seconds = 0;  ///< of the slowest rank
  DistTraffic traffic;
};

/// Searches `graph` for `query`, a source or more, by `engine`, which has search(query, tree) and
/// owners(), into `record`, whose source is set and whose arrays may come from an earlier search.
/// Throws what the search throws. Collective.
template <class Query, class Engine, class Tree>
void run_query(const DistGraph::State& graph, Engine& engine, const Query& query,
               SearchRecord<Tree>& record) {
  const comm::Communicator& comm = graph.comm();
  record.cluster = graph.cluster;
  record.owners = engine.owners();
  record.rank = comm.rank();
  measure_on_ranks(comm, record, [&] { engine.search(query, record.tree); });
  std::uint64_t ends = 0;
  for (Vertex v = 0; v < record.tree.num_vertices(); ++v) {
    // A product, not a branch: which vertices are reached could not be predicted.
    ends += std::uint64_t{graph.degrees[v]} * (record.tree.is_reached(v) ? 1U : 0U);
  }
  ends = comm.all_reduce(ends, comm::Reduction::kSum);
  record.num_edges_reached = graph.is_directed() ? ends : ends / 2;
}

/// The same from `source`. Also throws UsageError where that is no vertex. Collective.
template <class Engine, class Tree>
void run_search(const DistGraph::State& graph, Engine& engine, GlobalVertex source,
                SearchRecord<Tree>& record) {
  comm::try_on_all_ranks(graph.comm(), [&] {
    if (source >= graph.num_vertices) {
      throw UsageError(fmt::format("source {} is not a vertex; the graph has {} vertices", source,
                                   graph.num_vertices));
    }
  });
  record.source = source;
  run_query(graph, engine, source, record);
}

}  // namespace strider::detail
