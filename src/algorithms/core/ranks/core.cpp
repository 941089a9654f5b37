// Core numbers on ranks that own rows, as a fixed point (Montresor, De Pellegrini and Miorandi,
// "Distributed k-core decomposition", 2013):
//
//   bound[v] = degree of v
//   until no rank lowers a bound:
//     ghosts take the bounds of their owners
//     while there is a v with fewer than bound[v] edges to vertices of at least that bound:
//       bound[v] = the greatest b for which b edges lead to vertices of a bound of at least b
//
// Invariant: a bound is never below the core number, because those of at least its core number give
// a vertex that many edges. Where none can be lowered, those of at least b are a b-core. So the
// order in which bounds fall does not matter: a rank follows its own vertices to the end before it
// tells others. O(m log d) work a round in the worst case, of the rows that changed in practice.
#include "strider/core.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/workspace.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/traffic_report.hpp"

namespace strider {
namespace detail {
namespace {

class CoreBounds {
 public:
  CoreBounds(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph)
      : graph_(graph), ghosts_(workspace, comm, graph) {
    EdgeIndex most = 0;
    for (Vertex v = 0; v < graph.num_rows(); ++v) most = std::max(most, graph.rows.degree(v));
    workspace.declare("the bounds", bounds_, std::max(graph.local_ids.size(), graph.num_rows()));
    workspace.declare("the vertices to look at", waiting_, graph.num_rows());
    workspace.declare("marks of these", waits_, graph.num_rows());
    workspace.declare("the edges by bound", edges_, most + 1);
  }

  void start() {
    std::ranges::fill(waits_, std::uint8_t{0});
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      const auto row = graph_.rows.neighbors(v);
      const auto loops = graph_.num_self_loops == 0 ? 0 : std::ranges::count(row, v);
      bounds_[v] = static_cast<std::uint32_t>(std::ssize(row) - loops);
    }
  }
  /// Collective.
  void tell_ghosts() {
    ghosts_.broadcast<std::uint32_t>(
        graph_, [&](Vertex v) { return bounds_[v]; },
        [&](Vertex ghost, std::uint32_t bound) { bounds_[ghost] = bound; });
  }
  /// Lowers the bounds of own vertices until none can be lowered. Returns whether one was.
  bool lower_own() {
    for (Vertex v = graph_.num_rows(); v > 0; --v) wait(v - 1);
    bool any = false;
    while (num_waiting_ > 0) {
      const Vertex v = waiting_[--num_waiting_];
      waits_[v] = 0;
      any |= lower(v);
    }
    return any;
  }
  /// The last call: takes the bounds.
  void write(DistCoreResult& result) {
    result.values = Array<std::uint32_t>::copy_of(bounds_.span().first(graph_.num_rows()));
    result.vertices.resize(graph_.num_rows());
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      result.vertices[v] = graph_.global_of(local_vertex(v));
      result.degeneracy = std::max(result.degeneracy, bounds_[v]);
    }
  }

 private:
  void wait(Vertex v) {
    if (std::exchange(waits_[v], std::uint8_t{1}) == 0) waiting_[num_waiting_++] = v;
  }
  bool lower(Vertex v) {
    const std::uint32_t old = bounds_[v];
    const auto row = graph_.rows.neighbors(v);
    const auto is_enough = [&](Vertex u) { return u != v && bounds_[u] >= old; };
    if (std::ranges::count_if(row, is_enough) >= old) return false;
    std::fill_n(edges_.begin(), old + 1, 0U);
    for (const Vertex u : row) {
      if (u != v) ++edges_[std::min(bounds_[u], old)];
    }
    std::uint32_t bound = old;
    for (std::uint32_t edges = edges_[old]; edges < bound; edges += edges_[bound]) --bound;
    bounds_[v] = bound;
    for (const Vertex u : row) {
      // It loses an edge to v only if v was enough for it before.
      if (u < graph_.num_rows() && bounds_[u] > bound && bounds_[u] <= old) wait(u);
    }
    return true;
  }

  const Graph1d& graph_;
  GhostMap ghosts_;
  Array<std::uint32_t> bounds_;  ///< by local id
  Array<Vertex> waiting_;
  std::size_t num_waiting_ = 0;
  Array<std::uint8_t> waits_;   ///< by own vertex: whether it is in `waiting_`
  Array<std::uint32_t> edges_;  ///< by bound: of one vertex
};

}  // namespace
}  // namespace detail

DistCoreResult core_numbers(const DistGraph& graph, const CoreOptions& /*options*/) {
  using namespace detail;
  const comm::Communicator& comm = graph.state()->comm();
  Workspace workspace;
  std::optional<CoreBounds> bounds;
  comm::try_on_all_ranks(comm, [&] {
    bounds.emplace(workspace, comm,
                   require_rows(*graph.state(), "core numbers", "need", RowsOf::kUndirectedGraph));
  });
  take_on_all_ranks(comm, workspace, "core numbers", {});
  DistCoreResult result;
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    bounds->start();
    std::uint32_t lowered = 1;
    while (lowered != 0) {
      bounds->tell_ghosts();
      lowered = comm.all_reduce<std::uint32_t>(bounds->lower_own() ? 1 : 0, comm::Reduction::kMax);
    }
    comm::try_on_all_ranks(comm, [&] { bounds->write(result); });
    result.degeneracy = comm.all_reduce(result.degeneracy, comm::Reduction::kMax);
  });
  return result;
}

}  // namespace strider
