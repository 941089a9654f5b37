// Questions asked of a graph as it was read, whatever the type of its weights.
//
//   const LoadedGraph roads = read_graph("roads.gr");
//   const AnySsspResult paths = sssp(roads, vertex_of(roads, "17"));
//   double length = paths.distance(vertex_of(roads, "42"));
//
// A graph without weights is one in which every edge weighs 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "strider/betweenness.hpp"
#include "strider/bfs.hpp"
#include "strider/components.hpp"
#include "strider/error.hpp"
#include "strider/graph.hpp"
#include "strider/msf.hpp"
#include "strider/sssp.hpp"

namespace strider {

/// Calls body(WeightedGraph<W>) with the weights that the graph has, or with weights of 1 of type
/// std::uint32_t. Returns what body returns, which is the same type for every W. Throws
/// MemoryError.
template <class F>
decltype(auto) visit_weighted(const AnyGraph& graph, F&& body) {
  return std::visit(
      [&]<class G>(const G& one) -> decltype(auto) {
        if constexpr (std::is_same_v<G, Graph>) {
          return body(with_unit_weights(one));
        } else {
          return body(one);
        }
      },
      graph);
}

/// A tree of shortest paths by weights of any type. Move-only.
class AnySsspResult {
 public:
  using Variant = std::variant<SsspResult<float>, SsspResult<double>, SsspResult<std::uint32_t>>;

  template <class W>
  explicit AnySsspResult(SsspResult<W>&& paths) : paths_(std::move(paths)) {}

  [[nodiscard]] Vertex source() const {
    return std::visit([](const auto& paths) { return paths.source(); }, paths_);
  }
  [[nodiscard]] Vertex num_reached() const {
    return std::visit([](const auto& paths) { return paths.num_reached(); }, paths_);
  }
  /// Infinite if `v` is unreached. An integer distance of 2^53 or more is rounded: typed() has it.
  /// Precondition: `v` is a vertex.
  [[nodiscard]] double distance(Vertex v) const {
    return std::visit(
        [v]<class W>(const SsspResult<W>& paths) {
          const SsspDistance<W> distance = paths.distances()[v];
          return distance == kInfiniteDistance<W> ? std::numeric_limits<double>::infinity()
                                                  : static_cast<double>(distance);
        },
        paths_);
  }
  [[nodiscard]] std::span<const Vertex> parents() const {
    return std::visit([](const auto& paths) { return paths.parents(); }, paths_);
  }
  /// As SsspResult::path_to. Throws UsageError if `target` is not a vertex.
  [[nodiscard]] std::vector<Vertex> path_to(Vertex target) const {
    return std::visit([target](const auto& paths) { return paths.path_to(target); }, paths_);
  }
  /// The result in the type of the weights.
  [[nodiscard]] const Variant& typed() const { return paths_; }

 private:
  Variant paths_;
};

/// A spanning forest by weights of any type. Move-only.
class AnyMsfResult {
 public:
  using Variant = std::variant<MsfResult<float>, MsfResult<double>, MsfResult<std::uint32_t>>;

  template <class W>
  explicit AnyMsfResult(MsfResult<W>&& forest) : forest_(std::move(forest)) {}

  /// The weight of the forest as a double; typed() has it in its own type.
  [[nodiscard]] double weight() const {
    return std::visit([](const auto& forest) { return static_cast<double>(forest.weight()); },
                      forest_);
  }
  /// The number of components of the graph.
  [[nodiscard]] Vertex num_trees() const {
    return std::visit([](const auto& forest) { return forest.num_trees(); }, forest_);
  }
  [[nodiscard]] std::size_t num_edges() const {
    return std::visit([](const auto& forest) { return forest.edges().size(); }, forest_);
  }
  /// Edge i in the order of MsfResult::edges(). Precondition: i < num_edges().
  [[nodiscard]] MsfEdge<double> edge(std::size_t i) const {
    return std::visit(
        [i](const auto& forest) {
          const auto& edge = forest.edges()[i];
          return MsfEdge<double>{edge.u, edge.v, static_cast<double>(edge.weight)};
        },
        forest_);
  }
  /// The result in the type of the weights.
  [[nodiscard]] const Variant& typed() const { return forest_; }

 private:
  Variant forest_;
};

/// The vertex that the input calls `label`. Throws UsageError if there is none.
[[nodiscard]] inline Vertex vertex_of(const AnyGraph& graph, std::string_view label) {
  const Graph& of = topology(graph);
  const auto vertex = of.labels().find(label, of.num_vertices());
  if (!vertex) throw UsageError("no vertex " + std::string(label));
  return *vertex;
}

/// As bfs(Graph).
[[nodiscard]] inline BfsResult bfs(const AnyGraph& graph, Vertex source,
                                   const BfsOptions& options = {}) {
  return bfs(topology(graph), source, options);
}
/// As sssp(WeightedGraph).
[[nodiscard]] inline AnySsspResult sssp(const AnyGraph& graph, Vertex source,
                                        const SsspOptions& options = {}) {
  return visit_weighted(
      graph, [&](const auto& weighted) { return AnySsspResult(sssp(weighted, source, options)); });
}
/// As msf(WeightedGraph).
[[nodiscard]] inline AnyMsfResult msf(const AnyGraph& graph, const MsfOptions& options = {}) {
  return visit_weighted(graph,
                        [&](const auto& weighted) { return AnyMsfResult(msf(weighted, options)); });
}
/// As betweenness(WeightedGraph), or, for a graph without weights, as betweenness(Graph). For paths
/// by hops in a graph with weights: betweenness(topology(graph)).
[[nodiscard]] inline BetweennessResult betweenness(const AnyGraph& graph,
                                                   const BetweennessOptions& options = {}) {
  return std::visit([&](const auto& one) { return betweenness(one, options); }, graph);
}
/// As components(Graph).
[[nodiscard]] inline ComponentsResult components(const AnyGraph& graph,
                                                 const ComponentsOptions& options = {}) {
  return components(topology(graph), options);
}

}  // namespace strider
