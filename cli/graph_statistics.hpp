// Degrees and components of a graph, and what few searches tell of it, for info.
#pragma once

#include <array>
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
/// Where in the ascending order of the degrees they stand: of a least and a greatest one, too.
inline constexpr std::array<std::uint64_t, 5> kPercents = {0, 50, 90, 99, 100};
[[nodiscard]] constexpr std::uint64_t place_of_percent(std::uint64_t percent,
                                                       std::uint64_t vertices) {
  return (vertices - 1) * percent / 100;
}

/// Connected components; weakly connected ones where the graph is directed.
struct ComponentStatistics {
  std::uint64_t count = 0;
  std::uint64_t largest = 0;                  ///< vertices of the largest
  std::optional<std::uint64_t> isolated = 0;  ///< vertices without an edge, where that is known
};
[[nodiscard]] ComponentStatistics component_statistics(const Graph& graph, int threads);

/// How many searches bound the diameter.
inline constexpr std::uint64_t kInfoSearches = 4;
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
