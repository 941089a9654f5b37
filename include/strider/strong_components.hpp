// Strongly connected components: the greatest sets of vertices that all lead to one another. Of an
// undirected graph they are the connected components.
//
// The label of a component is its least vertex, as in components.hpp. docs/strong_components.md
// explains the methods.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/components.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider {

/// Reads every row about once: O(n + m) work. Parts that one search from a vertex of many arcs
/// finds on all threads, the rest on one. Takes about 28 bytes a vertex. Throws MemoryError.
[[nodiscard]] ComponentsResult strong_components(const Graph& graph,
                                                 const ComponentsOptions& options = {});

/// Runs on the graph's device, by signatures (Alabandi, Sands, Biros and Burtscher 2023); defined
/// in strider::gpu. Each round reads the rows that remain a few times; O(log n) rounds are
/// expected. Throws MemoryError.
[[nodiscard]] ComponentsResult strong_components(const DeviceGraph& graph,
                                                 const ComponentsOptions& options = {});
/// The same on the hosts of ranks; defined in strider::ranks. Throws UsageError if the graph is not
/// partitioned by 1d; MemoryError. Collective.
[[nodiscard]] DistComponentsResult strong_components(const DistGraph& graph,
                                                     const ComponentsOptions& options = {});

/// The graph of the strong components: acyclic, with one edge where edges lead from one component
/// to another.
struct Condensation {
  /// A vertex for each component, in topological order: all edges lead from smaller vertices to
  /// greater ones. Components are ordered by the longest path that leads to them, those of the same
  /// length by their labels. A component's label in the input is that of its least vertex.
  Graph graph;
  /// By vertex of the graph that was condensed: its component, a vertex of `graph`.
  Array<Vertex> components;
};
/// `labels` are those of the graph's strong components (or weak ones: these have no edges between
/// them). O(m log m) work, parallel. Throws UsageError if there are not num_vertices labels, or if
/// a cycle leads through several components; MemoryError.
[[nodiscard]] Condensation condense(const Graph& graph, std::span<const Vertex> labels,
                                    int threads = 0);

/// What makes labels those of strong components.
enum class StrongRule : std::uint8_t {
  kLeastVertex,  ///< a label is the least of the vertices that have it
  kReached,      ///< from its label a path inside the component leads to every vertex
  kLeadsBack,    ///< and from every vertex one leads to its label
  kAcyclic       ///< no cycle of edges leads through several components
};

struct StrongViolation {
  StrongRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule; for kAcyclic a label
  std::string message;
};

struct StrongComponentsValidation {
  std::vector<StrongViolation> violations;  ///< at most one per rule
  std::uint64_t num_components = 0;         ///< labels; 0 where kLeastVertex is broken
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks labels of strong components, which may hold any value, against a list of edges, by the
/// definition: searches each component from its label, along edges and against them, and sorts the
/// components topologically. Where labels are not least vertices, it checks nothing else. O(n + m)
/// work, parallel; about 20 bytes a vertex and 4 an edge. Throws UsageError if there are not
/// num_vertices labels, or if an end of an edge is not a vertex; MemoryError.
[[nodiscard]] StrongComponentsValidation validate_strong_components(const EdgeList& edges,
                                                                    std::span<const Vertex> labels,
                                                                    int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] StrongComponentsValidation validate_strong_components(const Graph& graph,
                                                                    std::span<const Vertex> labels,
                                                                    int threads = 0);

/// The same on ranks, which distribute the listed edges of the input anew. Takes as many rounds as
/// the longest path changes ranks, inside a component or from one to the next, where ranks have
/// blocks of consecutive vertices. Collective.
[[nodiscard]] StrongComponentsValidation validate_strong_components(
    const Cluster& cluster, const DistInput& input, const DistComponentsResult& result,
    int threads = 1);

}  // namespace strider
