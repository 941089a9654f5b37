// Distances from many sources on ranks: the levels of batches of searches (one_d/batched_bfs.hpp).
#include "strider/distance_matrix.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>

#include "graph/bitmap.hpp"
#include "graph/sources.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/one_d/batched_bfs.hpp"
#include "ranks/results/traffic_report.hpp"

namespace strider {

DistDistances distances(const DistGraph& graph, std::span<const GlobalVertex> sources,
                        int threads) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const std::shared_ptr<const Graph1d> part = state.one_d();
  Workspace workspace;
  DistDistances result;
  std::optional<BatchedBfsOnRanks> bfs;
  comm::try_on_all_ranks(comm, [&] {
    require_rows(state, "distances from many sources", "need");
    require_sources(sources, state.num_vertices);
    bfs.emplace(workspace, comm, *part, threads_of(state, threads));
    workspace.declare("the distances", result.levels, part->num_rows() * sources.size());
  });
  take_on_all_ranks(comm, workspace, "distances from many sources");
  result.num_sources = sources.size();
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    std::ranges::fill(result.levels, kUnreached);
    for (std::size_t first = 0; first < sources.size(); first += BatchedBfsOnRanks::kSources) {
      const auto batch =
          sources.subspan(first, std::min(BatchedBfsOnRanks::kSources, sources.size() - first));
      const auto level_of = [&](Vertex v, std::size_t search) -> Level& {
        return result.levels[v * sources.size() + first + search];
      };
      bfs->search(batch, [&](Vertex v, std::uint64_t searches, Level level) {
        Bitmap::for_each_bit(searches, 0, [&](Vertex search) { level_of(v, search) = level; });
      });
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const OwnedVertex owned = part->owners.locate(batch[i]);
        if (owned.rank == comm.rank()) level_of(index(owned.vertex), i) = 0;
      }
    }
  });
  comm::try_on_all_ranks(comm, [&] {
    for (Vertex v = 0; v < part->num_rows(); ++v) {
      result.vertices.push_back(part->global_of(local_vertex(v)));
    }
  });
  for (const Level level : result.levels) {
    if (level == kUnreached) continue;
    ++result.num_reached;
    result.num_levels = std::max(result.num_levels, level + 1);
  }
  result.num_reached = comm.all_reduce(result.num_reached, comm::Reduction::kSum);
  result.num_levels = comm.all_reduce(result.num_levels, comm::Reduction::kMax);
  return result;
}

}  // namespace strider
