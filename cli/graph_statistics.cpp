#include "graph_statistics.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "strider/bipartite.hpp"
#include "strider/components.hpp"
#include "strider/error.hpp"

namespace strider::cli {
namespace {

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
    const auto place = static_cast<std::ptrdiff_t>(place_of_percent(percent, n));
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

ComponentStatistics component_statistics(const Graph& graph, int threads) {
  const Vertex n = graph.num_vertices();
  if (n == 0) return {};
  const ComponentsResult found = components(graph, {.threads = threads});
  std::vector<Vertex> sizes(n, 0);
  for (const Vertex label : found.labels()) ++sizes[label];
  ComponentStatistics statistics;
  std::uint64_t isolated = 0;
  for (Vertex v = 0; v < n; ++v) {
    if (sizes[v] > 0) ++statistics.count;
    if (sizes[v] == 1 && graph.out().degree(v) == 0) ++isolated;
  }
  statistics.isolated = isolated;
  statistics.largest = *std::max_element(sizes.begin(), sizes.end());
  return statistics;
}

SearchStatistics search_statistics(const Graph& graph, int threads) {
  SearchStatistics statistics;
  const auto try_to = [](const auto& find) {
    try {
      find();
    } catch (const MemoryError&) {
      // The rest is shown.
    }
  };
  try_to(
      [&] { statistics.is_bipartite = bipartition(graph, {.threads = threads}).is_bipartite(); });
  if (graph.is_directed() || graph.num_vertices() == 0) return statistics;
  try_to([&] {
    statistics.diameter =
        diameter(graph, {.threads = threads, .most_searches = kInfoSearches}).facts();
  });
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
