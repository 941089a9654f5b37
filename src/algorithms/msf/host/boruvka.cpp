// Borůvka's method, all fragments at once (Borůvka 1926; in parallel as Chung and Condon 1996 and
// Bader and Cong 2006 have it, with the union-find of Jayanti and Tarjan 2021 for the hooking).
//
//   every vertex is a fragment
//   while edges are left:
//     for each edge, in parallel:
//       drop it if both ends are in one fragment, else make it a candidate of both fragments
//     for each fragment, in parallel: hook it to another by its first candidate
//     for each vertex, in parallel: shortcut its path to the root of its fragment
//
// Invariant: every edge taken is the first to leave some fragment, so it is in the forest (the cut
// property). The order of edges has no ties, so that the edges of a round close no cycle but the
// one of two fragments whose first candidate is the same edge, which is taken once. A round leaves
// at most half of the fragments that have edges: O((n + m) log n) work, O(log n) rounds.
#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

#include "algorithms/msf/engine.hpp"
#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {
namespace {

template <class W>
class Boruvka final : public MsfEngine<W> {
 public:
  Boruvka(WeightedGraph<W> graph, const MsfOptions& options)
      : graph_(std::move(graph)), order_(options.objective), threads_(options.threads) {}

  void run(ForestEdges<W>& forest) override {
    const Vertex n = graph_.topology().num_vertices();
    edges_ = collect_edges(graph_, order_, threads_);
    Workspace workspace;
    workspace.declare("their parents", parents_, n);
    workspace.declare("their first edges", first_edges_, n);
    workspace.take("the fragments", HostMemory());
    fragments_ = ConcurrentDisjointSets(parents_.span());
    fragments_.make_singletons(threads_);
    parallel_for(0, n, threads_, [&](std::size_t v) { first_edges_[v] = kNoEdge; });
    forest.clear(n);
    forest_size_.store(0, std::memory_order_relaxed);

    make_parts();
    while (drop_or_add_candidates() > 0) {
      hook(forest);
      shortcut();
    }
    forest.count = forest_size_.load(std::memory_order_relaxed);
    edges_ = {};
  }

 private:
  static constexpr EdgeIndex kNoEdge = ~EdgeIndex{0};

  /// Edges [begin, end) of edges_, of which those left are moved to the front.
  struct Part {
    std::size_t begin;
    std::size_t end;
  };

  void make_parts() {
    parts_.clear();
    const int count = 16 * threads_;
    for (int part = 0; part < count; ++part) {
      const Range range = static_chunk(edges_.size(), part, count);
      parts_.push_back({range.begin, range.end});
    }
  }

  /// Returns the number of edges left.
  std::size_t drop_or_add_candidates() {
    std::atomic<std::size_t> left{0};
    parallel_for(
        0, parts_.size(), threads_,
        [&](std::size_t index) {
          Part& part = parts_[index];
          std::size_t kept = part.begin;
          sequential_for(part.begin, part.end, [&](std::size_t i) {
            const Vertex u = fragments_.find(edges_[i].u);
            const Vertex v = fragments_.find(edges_[i].v);
            if (u == v) return;
            edges_[kept] = edges_[i];
            add_candidate(u, kept);
            add_candidate(v, kept);
            ++kept;
          });
          part.end = kept;
          left.fetch_add(kept - part.begin, std::memory_order_relaxed);
        },
        1);
    return left.load(std::memory_order_relaxed);
  }

  void add_candidate(Vertex fragment, EdgeIndex edge) {
    const std::atomic_ref first(first_edges_[fragment]);
    // Acquire and release: who finds the number of an edge reads the edge, which another thread may
    // have moved there.
    EdgeIndex current = first.load(std::memory_order_acquire);
    while (current == kNoEdge || edges_[edge] < edges_[current]) {
      if (first.compare_exchange_weak(current, edge, std::memory_order_acq_rel,
                                      std::memory_order_acquire)) {
        return;
      }
    }
  }

  void hook(ForestEdges<W>& forest) {
    parallel_for(0, first_edges_.size(), threads_, [&](std::size_t fragment) {
      const EdgeIndex first = std::exchange(first_edges_[fragment], kNoEdge);
      if (first == kNoEdge) return;
      const auto& edge = edges_[first];
      if (!fragments_.unite(edge.u, edge.v)) return;
      forest.edges[forest_size_.fetch_add(1, std::memory_order_relaxed)] = edge;
    });
  }

  void shortcut() {
    parallel_for(0, parents_.size(), threads_, [&](std::size_t v) {
      store_relaxed(parents_[v], fragments_.find(static_cast<Vertex>(v)));
    });
  }

  WeightedGraph<W> graph_;
  WeightOrder<W> order_;
  int threads_;
  Array<KeyedEdge<WeightKey<W>>> edges_;
  std::vector<Part> parts_;
  Array<Vertex> parents_;
  ConcurrentDisjointSets fragments_;
  Array<EdgeIndex> first_edges_;  // by the root of a fragment
  std::atomic<std::size_t> forest_size_{0};
};

}  // namespace

template <class W>
std::unique_ptr<MsfEngine<W>> make_boruvka(WeightedGraph<W> graph, const MsfOptions& options) {
  return std::make_unique<Boruvka<W>>(std::move(graph), options);
}
template std::unique_ptr<MsfEngine<float>> make_boruvka(WeightedGraph<float>, const MsfOptions&);
template std::unique_ptr<MsfEngine<double>> make_boruvka(WeightedGraph<double>, const MsfOptions&);
template std::unique_ptr<MsfEngine<std::uint32_t>> make_boruvka(WeightedGraph<std::uint32_t>,
                                                                const MsfOptions&);

}  // namespace strider::detail
