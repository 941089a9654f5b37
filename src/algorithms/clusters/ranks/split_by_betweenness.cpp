// Communities by the betweenness of edges on ranks, as split_by_betweenness.cpp: every rank holds
// the graph, which is small where so many searches end, and takes out the same edges. The ranks
// share the sources of a round, and all of them have its scores, those of one machine.
#include <optional>

#include "algorithms/clusters/edge_removal.hpp"
#include "comm/collective_error.hpp"
#include "partition/owner_map.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/one_d/whole_graph.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/clusters.hpp"
#include "strider/dist_bc.hpp"
#include "strider/error.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace detail {
namespace {

SplitClusters split(const DistGraph& graph, std::uint64_t count, int threads,
                    const SplitProgress& on_removal) {
  const comm::Communicator& comm = graph.state()->comm();
  const Graph whole = gather_whole_graph(comm, *graph.state()->one_d(), threads);
  std::optional<EdgeRemoval> removal;
  comm::try_on_all_ranks(comm, [&] { removal.emplace(whole, count, threads, on_removal); });
  while (!removal->is_over()) {
    BetweennessResult scored =
        betweenness_of_whole(graph, removal->remaining(), BetweennessOf::kEdges, threads);
    comm::try_on_all_ranks(comm, [&] { removal->take_out_highest(std::move(scored)); });
  }
  return comm::try_on_all_ranks(comm, [&] { return std::move(*removal).finish(); });
}

}  // namespace
}  // namespace detail

DistSplitClusters split_by_betweenness(const DistGraph& graph, std::uint64_t count, int threads,
                                       const SplitProgress& on_removal) {
  const comm::Communicator& comm = graph.state()->comm();
  comm::try_on_all_ranks(comm, [&] {
    threads = resolve_threads(threads);
    if (graph.scheme() != PartitionScheme::k1d) {
      throw UsageError("clusters by betweenness need the partition 1d");
    }
  });
  DistSplitClusters result;
  detail::measure_on_ranks(comm, result, [&] {
    SplitClusters found = detail::split(graph, count, threads, on_removal);
    comm::try_on_all_ranks(comm, [&] {
      const auto owners = detail::OwnerMap::block(graph.num_vertices(), comm.size());
      result.values = Array<GlobalVertex>(owners.size(comm.rank()));
      for (std::uint32_t i = 0; i < result.values.size(); ++i) {
        const GlobalVertex v = owners.global(comm.rank(), detail::local_vertex(i));
        result.vertices.push_back(v);
        result.values[i] = found.labels()[v];
      }
      result.sizes = found.sizes();
      result.splits = std::move(found.splits);
    });
  });
  return result;
}

}  // namespace strider
