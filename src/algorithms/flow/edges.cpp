// The edges of a flow and of a cut, picked from the adjacency.
#include <numeric>
#include <string>
#include <vector>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "strider/flow.hpp"

namespace strider {
namespace {

/// An edge for each entry of which amount(u, v, arc) is more than 0, in the order of the entries.
template <class W, class F>
Array<FlowEdge<W>> pick(const Graph& graph, const std::string& purpose, int threads, F&& amount) {
  threads = resolve_threads(threads);
  const Csr& out = graph.out();
  const auto visit = [&](Range range, auto&& body) {
    for (auto u = static_cast<Vertex>(range.begin); u < range.end; ++u) {
      EdgeIndex arc = out.offsets()[u];
      for (const Vertex v : out.neighbors(u)) {
        const ArcFlow<W> value = amount(u, v, arc++);
        if (value > 0) body(FlowEdge<W>{u, v, value});
      }
    }
  };
  std::vector<std::size_t> starts(static_cast<std::size_t>(threads) + 1);
  parallel_parts(out.num_vertices(), threads, [&](Range range, std::size_t part) {
    visit(range, [&](const FlowEdge<W>&) { ++starts[part + 1]; });
  });
  std::inclusive_scan(starts.begin(), starts.end(), starts.begin());
  auto edges = detail::take_array<Array<FlowEdge<W>>>(starts.back(), purpose);
  parallel_parts(out.num_vertices(), threads, [&](Range range, std::size_t part) {
    std::size_t at = starts[part];
    visit(range, [&](const FlowEdge<W>& edge) { edges[at++] = edge; });
  });
  return edges;
}

}  // namespace

template <class W>
Array<FlowEdge<W>> flow_edges(const WeightedGraph<W>& graph, const MaxFlow<W>& flow, int threads) {
  return pick<W>(graph.topology(), "the edges of a flow", threads,
                 [&](Vertex, Vertex, EdgeIndex arc) { return flow.flows[arc]; });
}

template <class W>
Array<FlowEdge<W>> cut_edges(const WeightedGraph<W>& graph, std::span<const std::uint8_t> sides,
                             int threads) {
  return pick<W>(
      graph.topology(), "the edges of a cut", threads, [&](Vertex u, Vertex v, EdgeIndex arc) {
        return sides[u] < sides[v] ? static_cast<ArcFlow<W>>(graph.weights()[arc]) : ArcFlow<W>{0};
      });
}

template Array<FlowEdge<float>> flow_edges(const WeightedGraph<float>&, const MaxFlow<float>&, int);
template Array<FlowEdge<double>> flow_edges(const WeightedGraph<double>&, const MaxFlow<double>&,
                                            int);
template Array<FlowEdge<std::uint32_t>> flow_edges(const WeightedGraph<std::uint32_t>&,
                                                   const MaxFlow<std::uint32_t>&, int);
template Array<FlowEdge<float>> cut_edges(const WeightedGraph<float>&,
                                          std::span<const std::uint8_t>, int);
template Array<FlowEdge<double>> cut_edges(const WeightedGraph<double>&,
                                           std::span<const std::uint8_t>, int);
template Array<FlowEdge<std::uint32_t>> cut_edges(const WeightedGraph<std::uint32_t>&,
                                                  std::span<const std::uint8_t>, int);

}  // namespace strider
