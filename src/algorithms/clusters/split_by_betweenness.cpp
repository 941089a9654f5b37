// Communities by the betweenness of edges (Girvan and Newman, "Community structure in social and
// biological networks", 2002):
//
//   while there are fewer components than asked for:
//     score every edge by the shortest paths that lead through it
//     take out the edge of the highest score
//
// Only the component of an edge that is taken out has other scores after it; all are computed anew,
// which is as good where one component has most edges.
#include "algorithms/clusters/edge_removal.hpp"
#include "strider/betweenness.hpp"
#include "strider/clusters.hpp"
#include "strider/threads.hpp"

namespace strider {

SplitClusters split_by_betweenness(const Graph& graph, std::uint64_t count, int threads,
                                   const SplitProgress& on_removal) {
  threads = resolve_threads(threads);
  detail::EdgeRemoval removal(graph, count, threads, on_removal);
  while (!removal.is_over()) {
    removal.take_out_highest(betweenness(
        removal.remaining(), {.of = BetweennessOf::kEdges, .run = {.threads = threads}}));
  }
  return std::move(removal).finish();
}

}  // namespace strider
