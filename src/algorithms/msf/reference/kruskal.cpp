// Kruskal's method: the oracle that every other one is held against (Kruskal, On the shortest
// spanning subtree of a graph and the traveling salesman problem, 1956).
//
//   for each edge {u, v} in the order of (weight, smaller end, larger end):
//     if u and v are in different trees: the edge joins them
//
// Invariant: the edges taken are the forest of those looked at. Sequential, O(m log m) work.
#include <algorithm>
#include <utility>

#include "algorithms/msf/engine.hpp"
#include "base/parallel_sort.hpp"
#include "base/stop.hpp"
#include "graph/union_find.hpp"

namespace strider::detail {
namespace {

template <class W>
class Kruskal final : public MsfEngine<W> {
 public:
  Kruskal(WeightedGraph<W> graph, const MsfOptions& options)
      : graph_(std::move(graph)), order_(options.objective) {}

  void run(ForestEdges<W>& forest) override {
    const Vertex n = graph_.topology().num_vertices();
    auto edges = collect_edges(graph_, order_, 1);
    sort_in_parts(edges.span(), std::less<>());
    Array<Vertex> parents(n);
    DisjointSets trees(parents.span());
    trees.make_singletons();
    forest.clear(n);
    sequential_for(0, edges.size(), [&](std::size_t i) {
      if (trees.unite(edges[i].u, edges[i].v)) forest.append(edges[i]);
    });
  }

 private:
  WeightedGraph<W> graph_;
  WeightOrder<W> order_;
};

}  // namespace

template <class W>
std::unique_ptr<MsfEngine<W>> make_kruskal(WeightedGraph<W> graph, const MsfOptions& options) {
  return std::make_unique<Kruskal<W>>(std::move(graph), options);
}
template std::unique_ptr<MsfEngine<float>> make_kruskal(WeightedGraph<float>, const MsfOptions&);
template std::unique_ptr<MsfEngine<double>> make_kruskal(WeightedGraph<double>, const MsfOptions&);
template std::unique_ptr<MsfEngine<std::uint32_t>> make_kruskal(WeightedGraph<std::uint32_t>,
                                                                const MsfOptions&);

}  // namespace strider::detail
