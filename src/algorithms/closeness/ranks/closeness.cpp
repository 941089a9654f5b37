// Closeness on ranks that own rows: batches of sources, which distance_sums.hpp adds up.
#include <algorithm>
#include <optional>
#include <vector>

#include "algorithms/closeness/distance_sums.hpp"
#include "base/count_ones.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/one_d/batched_bfs.hpp"
#include "ranks/results/traffic_report.hpp"

namespace strider {
namespace detail {
namespace {

class SearchOnRanks {
 public:
  SearchOnRanks(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
                const DistanceSums& sums, int threads)
      : graph_(graph), sums_(sums), bfs_(workspace, comm, graph, threads) {
    workspace.declare("the vertices reached", reached_, graph.num_rows());
    workspace.declare("the sums of distances", weights_, graph.num_rows());
    workspace.when_taken([this] {
      std::ranges::fill(reached_, 0U);
      std::ranges::fill(weights_, std::uint64_t{0});
    });
  }

  /// Adds the distances from up to kSources sources. Collective.
  void add(std::span<const GlobalVertex> sources) {
    bfs_.search(sources, [&](Vertex v, std::uint64_t searches, Level level) {
      const auto found = count_ones(searches);
      reached_[v] += found;
      weights_[v] += found * sums_.weight(level);
    });
  }

  /// The last call: takes no more. Throws MemoryError on this rank only.
  void write(std::span<const GlobalVertex> drawn, DistClosenessResult& result) {
    result.vertices.resize(graph_.num_rows());
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      const GlobalVertex vertex = graph_.global_of(local_vertex(v));
      result.vertices[v] = vertex;
      result.values[v] =
          sums_.score(weights_[v], reached_[v], std::ranges::binary_search(drawn, vertex));
    }
  }

 private:
  const Graph1d& graph_;
  const DistanceSums& sums_;
  BatchedBfsOnRanks bfs_;
  Array<std::uint32_t> reached_;
  Array<std::uint64_t> weights_;
};

/// All vertices, or those that were drawn, in batches. Collective.
void add_all(SearchOnRanks& search, const comm::Communicator& comm, const DistanceSums& sums,
             std::span<const GlobalVertex> drawn, const ClosenessOptions& options) {
  std::vector<GlobalVertex> batch;
  for (std::uint64_t first = 0; first < sums.num_sources(); first += BatchedBfsOnRanks::kSources) {
    const std::uint64_t size =
        std::min<std::uint64_t>(BatchedBfsOnRanks::kSources, sums.num_sources() - first);
    comm::try_on_all_ranks(comm, [&] {
      batch.clear();
      for (std::uint64_t i = first; i < first + size; ++i) {
        batch.push_back(drawn.empty() ? i : drawn[i]);
      }
    });
    search.add(batch);
    comm::try_on_all_ranks(comm, [&] {
      if (options.on_progress) options.on_progress(first + size, sums.num_sources());
    });
  }
}

}  // namespace
}  // namespace detail

DistClosenessResult closeness(const DistGraph& graph, const ClosenessOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  Workspace workspace;
  DistClosenessResult result;
  std::optional<DistanceSums> sums;
  std::optional<SearchOnRanks> search;
  std::vector<GlobalVertex> drawn;
  comm::try_on_all_ranks(comm, [&] {
    const Graph1d& rows = require_rows(state, "closeness", "needs");
    sums.emplace(options, state.num_vertices);
    drawn = sums->draw<GlobalVertex>(options.seed);
    search.emplace(workspace, comm, rows, *sums, threads_of(state, options.threads));
    workspace.declare("the scores", result.values, rows.num_rows());
  });
  take_on_all_ranks(comm, workspace, "closeness", {});
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    add_all(*search, comm, *sums, drawn, options);
    comm::try_on_all_ranks(comm, [&] { search->write(drawn, result); });
  });
  result.num_sources = sums->num_sources();
  result.error = sums->error();
  return result;
}

}  // namespace strider
