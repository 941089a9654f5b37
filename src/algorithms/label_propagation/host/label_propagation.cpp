// Label propagation on the threads of a host:
//
//   label(v) = v for all v
//   repeat, for all v at the same time:
//     label(v) = the most frequent label of v's neighbours, the least of several
//
// A vertex whose neighbours all kept their labels keeps its own, so it is not looked at again until
// one of them changes.
#include "strider/label_propagation.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "algorithms/label_propagation/label_counter.hpp"
#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/edge_map.hpp"

namespace strider {
namespace {

using namespace detail;

class Propagation {
  static constexpr std::size_t kRowsTogether = 64;  // between two looks at the stop flag

 public:
  Propagation(const Graph& graph, int threads)
      : threads_(threads), num_vertices_(graph.num_vertices()), rows_{&graph.out()} {
    if (graph.is_directed()) rows_.push_back(&graph.in(threads));
    Workspace workspace;
    workspace.declare("the labels", labels_, num_vertices_);
    workspace.declare("the next labels", next_, num_vertices_);
    workspace.declare("which labels changed", changed_, num_vertices_);
    workspace.declare("which labels change", changes_, num_vertices_);
    workspace.take("label propagation", HostMemory());
    parallel_for(0, num_vertices_, threads_, [&](std::size_t v) {
      labels_[v] = static_cast<Vertex>(v);
      changed_[v] = 1;
    });
  }

  /// Returns how many labels changed.
  std::uint64_t iterate() {
    std::atomic<std::uint64_t> changes = 0;
    parallel_workers(threads_, [&](Worker& worker) {
      LabelCounter<Vertex> counter;
      std::uint64_t mine = 0;
      worker.for_chunks(num_vertices_, kRowsOfChunk, [&](std::size_t begin, std::size_t end) {
        worker.member().attempt([&] {
          const auto look = [&](std::size_t v) {
            next_[v] = next_label(static_cast<Vertex>(v), counter);
            changes_[v] = next_[v] != labels_[v] ? 1 : 0;
            mine += changes_[v];
          };
          sequential_for(begin, end, look, kRowsTogether);
        });
      });
      // relaxed: read once the workers have met.
      changes.fetch_add(mine, std::memory_order_relaxed);
    });
    std::swap(labels_, next_);
    std::swap(changed_, changes_);
    return changes;
  }
  [[nodiscard]] Array<Vertex> take_labels() { return std::move(labels_); }

 private:
  [[nodiscard]] Vertex next_label(Vertex v, LabelCounter<Vertex>& counter) const {
    EdgeIndex degree = 0;
    bool any_changed = false;
    for (const Csr* rows : rows_) {
      const auto neighbors = rows->neighbors(v);
      degree += neighbors.size();
      any_changed =
          any_changed || std::ranges::any_of(neighbors, [&](Vertex u) { return changed_[u] != 0; });
    }
    if (!any_changed) return labels_[v];
    counter.restart(degree);
    for (const Csr* rows : rows_) {
      for (const Vertex u : rows->neighbors(v)) counter.add(labels_[u]);
    }
    return counter.best();
  }

  int threads_;
  Vertex num_vertices_;
  std::vector<const Csr*> rows_;  ///< of a directed graph both
  Array<Vertex> labels_;
  Array<Vertex> next_;
  Array<std::uint8_t> changed_;  ///< in the last iteration
  Array<std::uint8_t> changes_;  ///< in this one
};

}  // namespace

LabelPropagationResult label_propagation(const Graph& graph,
                                         const LabelPropagationOptions& options) {
  Propagation propagation(graph, resolve_threads(options.threads));
  LabelPropagationResult result;
  while (result.iterations < options.iterations) {
    const bool is_over = propagation.iterate() == 0;
    ++result.iterations;
    if (options.on_progress) {
      options.on_progress(result.iterations, is_over ? result.iterations : options.iterations);
    }
    if (is_over) break;
  }
  result.labels = propagation.take_labels();
  return result;
}

}  // namespace strider
