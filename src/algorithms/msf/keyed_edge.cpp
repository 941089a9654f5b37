#include "algorithms/msf/keyed_edge.hpp"

#include <fmt/format.h>

#include <vector>

#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"

namespace strider::detail {

void refuse_nan(const std::string& smaller, const std::string& larger) {
  throw WeightError(
      fmt::format("the weight of the edge {} - {} is not a number (NaN), so the edges cannot be "
                  "ordered by weight",
                  smaller, larger));
}

void refuse_nan(const Graph& graph, Vertex u, Vertex v) {
  refuse_nan(graph.labels().label(std::min(u, v)), graph.labels().label(std::max(u, v)));
}

std::vector<Vertex> cut_in_parts(const Csr& rows, int threads) {
  constexpr std::size_t kPartsPerThread = 16;
  const std::size_t parts = threads == 1 ? 1 : kPartsPerThread * static_cast<std::size_t>(threads);
  const std::span<const EdgeIndex> offsets = rows.offsets().span();
  const Vertex n = rows.num_vertices();
  std::vector<Vertex> starts(1, 0);
  for (std::size_t part = 1; part < parts; ++part) {
    const std::uint64_t wanted = (offsets[n] + n) / parts * part;
    Vertex low = starts.back();
    for (Vertex high = n; low < high;) {
      const Vertex middle = low + (high - low) / 2;
      if (offsets[middle] + middle < wanted) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    starts.push_back(low);
  }
  starts.push_back(n);
  return starts;
}

template <class W>
Array<KeyedEdge<WeightKey<W>>> collect_edges(const WeightedGraph<W>& graph, WeightOrder<W> order,
                                             int threads) {
  using Edge = KeyedEdge<WeightKey<W>>;
  const Csr& csr = graph.topology().out();
  const Vertex n = graph.topology().num_vertices();
  // Parts of many vertices each, so that a thread with hubs in its parts takes fewer parts.
  const int parts = threads == 1 ? 1 : 16 * threads;
  std::vector<std::size_t> starts(static_cast<std::size_t>(parts) + 1, 0);
  parallel_for(
      0, static_cast<std::size_t>(parts), threads,
      [&](std::size_t part) {
        const Range range = static_chunk(n, static_cast<int>(part), parts);
        for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
          for (const Vertex v : csr.neighbors(u)) starts[part] += u < v ? 1 : 0;
        }
      },
      1);
  const std::size_t total = exclusive_scan(std::span(starts), 1);
  auto edges = take_array<Array<Edge>>(total, "the edges of the graph, once each");
  parallel_for(
      0, static_cast<std::size_t>(parts), threads,
      [&](std::size_t part) {
        const Range range = static_chunk(n, static_cast<int>(part), parts);
        std::size_t place = starts[part];
        for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
          const auto neighbors = csr.neighbors(u);
          const auto weights = graph.weights(u);
          for (std::size_t i = 0; i < neighbors.size(); ++i) {
            if (neighbors[i] <= u) continue;
            const auto key = order.key(weights[i]);
            if (!order.is_number(key)) refuse_nan(graph.topology(), u, neighbors[i]);
            edges[place++] = {u, neighbors[i], key};
          }
        }
      },
      1);
  return edges;
}

template Array<KeyedEdge<WeightKey<float>>> collect_edges(const WeightedGraph<float>&,
                                                          WeightOrder<float>, int);
template Array<KeyedEdge<WeightKey<double>>> collect_edges(const WeightedGraph<double>&,
                                                           WeightOrder<double>, int);
template Array<KeyedEdge<WeightKey<std::uint32_t>>> collect_edges(
    const WeightedGraph<std::uint32_t>&, WeightOrder<std::uint32_t>, int);

}  // namespace strider::detail
