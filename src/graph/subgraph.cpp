// Parts of graphs: the rows of some vertices, without the arcs that lead elsewhere.
#include "strider/subgraph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/scan.hpp"
#include "base/workspace.hpp"
#include "strider/error.hpp"
#include "strider/threads.hpp"

namespace strider {
namespace {

constexpr const char* kSubgraph = "the graph of some vertices";

/// By vertex: its place in `vertices`, kNoVertex where it has none.
Array<Vertex> places_of(std::span<const Vertex> vertices, Vertex n) {
  auto places = detail::take_array<Array<Vertex>>(n, kSubgraph);
  std::ranges::fill(places, kNoVertex);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i] >= n || places[vertices[i]] != kNoVertex) {
      throw UsageError(fmt::format("{}: vertex {} is {}", kSubgraph, vertices[i],
                                   vertices[i] >= n ? "not in the graph" : "named twice"));
    }
    places[vertices[i]] = static_cast<Vertex>(i);
  }
  return places;
}

class SubgraphRows {
 public:
  SubgraphRows(const Graph& graph, std::span<const Vertex> vertices, int threads)
      : csr_(graph.out()),
        vertices_(vertices),
        threads_(threads),
        places_(places_of(vertices, graph.num_vertices())),
        offsets_(detail::take_array<Array<EdgeIndex>>(vertices.size() + 1, kSubgraph)) {
    for_each_row([&](std::size_t i) {
      EdgeIndex loops = 0;
      offsets_[i] = 0;
      for_each_arc(i, [&](EdgeIndex, Vertex target) {
        ++offsets_[i];
        if (target == i) ++loops;
      });
      if (loops > 0) fetch_add_relaxed(num_self_loops_, loops);
    });
    offsets_[vertices.size()] = 0;
    num_arcs_ = exclusive_scan(offsets_.span(), threads);
  }
  /// values[a] of the arcs a that stay, in their order.
  template <class T, class Value>
  [[nodiscard]] Array<T> collect(const Value& value) const {
    auto kept = detail::take_array<Array<T>>(num_arcs_, kSubgraph);
    for_each_row([&](std::size_t i) {
      EdgeIndex next = offsets_[i];
      for_each_arc(i, [&](EdgeIndex arc, Vertex target) { kept[next++] = value(arc, target); });
    });
    return kept;
  }
  /// The last call.
  [[nodiscard]] Graph graph(const Graph& of) {
    auto targets = collect<Vertex>([](EdgeIndex, Vertex target) { return target; });
    return Graph(Csr(std::move(offsets_), std::move(targets)), of.directedness(), num_self_loops_,
                 of.labels().permuted(vertices_));
  }

 private:
  template <class Body>
  void for_each_row(const Body& body) const {
    parallel_for(0, vertices_.size(), threads_, body, 256);
  }
  /// body(arc, place of its target) for the arcs of row i that stay.
  template <class Body>
  void for_each_arc(std::size_t i, const Body& body) const {
    const EdgeIndex end = csr_.offsets()[vertices_[i] + std::size_t{1}];
    for (EdgeIndex arc = csr_.offsets()[vertices_[i]]; arc < end; ++arc) {
      const Vertex target = places_[csr_.targets()[arc]];
      if (target != kNoVertex) body(arc, target);
    }
  }

  const Csr& csr_;
  std::span<const Vertex> vertices_;
  int threads_;
  Array<Vertex> places_;
  Array<EdgeIndex> offsets_;
  EdgeIndex num_arcs_ = 0;
  EdgeIndex num_self_loops_ = 0;
};

AnyGraph subgraph(const Graph& graph, std::span<const Vertex> vertices, int threads) {
  return SubgraphRows(graph, vertices, threads).graph(graph);
}
template <class W>
AnyGraph subgraph(const WeightedGraph<W>& graph, std::span<const Vertex> vertices, int threads) {
  SubgraphRows rows(graph.topology(), vertices, threads);
  auto weights =
      rows.template collect<W>([&](EdgeIndex arc, Vertex) { return graph.weights()[arc]; });
  return WeightedGraph<W>(rows.graph(graph.topology()), std::move(weights));
}

}  // namespace

AnyGraph induced_subgraph(const AnyGraph& graph, std::span<const Vertex> vertices, int threads) {
  threads = resolve_threads(threads);
  return std::visit([&](const auto& of) { return subgraph(of, vertices, threads); }, graph);
}

}  // namespace strider
