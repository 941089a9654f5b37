// Checks of results that trust neither the algorithm nor the graph built: they look at input edges.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The checks of the Graph500 specification (section "Kernel 2 validation"), in its order.
enum class BfsRule : std::uint8_t {
  kTree,        ///< parents form a tree rooted at the source: in range, no cycle, levels as claimed
  kTreeLevels,  ///< a vertex's level is its parent's plus one
  kEdgeLevels,  ///< the ends of every input edge differ by at most one level
  kSpan,        ///< an input edge joins two reached vertices or two unreached ones
  kTreeEdges    ///< every (parent, vertex) is an input edge
};

struct BfsViolation {
  BfsRule rule;
  Vertex vertex;  ///< the one with the smallest number that breaks the rule
  std::string message;
};

struct BfsValidation {
  std::vector<BfsViolation> violations;  ///< at most one a rule
  Vertex num_reached = 0;
  /// Input edges (duplicates counted, self-loops not) inside the component: the TEPS numerator.
  EdgeIndex edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a breadth-first tree against a list of edges, in the list's vertex numbers. Of a directed
/// list, edges are followed from source to target. O(n + m) work, parallel; trusts nothing: parents
/// and levels may hold any value. Throws UsageError where the spans are not num_vertices long.
[[nodiscard]] BfsValidation validate_bfs(const EdgeList& edges, Vertex source,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] BfsValidation validate_bfs(const Graph& graph, Vertex source,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);

}  // namespace strider
