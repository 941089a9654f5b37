#include "algorithms/diameter/host/all_searches.hpp"

#include <algorithm>

#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/batched_bfs.hpp"

namespace strider::detail {

DiameterFacts<Level> search_all(const Graph& graph, std::span<const Vertex> members,
                                const BoundArrays<Level>& bounds, const DiameterOptions& options,
                                int threads) {
  Workspace workspace;
  BatchedBfs batches(workspace, graph.in(threads), graph.out(), threads);
  workspace.take("the diameter", HostMemory());
  const std::span<Level> eccentricities = bounds.upper;
  for (const Vertex v : members) eccentricities[v] = 0;
  DiameterFacts<Level> facts;
  while (facts.searches < members.size()) {
    throw_if_stopped();
    const std::span<const Vertex> sources = members.subspan(
        facts.searches, std::min(BatchedBfs::kSources, members.size() - facts.searches));
    parallel_workers(threads, [&](Worker& worker) {
      batches.search(worker, sources, [&](Vertex v, const BatchSet&, Level level) {
        eccentricities[v] = std::max(eccentricities[v], level);
      });
    });
    facts.searches += sources.size();
    if (options.on_search) options.on_search(facts.searches, members.size() - facts.searches);
  }
  for (const Vertex v : members) bounds.lower[v] = eccentricities[v];
  const auto of = [&](Vertex v) { return eccentricities[v]; };
  const Vertex end = *std::ranges::max_element(members, {}, of);
  const Vertex center = *std::ranges::min_element(members, {}, of);
  facts.diameter = facts.diameter_bound = of(end);
  facts.radius = facts.radius_bound = of(center);
  facts.ends[0] = end;
  facts.center = center;
  facts.num_vertices = members.size();
  facts.sources.assign(members.begin(), members.end());
  return facts;
}

}  // namespace strider::detail
