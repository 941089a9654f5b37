// Checks of results that trust neither the algorithm nor the graph built: they look at input edges.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "strider/betweenness.hpp"
#include "strider/bfs.hpp"
#include "strider/graph.hpp"
#include "strider/msf.hpp"
#include "strider/sssp.hpp"

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

/// The checks of the Graph500 specification for kernel 3, in its order.
enum class SsspRule : std::uint8_t {
  /// Parents form a tree rooted at the source, which is its own: every parent is a reached vertex,
  /// no cycle, a parent exactly where there is a distance.
  kTree,
  kTreeDistances,  ///< the source has distance 0, any other its parent's plus the edge's weight
  kEdgeDistances,  ///< the distances of the ends of every input edge differ by at most its weight
  kSpan,           ///< an input edge joins two reached vertices or two unreached ones
  kTreeEdges       ///< every (parent, vertex) is an input edge
};

struct SsspViolation {
  SsspRule rule;
  /// The one with the smallest number that breaks the rule. Of an edge it is the end that should
  /// have been reached, or be nearer.
  Vertex vertex;
  std::string message;
};

struct SsspValidation {
  std::vector<SsspViolation> violations;  ///< at most one a rule
  Vertex num_reached = 0;
  /// Input edges (duplicates counted, self-loops not) inside the component: the TEPS numerator.
  EdgeIndex edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

struct SsspValidationOptions {
  /// The search was not to go farther: an edge may leave the reached vertices for one that is, and
  /// no vertex reached may be.
  double cutoff = std::numeric_limits<double>::infinity();
  /// Of distances, relative. 0: sums must be exact in the type of the distances, which holds for
  /// whatever adds weights in that type from the source on. Others need some for real weights.
  double tolerance = 0;
  int threads = 0;
};

/// Checks a tree of shortest paths against a list of edges, in the list's vertex numbers; that all
/// rules hold proves that the distances are the shortest ones. Edges of a directed list go from
/// source to target. W is the type of the list's weights; where it has none, each edge has weight 1
/// and W is std::uint32_t. Edges of infinite weight lead nowhere. O(n + m) work, parallel; trusts
/// nothing: parents and distances may hold any value. Throws UsageError where the spans are not
/// num_vertices long, W is not the list's, the source or an end of an edge is no vertex;
/// WeightError where a weight is negative or not a number.
template <class W>
[[nodiscard]] SsspValidation validate_sssp(const EdgeList& edges, Vertex source,
                                           std::span<const Vertex> parents,
                                           std::span<const SsspDistance<W>> distances,
                                           const SsspValidationOptions& options = {});
/// The same against a graph's adjacency.
template <class W>
[[nodiscard]] SsspValidation validate_sssp(const WeightedGraph<W>& graph, Vertex source,
                                           std::span<const Vertex> parents,
                                           std::span<const SsspDistance<W>> distances,
                                           const SsspValidationOptions& options = {});

/// What makes edges a minimum (maximum) spanning forest, whichever of several.
enum class MsfRule : std::uint8_t {
  kEdges,     ///< every edge of the forest is an input edge of that weight
  kAcyclic,   ///< no edge of the forest closes a cycle
  kSpanning,  ///< the ends of every input edge are in one tree: so one tree a component
  kLightest   ///< no input edge is lighter than the heaviest edge on the path between its ends
};

/// The edge {u, v} with the smallest ends that breaks a rule: of the forest for kEdges and
/// kAcyclic, of the input for the others. Ends that are no vertices come as they were given.
struct MsfViolation {
  MsfRule rule;
  Vertex u;
  Vertex v;
  std::string message;
};

template <class W>
struct MsfValidation {
  std::vector<MsfViolation> violations;  ///< at most one a rule
  /// Of the forest's edges that have two vertices and a weight.
  MsfWeight<W> weight{};
  Vertex num_trees = 0;         ///< those left when edges that close a cycle are left out
  EdgeIndex edges_checked = 0;  ///< input edges but self-loops
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a spanning forest against an undirected graph: edges may come in any order and either way
/// round, and hold any values. It need not be the forest that MsfSolver finds where weights are
/// equal.
///
/// The vertices of each tree are laid out in a line, two parts of which are joined by a gap as
/// heavy as the edge that joins them when edges are taken by weight; then the heaviest edge on the
/// path between two vertices is the heaviest gap between their places, found by two or three looks
/// at tables of range maxima (Bender and Farach-Colton 2000, after Gabow, Bentley and Tarjan 1984).
/// O(n log n + m) work, parallel but for the joining; about 70 bytes a vertex, none an edge. Throws
/// UsageError where the graph is directed, MemoryError.
template <class W>
[[nodiscard]] MsfValidation<W> validate_msf(const WeightedGraph<W>& graph,
                                            std::span<const MsfEdge<W>> forest,
                                            MsfObjective objective = MsfObjective::kMinimum,
                                            int threads = 0);
/// The same against an undirected list of edges, of weights of type W, or without weights where W
/// is std::uint32_t: 1 each. Throws UsageError also where the list has other weights, or an end of
/// an edge is no vertex.
template <class W>
[[nodiscard]] MsfValidation<W> validate_msf(const EdgeList& edges,
                                            std::span<const MsfEdge<W>> forest,
                                            MsfObjective objective = MsfObjective::kMinimum,
                                            int threads = 0);

/// What scores by hops must keep, whatever method found them.
enum class BetweennessRule : std::uint8_t {
  kScores,  ///< every score is a number, and not negative
  kTotal    ///< all together they are as many as the inner vertices (edges) of shortest paths
};

struct BetweennessViolation {
  BetweennessRule rule;
  /// Of kScores: the first place among the scores.
  std::size_t place;
  std::string message;
};

struct BetweennessValidation {
  std::vector<BetweennessViolation> violations;  ///< at most one a rule
  double total = 0;                              ///< of the scores
  double expected_total = 0;                     ///< by the distances
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks scores that `options` asked for. A shortest path of d edges has d - 1 inner vertices, and
/// the shares of all shortest paths between two vertices are 1 together; so all scores together
/// follow from distances only, which are searched for here once more, by themselves. Scores that
/// are wrong but as many in total pass. Totals may differ by 1e-9 of themselves, 1e-5 where single
/// precision was asked for. O(n + m) a source, parallel over sources, 8 bytes a vertex and thread.
/// Throws UsageError where samples were asked for, whose scores are estimates, where the number of
/// scores is not that of the vertices, or a source or target is no vertex; MemoryError.
[[nodiscard]] BetweennessValidation validate_betweenness(const Graph& graph,
                                                         std::span<const double> scores,
                                                         const BetweennessOptions& options);

}  // namespace strider
