// Degrees and components of a graph, and what few searches tell of it, for info.
#pragma once

#include <cstdint>
#include <optional>

#include "strider/diameter.hpp"
#include "strider/graph.hpp"

namespace strider::cli {

/// Of adjacency entries: out-degrees where the graph is directed.
struct DegreeStatistics {
  std::uint64_t min = 0;
  std::uint64_t median = 0;
  std::uint64_t percentile90 = 0;
  std::uint64_t percentile99 = 0;
  std::uint64_t max = 0;
  double mean = 0;
};
[[nodiscard]] DegreeStatistics degree_statistics(const Graph& graph);

/// Connected components; weakly connected ones where the graph is directed.
struct ComponentStatistics {
  std::uint64_t count = 0;
  std::uint64_t largest = 0;   ///< vertices of the largest
  std::uint64_t isolated = 0;  ///< vertices without an edge
};
[[nodiscard]] ComponentStatistics component_statistics(const Graph& graph, int threads);

/// What few searches find; what there is not enough memory for is left out.
struct SearchStatistics {
  std::optional<bool> is_bipartite;  ///< as if edges led both ways
  /// Of the largest component; of an undirected graph with vertices.
  std::optional<DiameterFacts<Level>> diameter;
};
[[nodiscard]] SearchStatistics search_statistics(const Graph& graph, int threads);

/// Bytes of the adjacency, its weights and its transpose where there is one.
[[nodiscard]] std::uint64_t graph_bytes(const AnyGraph& graph);

}  // namespace strider::cli
