// The sides of a bipartite graph that ranks share, as host/bipartition.cpp: one search from the
// least vertices of all components, and a look at every edge. The cycle is walked by all ranks
// together: the owner of a vertex names the next one.
#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/bipartite/odd_cycle.hpp"
#include "base/timer.hpp"
#include "comm/collective_error.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/first_of_all.hpp"
#include "ranks/results/traffic_report.hpp"
#include "strider/bipartite.hpp"
#include "strider/components.hpp"
#include "strider/dist.hpp"

namespace strider {
namespace detail {
namespace {

/// The least vertex of each component, ascending, on all ranks. Collective.
std::vector<GlobalVertex> roots_of(const comm::Communicator& comm,
                                   const DistComponentsResult& found) {
  std::vector<GlobalVertex> own;
  comm::try_on_all_ranks(comm, [&] {
    for (std::size_t i = 0; i < found.vertices.size(); ++i) {
      if (found.values[i] == found.vertices[i]) own.push_back(found.vertices[i]);
    }
  });
  return first_of_all(comm, std::move(own), ~std::size_t{0}, std::less<>());
}

class Sides {
 public:
  Sides(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph)
      : comm_(comm), graph_(graph), ghosts_(workspace, comm, graph) {
    workspace.declare("the levels", levels_, std::max(graph.local_ids.size(), graph.num_rows()));
  }

  /// Takes the levels of own vertices. Collective.
  void set(const DistBfsResult& search) {
    for (Vertex v = 0; v < graph_.num_rows(); ++v) levels_[v] = search.levels()[v];
    ghosts_.broadcast<Level>(
        graph_, [&](Vertex v) { return levels_[v]; },
        [&](Vertex ghost, Level level) { levels_[ghost] = level; });
  }
  /// The least end of an edge between vertices of one level; kNoGlobalVertex if there is none.
  /// Collective.
  [[nodiscard]] GlobalVertex least_odd_end() const {
    GlobalVertex least = kNoGlobalVertex;
    for (Vertex u = 0; u < graph_.num_rows(); ++u) {
      const auto is_odd = [&](Vertex v) { return levels_[v] == levels_[u]; };
      if (std::ranges::any_of(graph_.rows.neighbors(u), is_odd)) least = std::min(least, name(u));
    }
    return comm_.all_reduce(least, comm::Reduction::kMin);
  }
  /// As that of one machine. Collective.
  [[nodiscard]] std::vector<GlobalVertex> odd_cycle(GlobalVertex end) const {
    return detail::odd_cycle(end, level_of(end),
                             [&](GlobalVertex u, Level level) { return least_neighbor(u, level); });
  }
  /// Does not communicate.
  void write(DistBipartition& result) const {
    result.values = Array<std::uint32_t>(graph_.num_rows());
    result.vertices.resize(graph_.num_rows());
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      result.vertices[v] = name(v);
      result.values[v] = levels_[v] % 2;
      result.num_on_side_1 += levels_[v] % 2;
    }
  }

 private:
  [[nodiscard]] GlobalVertex name(Vertex id) const { return graph_.global_of(LocalId{id}); }
  [[nodiscard]] Level level_of(GlobalVertex u) const {
    const OwnedVertex owned = graph_.owners.locate(u);
    const Level mine = owned.rank == graph_.rank ? levels_[index(owned.vertex)] : kUnreached;
    return comm_.all_reduce(mine, comm::Reduction::kMin);
  }
  /// The least neighbour of u on a level, which has one. Collective.
  [[nodiscard]] GlobalVertex least_neighbor(GlobalVertex u, Level level) const {
    GlobalVertex least = kNoGlobalVertex;
    const OwnedVertex owned = graph_.owners.locate(u);
    if (owned.rank == graph_.rank) {
      for (const Vertex v : graph_.rows.neighbors(index(owned.vertex))) {
        if (levels_[v] == level) least = std::min(least, name(v));
      }
    }
    return comm_.all_reduce(least, comm::Reduction::kMin);
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  GhostMap ghosts_;
  Array<Level> levels_;  ///< by local id
};

}  // namespace
}  // namespace detail

DistBipartition bipartition(const DistGraph& graph, const BipartiteOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  Workspace workspace;
  std::optional<Sides> sides;
  int threads = 1;
  comm::try_on_all_ranks(comm, [&] {
    threads = threads_of(state, options.threads);
    sides.emplace(workspace, comm,
                  require_rows(state, "the sides of a graph", "need", RowsOf::kUndirectedGraph));
  });
  take_on_all_ranks(comm, workspace, "the sides of a graph");
  DistBipartition result;
  if (graph.num_vertices() == 0) return result;
  const Timer timer;
  const DistComponentsResult found = components(graph, {.threads = threads});
  const std::vector<GlobalVertex> roots = roots_of(comm, found);
  const DistBfsResult search = DistBfsSolver(graph, {.threads = threads})
                                   .run({.sources = roots, .output = BfsOutput::kLevels});
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    sides->set(search);
    const GlobalVertex end = sides->least_odd_end();
    if (end != kNoGlobalVertex) {
      result.odd_cycle = sides->odd_cycle(end);
    } else {
      comm::try_on_all_ranks(comm, [&] { sides->write(result); });
      result.num_on_side_1 = comm.all_reduce(result.num_on_side_1, comm::Reduction::kSum);
    }
  });
  result.traffic += found.traffic;
  result.traffic += search.traffic();
  result.seconds = comm.all_reduce(timer.seconds(), comm::Reduction::kMax);
  return result;
}

}  // namespace strider
