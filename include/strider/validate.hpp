// Checks of results that trust neither the algorithm nor the graph built: they look at input edges.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/graph.hpp"

namespace strider {

/// The checks of the Graph500 specification (section "Validation"), in its order.
enum class BfsRule : std::uint8_t {
  /// Parents form a tree rooted at the source, which is its own: every parent is a reached vertex,
  /// no cycle, a parent exactly where there is a level.
  kTree,
  kTreeLevels,  ///< the source has level 0, any other vertex its parent's plus one
  kEdgeLevels,  ///< the ends of every input edge differ by at most one level
  kSpan,        ///< an input edge joins two reached vertices or two unreached ones
  kTreeEdges    ///< every (parent, vertex) is an input edge
};

struct BfsViolation {
  BfsRule rule;
  /// The one with the smallest number that breaks the rule. Of an edge it is the end that should
  /// have been reached, or reached earlier.
  Vertex vertex;
  std::string message;
};

struct BfsValidation {
  std::vector<BfsViolation> violations;  ///< at most one a rule
  Vertex num_reached = 0;
  /// Input edges (duplicates counted, self-loops not) inside the component: the TEPS numerator.
  EdgeIndex edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a breadth-first tree against a list of edges, in the list's vertex numbers. Edges of a
/// directed list go from source to target: a target is reached where its source is, one level later
/// at most. O(n + m) work, parallel; trusts nothing: parents and levels may hold any value. Throws
/// UsageError where the spans are not num_vertices long, the source or an end of an edge is no
/// vertex.
[[nodiscard]] BfsValidation validate_bfs(const EdgeList& edges, Vertex source,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] BfsValidation validate_bfs(const Graph& graph, Vertex source,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);

}  // namespace strider
