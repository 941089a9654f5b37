// Checks of results. They trust neither the algorithm nor the graph that was built: they compare
// results with the input edges.
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
  /// The parents form a tree rooted at the source, which is its own parent. Every parent is a
  /// reached vertex, there is no cycle, and a vertex has a parent exactly if it has a level.
  kTree,
  /// The source has level 0, any other vertex the level of its parent plus one, and none has a
  /// level beyond the depth of the search.
  kTreeLevels,
  kEdgeLevels,  ///< the ends of every input edge differ by at most one level
  /// An input edge connects two reached vertices or two unreached ones; at the depth of the search,
  /// it may lead to an unreached one.
  kSpan,
  kTreeEdges  ///< every (parent, vertex) is an input edge
};

struct BfsViolation {
  BfsRule rule;
  /// The vertex with the smallest number that breaks the rule. For an edge, it is the end that
  /// should have been reached, or reached earlier.
  Vertex vertex;
  std::string message;
};

struct BfsValidation {
  std::vector<BfsViolation> violations;  ///< at most one per rule
  Vertex num_reached = 0;
  /// Input edges inside the component, the numerator of TEPS. Duplicates count, self-loops do not.
  EdgeIndex edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a breadth-first tree against a list of edges, in the vertex numbers of the list. An edge
/// of a directed list leads from source to target: if its source is reached, its target is reached
/// at most one level later. O(n + m) work, parallel. The check trusts nothing: parents and levels
/// may hold any value. Throws UsageError if the spans are not num_vertices long, or if the source
/// or an end of an edge is not a vertex.
[[nodiscard]] BfsValidation validate_bfs(const EdgeList& edges, Vertex source,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] BfsValidation validate_bfs(const Graph& graph, Vertex source,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);
/// The same of a search from several sources, each the root of a tree of its own, or to a depth,
/// where query.depth is that of BfsResult::query(). Also throws UsageError if there is no source.
[[nodiscard]] BfsValidation validate_bfs(const EdgeList& edges, const BfsQuery& query,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);
[[nodiscard]] BfsValidation validate_bfs(const Graph& graph, const BfsQuery& query,
                                         std::span<const Vertex> parents, LevelView levels,
                                         int threads = 0);

/// What makes vertices a shortest path.
enum class PathRule : std::uint8_t {
  kEnds,     ///< it leads from the source to the target, or is empty
  kEdges,    ///< an edge leads from each vertex to the next
  kShortest  ///< no path has fewer edges; it is empty only if there is none
};

struct PathViolation {
  PathRule rule;
  Vertex vertex;  ///< the first one that breaks the rule
  std::string message;
};

struct PathValidation {
  std::vector<PathViolation> violations;  ///< at most one
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a path, which may hold any values, by a queue search of its own from the source, by one
/// thread: O(n + m) work, 4 bytes a vertex. Throws UsageError if an end is not a vertex;
/// MemoryError.
[[nodiscard]] PathValidation validate_path(const Graph& graph, Vertex source, Vertex target,
                                           std::span<const Vertex> path);

/// The checks of the Graph500 specification for kernel 3, in its order.
enum class SsspRule : std::uint8_t {
  /// The parents form a tree rooted at the source, which is its own parent. Every parent is a
  /// reached vertex, there is no cycle, and a vertex has a parent exactly if it has a distance.
  kTree,
  kTreeDistances,  ///< the source has distance 0, any other vertex the distance of its parent plus
                   ///< the edge's weight
  kEdgeDistances,  ///< the distances of the ends of every input edge differ by at most its weight
  kSpan,           ///< an input edge connects two reached vertices or two unreached ones
  kTreeEdges       ///< every (parent, vertex) is an input edge
};

struct SsspViolation {
  SsspRule rule;
  /// The vertex with the smallest number that breaks the rule. For an edge, it is the end that
  /// should have been reached, or should be nearer.
  Vertex vertex;
  std::string message;
};

struct SsspValidation {
  std::vector<SsspViolation> violations;  ///< at most one per rule
  Vertex num_reached = 0;
  /// Input edges inside the component, the numerator of TEPS. Duplicates count, self-loops do not.
  EdgeIndex edges_traversed = 0;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

struct SsspValidationOptions {
  /// The cutoff of the search. No reached vertex may be farther. An edge may connect a reached
  /// vertex with an unreached one if the latter would be farther.
  double cutoff = std::numeric_limits<double>::infinity();
  /// The relative tolerance of distances. 0: sums must be exact in the type of the distances, which
  /// holds for every program that adds the weights in that type, starting at the source. The
  /// results of other programs need a tolerance for real weights.
  double tolerance = 0;
  /// kKeep: a self-loop of negative weight is an error, as for a search of a graph that keeps
  /// self-loops. kRemove: it does not matter, as any other self-loop.
  SelfLoops self_loops = SelfLoops::kRemove;
  int threads = 0;
};

/// Checks a tree of shortest paths against a list of edges, in the vertex numbers of the list. If
/// all rules hold, the distances are proven to be the shortest ones. An edge of a directed list
/// leads from source to target. W is the type of the weights of the list; if the list has no
/// weights, W is std::uint32_t and each edge has weight 1. No path uses an edge of infinite weight.
/// O(n + m) work, parallel. The check trusts nothing: parents and distances may hold any value.
/// Throws UsageError if the spans are not num_vertices long, if W is not the type of the weights,
/// or if the source or an end of an edge is not a vertex; WeightError, naming the first such edge
/// by its labels, if a weight is negative or not a number.
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

/// The rules that make edges a minimum (maximum) spanning forest, even if several such forests
/// exist.
enum class MsfRule : std::uint8_t {
  kEdges,     ///< every edge of the forest is an input edge with the same weight
  kAcyclic,   ///< no edge of the forest closes a cycle
  kSpanning,  ///< both ends of every input edge are in one tree, so each component has one tree
  kLightest   ///< no input edge is lighter than the heaviest edge on the path between its ends
};

/// The edge {u, v} with the smallest ends that breaks a rule: an edge of the forest for kEdges and
/// kAcyclic, an edge of the input for the other rules. Ends that are not vertices are reported as
/// they were passed.
struct MsfViolation {
  MsfRule rule;
  Vertex u;
  Vertex v;
  std::string message;
};

template <class W>
struct MsfValidation {
  std::vector<MsfViolation> violations;  ///< at most one per rule
  /// The total weight of the forest's edges whose ends are vertices and whose weight is a number.
  MsfWeight<W> weight{};
  Vertex num_trees = 0;         ///< without the edges that close a cycle
  EdgeIndex edges_checked = 0;  ///< input edges, without self-loops
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a spanning forest against an undirected graph. Edges may come in any order, with their
/// ends in either order, and may hold any values. If weights are equal, the forest need not be the
/// one that MsfSolver finds.
///
/// The check places the vertices of each tree on a line. It takes the edges by weight; an
/// edge that unites two parts of the line leaves a gap of its weight between them. Then the
/// heaviest edge on the path between two vertices is the heaviest gap between their places, which
/// two or three accesses to tables of range maxima find (Bender and Farach-Colton 2000, after
/// Gabow, Bentley and Tarjan 1984). O(n log n + m) work, parallel except for uniting the parts;
/// about 70 bytes per vertex, and none per edge. Throws UsageError if the graph is directed;
/// MemoryError.
template <class W>
[[nodiscard]] MsfValidation<W> validate_msf(const WeightedGraph<W>& graph,
                                            std::span<const MsfEdge<W>> forest,
                                            MsfObjective objective = MsfObjective::kMinimum,
                                            int threads = 0);
/// The same against an undirected list of edges. W is the type of the weights; if the list has no
/// weights, W is std::uint32_t and each edge has weight 1. Also throws UsageError if the list has
/// weights of another type, or if an end of an edge is not a vertex.
template <class W>
[[nodiscard]] MsfValidation<W> validate_msf(const EdgeList& edges,
                                            std::span<const MsfEdge<W>> forest,
                                            MsfObjective objective = MsfObjective::kMinimum,
                                            int threads = 0);

/// What makes labels those of components.
enum class ComponentsRule : std::uint8_t {
  kLeastVertex  ///< the label of every vertex is the least one of its component
};

struct ComponentsViolation {
  ComponentsRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule
  std::string message;
};

struct ComponentsValidation {
  std::vector<ComponentsViolation> violations;  ///< at most one
  std::uint64_t num_wrong = 0;                  ///< vertices that break the rule
  std::uint64_t num_components = 0;             ///< of the graph
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks labels of components, which may hold any value, against a list of edges: finds the
/// components by a method of its own (Shiloach and Vishkin 1982). O(m log^2 n) work, parallel; 4
/// bytes a vertex. Throws UsageError if there are not num_vertices labels, or if an end of an edge
/// is not a vertex; MemoryError.
[[nodiscard]] ComponentsValidation validate_components(const EdgeList& edges,
                                                       std::span<const Vertex> labels,
                                                       int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] ComponentsValidation validate_components(const Graph& graph,
                                                       std::span<const Vertex> labels,
                                                       int threads = 0);

/// The rules that scores by hops must satisfy, whatever method found them.
enum class BetweennessRule : std::uint8_t {
  kScores,  ///< every score is a number and not negative
  kTotal    ///< the scores add up to the number of inner vertices (or edges) of shortest paths
};

struct BetweennessViolation {
  BetweennessRule rule;
  /// For kScores: the first index of a score that breaks the rule.
  std::size_t place;
  std::string message;
};

struct BetweennessValidation {
  std::vector<BetweennessViolation> violations;  ///< at most one per rule
  double total = 0;                              ///< the sum of the scores
  double expected_total = 0;                     ///< the sum that the distances require
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks the scores that a run with `options` returned. A shortest path of d edges has d - 1 inner
/// vertices, and the shares of all shortest paths between two vertices add up to 1. Hence the sum
/// of all scores follows from the distances alone, which this check computes by a search of its
/// own. It accepts wrong scores that have the right sum. The sums may have a relative difference of
/// 1e-9, or of 1e-5 if the options ask for single precision. O(n + m) work per source, parallel
/// over sources; 8 bytes per vertex and thread. Throws UsageError if the options ask for samples,
/// as such scores are estimates; if the numbers of scores and of vertices differ; or if a source or
/// target is not a vertex. Throws MemoryError.
[[nodiscard]] BetweennessValidation validate_betweenness(const Graph& graph,
                                                         std::span<const double> scores,
                                                         const BetweennessOptions& options);

}  // namespace strider
