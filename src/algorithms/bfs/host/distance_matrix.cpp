// A matrix of distances: the levels of batches of searches side by side (graph/batched_bfs.hpp).
#include "strider/distance_matrix.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "base/workspace.hpp"
#include "graph/batch_teams.hpp"
#include "graph/batched_bfs.hpp"
#include "graph/sources.hpp"

namespace strider {

DistanceMatrix distances(const Graph& graph, std::span<const Vertex> sources, int threads) {
  using namespace detail;
  const Vertex n = graph.num_vertices();
  threads = resolve_threads(threads);
  require_sources(sources, n);
  const Csr& in = graph.in(threads);
  Workspace one;
  const BatchedBfs measured(one, graph.out(), in, 1);
  const int teams = num_batch_teams(one.host_bytes(), sources.size(), threads);
  DistanceMatrix matrix{sources.size(), n, {}};
  Workspace workspace;
  workspace.declare("the distances", matrix.levels, sources.size() * n);
  std::vector<std::unique_ptr<BatchedBfs>> searches;
  for (int i = 0; i < teams; ++i) {
    searches.push_back(std::make_unique<BatchedBfs>(workspace, graph.out(), in, threads / teams));
  }
  workspace.take("a matrix of distances", HostMemory());
  for_batches(teams, sources, [&](std::size_t team, std::size_t first, auto batch) {
    Level* const rows = matrix.levels.data() + first * n;
    parallel_workers(threads / teams, [&](Worker& worker) {
      worker.for_own_part(batch.size() * n, [&](std::size_t begin, std::size_t end) {
        std::fill(rows + begin, rows + end, kUnreached);
      });
      worker.wait();
      searches[team]->search(worker, batch, [&](Vertex v, const BatchSet& found, Level level) {
        found.for_each([&](Vertex search) { rows[std::size_t{search} * n + v] = level; });
      });
    });
    for (std::size_t i = 0; i < batch.size(); ++i) rows[i * n + batch[i]] = 0;
  });
  return matrix;
}

}  // namespace strider
