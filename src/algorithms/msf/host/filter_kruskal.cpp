// Filter-Kruskal (Osipov, Sanders and Singler, The filter-Kruskal minimum spanning tree algorithm,
// 2009), each of its steps in parallel.
//
//   forest of a few edges: sort them, and join trees by them in their order (Kruskal)
//   forest of more edges:
//     partition them by a pivot into light and heavy ones
//     take the forest of the light edges
//     drop the heavy edges that have both ends in one tree
//     take the forest of the heavy edges that are left
//
// Invariant: when a range of edges is looked at, the trees are those of all edges before it. As
// long as light edges join most vertices, most edges are dropped without being sorted:
// O(m + n log n log(m / n)) work for weights that do not depend on the ends.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "algorithms/msf/engine.hpp"
#include "base/parallel.hpp"
#include "base/parallel_sort.hpp"
#include "base/random.hpp"
#include "base/scan.hpp"
#include "base/stop.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {
namespace {

template <class W>
class FilterKruskal final : public MsfEngine<W> {
 public:
  using Edge = KeyedEdge<WeightKey<W>>;

  FilterKruskal(WeightedGraph<W> graph, const MsfOptions& options)
      : graph_(std::move(graph)), order_(options.objective), threads_(options.threads) {}

  void run(ForestEdges<W>& forest) override {
    const Vertex n = graph_.topology().num_vertices();
    buffers_[0] = collect_edges(graph_, order_, threads_);
    Workspace workspace;
    workspace.declare("a second copy of the edges", buffers_[1], buffers_[0].size());
    workspace.declare("the trees", parents_, n);
    workspace.take("a spanning forest", HostMemory());
    trees_ = ConcurrentDisjointSets(parents_.span());
    trees_.make_singletons(threads_);
    forest.clear(n);
    take_forest({0, 0, buffers_[0].size()}, forest);
    buffers_ = {};
  }

 private:
  // Sorting fewer edges than this costs less than choosing a pivot and partitioning by it saves.
  static constexpr std::size_t kSorted = 1U << 14U;
  static constexpr std::size_t kSample = 255;

  /// Edges [begin, end) of a buffer; that part of the other buffer is free.
  struct Edges {
    std::size_t buffer;
    std::size_t begin;
    std::size_t end;
    [[nodiscard]] std::size_t size() const { return end - begin; }
    [[nodiscard]] std::size_t other() const { return 1 - buffer; }
  };

  [[nodiscard]] std::span<Edge> span_of(std::size_t buffer, const Edges& edges) {
    return buffers_[buffer].span().subspan(edges.begin, edges.size());
  }

  void take_forest(Edges edges, ForestEdges<W>& forest) {
    // A loop for the heavy edges: only light ones deepen the recursion, by half of them at a time.
    for (;;) {
      if (edges.size() <= kSorted) return kruskal(edges, forest);
      const Edge pivot = median_of_sample(edges);
      const std::size_t num_light = keep_stable(
          edges, [&](const Edge& edge) { return !(pivot < edge); }, Rest::kBehind);
      // All copies of one edge, say: no pivot parts them.
      const Edges parted{edges.other(), edges.begin, edges.end};
      if (num_light == edges.size()) return kruskal(parted, forest);
      const Edges light{parted.buffer, parted.begin, parted.begin + num_light};
      const Edges heavy{parted.buffer, light.end, parted.end};
      take_forest(light, forest);
      const std::size_t num_left = keep_stable(
          heavy, [&](const Edge& edge) { return !trees_.known_united(edge.u, edge.v); },
          Rest::kDropped);
      edges = {heavy.other(), heavy.begin, heavy.begin + num_left};
    }
  }

  void kruskal(Edges edges, ForestEdges<W>& forest) {
    const std::span<Edge> sorted = span_of(edges.buffer, edges);
    parallel_sort(sorted, span_of(edges.other(), edges), threads_, std::less<>());
    sequential_for(0, sorted.size(), [&](std::size_t i) {
      if (trees_.unite_plain(sorted[i].u, sorted[i].v)) forest.append(sorted[i]);
    });
  }

  Edge median_of_sample(const Edges& edges) {
    CounterRng rng(edges.begin, edges.end);
    std::array<Edge, kSample> sample;
    for (Edge& edge : sample) edge = buffers_[edges.buffer][edges.begin + rng.below(edges.size())];
    std::nth_element(sample.begin(), sample.begin() + kSample / 2, sample.end());
    return sample[kSample / 2];
  }

  enum class Rest : std::uint8_t { kBehind, kDropped };

  /// Copies the edges that `keep` wants to the front of the other buffer's part, in their order,
  /// and perhaps the others behind them; returns how many are kept. `keep` is asked twice and must
  /// answer the same.
  template <class Keep>
  std::size_t keep_stable(const Edges& edges, Keep keep, Rest rest) {
    const std::span<const Edge> from = span_of(edges.buffer, edges);
    const std::span<Edge> to = span_of(edges.other(), edges);
    const int parts = from.size() < kSorted ? 1 : threads_;
    std::vector<std::size_t> starts(static_cast<std::size_t>(parts), 0);
    parallel_parts(from.size(), parts, [&](Range range, std::size_t part) {
      for (std::size_t i = range.begin; i < range.end; ++i) starts[part] += keep(from[i]) ? 1 : 0;
    });
    const std::size_t kept = exclusive_scan(std::span(starts), 1);
    parallel_parts(from.size(), parts, [&](Range range, std::size_t part) {
      std::size_t front = starts[part];
      std::size_t back = kept + (range.begin - front);
      for (std::size_t i = range.begin; i < range.end; ++i) {
        if (keep(from[i])) {
          to[front++] = from[i];
        } else if (rest == Rest::kBehind) {
          to[back++] = from[i];
        }
      }
    });
    return kept;
  }

  WeightedGraph<W> graph_;
  WeightOrder<W> order_;
  int threads_;
  std::array<Array<Edge>, 2> buffers_;
  Array<Vertex> parents_;
  ConcurrentDisjointSets trees_;
};

}  // namespace

template <class W>
std::unique_ptr<MsfEngine<W>> make_filter_kruskal(WeightedGraph<W> graph,
                                                  const MsfOptions& options) {
  return std::make_unique<FilterKruskal<W>>(std::move(graph), options);
}
template std::unique_ptr<MsfEngine<float>> make_filter_kruskal(WeightedGraph<float>,
                                                               const MsfOptions&);
template std::unique_ptr<MsfEngine<double>> make_filter_kruskal(WeightedGraph<double>,
                                                                const MsfOptions&);
template std::unique_ptr<MsfEngine<std::uint32_t>> make_filter_kruskal(WeightedGraph<std::uint32_t>,
                                                                       const MsfOptions&);

}  // namespace strider::detail
