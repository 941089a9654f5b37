// Label propagation on ranks that own rows, as host/label_propagation.cpp: before an iteration,
// ghosts take the labels of their owners, 8 bytes each.
#include "strider/label_propagation.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/label_propagation/label_counter.hpp"
#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "ranks/facade/dist_graph.hpp"
#include "ranks/facade/require_rows.hpp"
#include "ranks/halo.hpp"
#include "ranks/memory/take_on_all_ranks.hpp"
#include "ranks/results/label_counts.hpp"
#include "ranks/results/traffic_report.hpp"

namespace strider {
namespace detail {
namespace {

class Propagation {
 public:
  Propagation(Workspace& workspace, const comm::Communicator& comm, const Graph1d& graph,
              int threads)
      : graph_(graph), threads_(threads), ghosts_(workspace, comm, graph) {
    workspace.declare("the labels", labels_, std::max(graph.local_ids.size(), graph.num_rows()));
    workspace.declare("the next labels", next_, graph.num_rows());
  }

  void start() {
    for (Vertex v = 0; v < graph_.num_rows(); ++v) labels_[v] = name(v);
  }
  /// Collective.
  void tell_ghosts() {
    ghosts_.broadcast<GlobalVertex>(
        graph_, [&](Vertex v) { return labels_[v]; },
        [&](Vertex ghost, GlobalVertex label) { labels_[ghost] = label; });
  }
  /// Returns how many labels of own vertices changed.
  std::uint64_t iterate() {
    std::uint64_t changes = 0;
    parallel_chunks(graph_.num_rows(), threads_, [&](std::size_t begin, std::size_t end, int) {
      LabelCounter<GlobalVertex> counter;
      std::uint64_t mine = 0;
      constexpr std::size_t kRowsTogether = 64;  // between two looks at the stop flag
      const auto look = [&](std::size_t v) {
        next_[v] = next_label(static_cast<Vertex>(v), counter);
        mine += next_[v] != labels_[v] ? 1 : 0;
      };
      sequential_for(begin, end, look, kRowsTogether);
      fetch_add_relaxed(changes, mine);  // read once all threads are done
    });
    std::ranges::copy(next_, labels_.begin());
    return changes;
  }
  /// The last call: takes the labels.
  void write(DistLabelPropagationResult& result) {
    result.values = std::move(next_);
    for (Vertex v = 0; v < graph_.num_rows(); ++v) {
      result.vertices.push_back(name(v));
      result.values[v] = labels_[v];
    }
  }

 private:
  [[nodiscard]] GlobalVertex name(Vertex v) const { return graph_.global_of(local_vertex(v)); }
  [[nodiscard]] GlobalVertex next_label(Vertex v, LabelCounter<GlobalVertex>& counter) const {
    const auto neighbors = graph_.rows.neighbors(v);
    if (neighbors.empty()) return labels_[v];
    counter.restart(neighbors.size());
    for (const Vertex u : neighbors) counter.add(labels_[u]);
    return counter.best();
  }

  const Graph1d& graph_;
  int threads_;
  GhostMap ghosts_;
  Array<GlobalVertex> labels_;  ///< by local id
  Array<GlobalVertex> next_;    ///< by own vertex
};

}  // namespace
}  // namespace detail

DistLabelPropagationResult label_propagation(const DistGraph& graph,
                                             const LabelPropagationOptions& options) {
  using namespace detail;
  const DistGraph::State& state = *graph.state();
  const comm::Communicator& comm = state.comm();
  const std::shared_ptr<const Graph1d> part = state.one_d();
  Workspace workspace;
  std::optional<Propagation> propagation;
  comm::try_on_all_ranks(comm, [&] {
    propagation.emplace(workspace, comm,
                        require_rows(state, "label propagation", "needs", RowsOf::kUndirectedGraph),
                        threads_of(state, options.threads));
  });
  take_on_all_ranks(comm, workspace, "label propagation");
  DistLabelPropagationResult result;
  measure_on_ranks(comm, result, [&] {
    const comm::PhaseScope phase(comm.traffic(), comm::Phase::kExchange);
    propagation->start();
    for (std::uint64_t changes = 1; changes > 0 && result.iterations < options.iterations;) {
      ++result.iterations;
      propagation->tell_ghosts();
      changes = comm::try_on_all_ranks(comm, [&] { return propagation->iterate(); });
      changes = comm.all_reduce(changes, comm::Reduction::kSum);
      if (options.on_progress) {
        options.on_progress(result.iterations,
                            changes > 0 ? options.iterations : result.iterations);
      }
    }
    comm::try_on_all_ranks(comm, [&] { propagation->write(result); });
    for (const std::uint64_t count : count_labels(comm, part->owners, result.values.span())) {
      result.num_communities += count > 0 ? 1 : 0;
    }
    result.num_communities = comm.all_reduce(result.num_communities, comm::Reduction::kSum);
  });
  return result;
}

}  // namespace strider
