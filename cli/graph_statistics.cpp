#include "graph_statistics.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

namespace strider::cli {
namespace {

class UnionFind {
 public:
  explicit UnionFind(Vertex size) : parent_(size) {
    std::iota(parent_.begin(), parent_.end(), Vertex{0});
  }

  Vertex root(Vertex v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }

  // The smaller number becomes the root: no ranks to keep, and paths stay short by halving.
  void unite(Vertex u, Vertex v) {
    u = root(u);
    v = root(v);
    if (u != v) parent_[std::max(u, v)] = std::min(u, v);
  }

 private:
  std::vector<Vertex> parent_;
};

/// The root that most of a sample of vertices have.
Vertex most_frequent_root(UnionFind& sets, Vertex num_vertices) {
  constexpr Vertex kSamples = 1024;
  const Vertex step = std::max<Vertex>(1, num_vertices / kSamples);
  std::vector<Vertex> roots;
  for (std::uint64_t v = 0; v < num_vertices; v += step) {
    roots.push_back(sets.root(static_cast<Vertex>(v)));
  }
  std::sort(roots.begin(), roots.end());
  Vertex best = roots.front();
  std::ptrdiff_t best_count = 0;
  for (auto first = roots.begin(); first != roots.end();) {
    const auto last = std::upper_bound(first, roots.end(), *first);
    if (last - first > best_count) {
      best_count = last - first;
      best = *first;
    }
    first = last;
  }
  return best;
}

UnionFind connect(const Graph& graph) {
  constexpr std::size_t kSampledEdges = 2;
  const Vertex n = graph.num_vertices();
  UnionFind sets(n);
  for (Vertex v = 0; v < n; ++v) {
    const auto neighbors = graph.out().neighbors(v);
    for (const Vertex u : neighbors.first(std::min(kSampledEdges, neighbors.size()))) {
      sets.unite(v, u);
    }
  }
  // An edge of an undirected graph is seen from its other end; a directed one only from its source.
  const Vertex skipped = graph.is_directed() ? kNoVertex : most_frequent_root(sets, n);
  for (Vertex v = 0; v < n; ++v) {
    const auto neighbors = graph.out().neighbors(v);
    if (neighbors.size() <= kSampledEdges || sets.root(v) == skipped) continue;
    for (const Vertex u : neighbors.subspan(kSampledEdges)) sets.unite(v, u);
  }
  return sets;
}

std::uint64_t csr_bytes(const Csr& csr) {
  return csr.offsets().span().size_bytes() + csr.targets().span().size_bytes();
}

}  // namespace

DegreeStatistics degree_statistics(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  if (n == 0) return {};
  std::vector<std::uint64_t> degrees(n);
  for (Vertex v = 0; v < n; ++v) degrees[v] = graph.out().degree(v);
  const auto percentile = [&](std::uint64_t percent) {
    const auto place = static_cast<std::ptrdiff_t>((n - 1ULL) * percent / 100);
    std::nth_element(degrees.begin(), degrees.begin() + place, degrees.end());
    return degrees[static_cast<std::size_t>(place)];
  };
  DegreeStatistics statistics;
  statistics.min = percentile(0);
  statistics.median = percentile(50);
  statistics.percentile90 = percentile(90);
  statistics.percentile99 = percentile(99);
  statistics.max = percentile(100);
  statistics.mean = static_cast<double>(graph.num_arcs()) / n;
  return statistics;
}

ComponentStatistics component_statistics(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  if (n == 0) return {};
  UnionFind sets = connect(graph);
  std::vector<Vertex> sizes(n, 0);
  for (Vertex v = 0; v < n; ++v) ++sizes[sets.root(v)];
  ComponentStatistics statistics;
  for (Vertex v = 0; v < n; ++v) {
    if (sizes[v] > 0) ++statistics.count;
    if (sizes[v] == 1 && graph.out().degree(v) == 0) ++statistics.isolated;
  }
  statistics.largest = *std::max_element(sizes.begin(), sizes.end());
  return statistics;
}

std::uint64_t graph_bytes(const AnyGraph& graph) {
  const Graph& structure = topology(graph);
  std::uint64_t total = csr_bytes(structure.out());
  if (structure.is_directed() && structure.has_transpose()) total += csr_bytes(structure.in());
  return total + std::visit(
                     [](const auto& typed) -> std::uint64_t {
                       if constexpr (std::is_same_v<std::decay_t<decltype(typed)>, Graph>) {
                         return 0;
                       } else {
                         return typed.weights().span().size_bytes();
                       }
                     },
                     graph);
}

}  // namespace strider::cli
