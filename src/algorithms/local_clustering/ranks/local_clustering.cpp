// Local clustering on ranks that own rows, as host/local_clustering.cpp:
//
//   lead every edge to its end of higher degree
//   for all v, at its owner:
//     the targets of v go to the owners of all u that lead to v
//   at the owner of u, for all v that came for u:
//     mark the targets of v
//     for all targets w of u: if w is marked, u, v and w are a triangle
//   what triangles add to ghosts goes to their owners
//
// A rank that has u has v and w among its local ids, too, so a target that it does not know is no
// corner of any of its triangles. Each of m edges goes to a rank at most once, as 8 bytes, but for
// rows whose u do not fit in one message, and names its u once, in 4 bytes. The work is that of one
// machine, O(m sqrt(m)) together.
#include "strider/local_clustering.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/local_clustering/coefficients.hpp"
#include "algorithms/local_clustering/marks.hpp"
#include "algorithms/local_clustering/ranks/oriented_rows.hpp"
#include "algorithms/local_clustering/ranks/row_exchange.hpp"
#include "base/atomics.hpp"
#include "base/workspace.hpp"
#include "graph/edge_map.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/traffic_report.hpp"

namespace strider {
namespace detail {
namespace {

class Clustering {
 public:
  Clustering(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
             int threads)
      : comm_(comm),
        graph_(graph),
        threads_(threads),
        ghosts_(workspace, comm, graph),
        edges_(workspace, graph, threads),
        rows_(comm, graph, edges_),
        scratch_(static_cast<std::size_t>(threads)) {
    const Vertex size = std::max(graph.local_ids.size(), graph.num_rows());
    workspace.declare("the links", links_, size);
    workspace.declare("the coefficients", coefficients_, graph.num_rows());
    for (Scratch& of_thread : scratch_) of_thread.marks.declare(workspace, size);
  }

  /// Takes what lies in a second part of the workspace, too. Collective.
  void lead_edges(Workspace& workspace) {
    comm::try_on_all_ranks(comm_, [&] {
      std::ranges::fill(links_, std::uint64_t{0});
      edges_.count_neighbors();
    });
    edges_.tell_ghosts(ghosts_);
    const std::size_t longest_here = comm::try_on_all_ranks(comm_, [&] {
      edges_.declare_targets(workspace);
      return edges_.longest();
    });
    const std::uint64_t longest =
        comm_.all_reduce(std::uint64_t{longest_here}, comm::Reduction::kMax);
    comm::try_on_all_ranks(comm_, [&] {
      rows_.declare(workspace, longest);
      workspace.declare("the rows of a message", begins_, rows_.most_rows());
    });
    take_on_all_ranks(comm_, workspace, "local clustering");
  }

  /// Collective.
  void count_triangles() {
    constexpr std::size_t kRows = 64;
    comm::try_on_all_ranks(comm_, [&] {
      for_each(graph_.num_rows(), kRows,
               [&](std::size_t v, Scratch& mine) { look_at_own(static_cast<Vertex>(v), mine); });
    });
    while (comm_.all_reduce<std::uint8_t>(rows_.has_more() ? 1 : 0, comm::Reduction::kMax) != 0) {
      comm::Attempts attempts;
      rows_.round([&](int rank, std::span<const std::uint32_t> words) {
        attempts.run([&] { look_at_message(rank, words); });
      });
      attempts.throw_on_all_ranks(comm_);
    }
    ghosts_.reduce<std::uint64_t>(
        graph_, [&](Vertex ghost) { return links_[ghost]; },
        [&](Vertex v, std::uint64_t links) { links_[v] += links; });
  }

  /// The last call: takes the coefficients. Returns the sums of this rank.
  ClusteringSums write(DistLocalClusteringResult& result) {
    ClusteringSums sums;
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      result.vertices.push_back(graph_.global_of(local_vertex(v)));
      coefficients_[v] = coefficient(edges_.degree(v), links_[v], Directedness::kUndirected);
      sums.add(coefficients_[v], links_[v]);
    }
    result.values = std::move(coefficients_);
    return sums;
  }

 private:
  struct Scratch {
    Marks marks;
    std::vector<Vertex> targets;
    std::vector<Vertex> sources;
  };

  /// body(i, scratch of the thread) for all i below `size`.
  template <class F>
  void for_each(std::size_t size, std::size_t chunk, const F& body) {
    parallel_workers(threads_, [&](Worker& worker) {
      Scratch& mine = scratch_[static_cast<std::size_t>(worker.member().thread())];
      worker.for_chunks(size, chunk, [&](std::size_t begin, std::size_t end) {
        worker.member().attempt([&] {
          // One at a time: rows may have sqrt(2 m) targets, and as many sources.
          sequential_for(
              begin, end, [&](std::size_t i) { body(i, mine); }, 1);
        });
      });
    });
  }
  /// The triangles of own vertex `v` and its own sources.
  void look_at_own(Vertex v, Scratch& mine) {
    const std::span<const Vertex> targets = edges_.targets(v);
    if (targets.empty()) return;
    mine.sources.clear();
    const std::span<const Vertex> row = graph_.rows.neighbors(v);
    const auto own = std::ranges::lower_bound(row, graph_.num_rows());
    OrientedRows::for_each_once({row.begin(), own}, [&](Vertex u) {
      if (u != v && edges_.leads(u, v)) mine.sources.push_back(u);
    });
    add_triangles(v, targets, mine.sources, mine.marks);
  }
  void look_at_message(int rank, std::span<const std::uint32_t> words) {
    constexpr std::size_t kRows = 8;
    const Vertex first_ghost = graph_.local_ids.range(rank).begin;
    std::size_t num_rows = 0;
    for (std::size_t begin = 0; begin < words.size();) {
      begins_[num_rows++] = static_cast<std::uint32_t>(begin);
      begin += RowInMessage(words.subspan(begin)).size();
    }
    for_each(num_rows, kRows, [&](std::size_t i, Scratch& mine) {
      const RowInMessage row(words.subspan(begins_[i]));
      mine.targets.clear();
      for (std::size_t k = 0; k < row.num_targets(); ++k) {
        if (const auto known = graph_.local_ids.find(row.target(k))) {
          mine.targets.push_back(index(*known));
        }
      }
      add_triangles(first_ghost + row.ghost(), mine.targets, row.sources(), mine.marks);
    });
  }
  /// Adds what the triangles of `v`, one of its targets and one of its sources, which are own
  /// vertices, are to all corners.
  void add_triangles(Vertex v, std::span<const Vertex> targets, std::span<const Vertex> sources,
                     Marks& marks) {
    marks.set(targets);
    std::uint64_t of_v = 0;
    for (const Vertex u : sources) {
      std::uint64_t of_u = 0;
      for (const Vertex w : edges_.targets(u)) {
        if (!marks.has(w)) continue;
        ++of_u;
        ++marks.found[marks.place(w)];
      }
      if (of_u > 0) fetch_add_relaxed(links_[u], of_u);
      of_v += of_u;
    }
    marks.clear(targets);
    if (of_v == 0) return;
    fetch_add_relaxed(links_[v], of_v);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      if (marks.found[i] > 0) fetch_add_relaxed(links_[targets[i]], marks.found[i]);
    }
  }

  const comm::Communicator& comm_;
  const Graph1d& graph_;
  int threads_;
  GhostMap ghosts_;
  OrientedRows edges_;
  RowExchange rows_;
  Array<std::uint64_t> links_;  ///< by local id
  Array<double> coefficients_;  ///< by own vertex
  Array<std::uint32_t> begins_;
  std::vector<Scratch> scratch_;  ///< by thread
};

}  // namespace
}  // namespace detail

DistLocalClusteringResult local_clustering(const DistGraph& graph,
                                           const LocalClusteringOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const std::shared_ptr<const Graph1d> part = state.one_d();
  comm::try_on_all_ranks(state.comm(), [&] {
    require_rows(state, "local clustering", "needs", RowsOf::kUndirectedGraph);
  });
  const comm::Communicator comm = state.comm().duplicate();
  Workspace workspace;
  std::optional<Clustering> clustering;
  comm::try_on_all_ranks(comm, [&] {
    clustering.emplace(workspace, comm, *part, threads_of(state, options.threads));
  });
  take_on_all_ranks(comm, workspace, "local clustering");
  DistLocalClusteringResult result;
  std::vector<ClusteringSums> by_rank;
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    clustering->lead_edges(workspace);
    clustering->count_triangles();
    const ClusteringSums here = comm::try_on_all_ranks(comm, [&] {
      by_rank.resize(static_cast<std::size_t>(comm.size()));
      return clustering->write(result);
    });
    comm.all_gather(here, std::span(by_rank));
  });
  ClusteringSums sums;
  for (const ClusteringSums& of_rank : by_rank) sums.add(of_rank);
  static_cast<LocalClusteringSummary&>(result) =
      sums.summary(part->owners.num_vertices(), Directedness::kUndirected);
  return result;
}

}  // namespace strider
