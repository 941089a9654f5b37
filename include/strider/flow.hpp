// Maximum flows and minimum cuts between two vertices, and edge connectivity.
//
// The weights of a graph are the capacities of its edges. An undirected edge carries its capacity
// in either direction, parallel edges add up, and self-loops carry nothing. Build the graph with
// Duplicates::kKeep where parallel edges count. docs/flow.md explains the methods.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"

namespace strider {

struct MaxFlowOptions {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp). The result does not depend
  /// on it.
  int threads = 0;
};

/// What flows along one adjacency entry, for capacities of type W.
template <class W>
using ArcFlow = std::conditional_t<std::is_integral_v<W>, std::uint32_t, double>;
/// What flows from the source to the target. Integers are exact: fewer than 2^32 residual arcs
/// carry less than 2^32 each.
template <class W>
using FlowValue = std::conditional_t<std::is_integral_v<W>, std::uint64_t, double>;

/// The two sides of a cut, by vertex: 0 on the side of the source, 1 on that of the target.
using CutSides = Array<std::uint8_t>;

/// A maximum flow, and a minimum cut that proves it.
template <class W>
struct MaxFlow {
  /// Of real capacities: the double nearest to the capacity of the cut.
  FlowValue<W> value{};
  /// By adjacency entry of out(): what flows along it, from 0 to its capacity. At most one of the
  /// two directions between two vertices carries a flow.
  Array<ArcFlow<W>> flows;
  /// The minimum cut nearest to the target: on its side are the vertices from which more could
  /// flow to it.
  CutSides sides;
};

/// A maximum flow from source to target: push-relabel (Goldberg and Tarjan 1988), highest label
/// first, with the global and gap relabeling of Cherkassky and Goldberg (1997). Flow, value and cut
/// do not depend on the number of threads.
///
/// Real capacities are rounded down to multiples of a power of two, so that sums are exact. If all
/// capacities are multiples of one power of two, and those of the edges of the source add up to
/// less than 2^61 of them (infinite ones count as twice the sum of all finite ones), the flow is as
/// large as the cut. Else it may fall short of the cut, by less than 2^-32 of it if the number of
/// edges of the cut times that of the edges of the source is less than 2^28. Capacities may be
/// infinite if no path from source to target has only such edges.
///
/// W is float, double or std::uint32_t. O(n^2 sqrt(m)) work; about 20 bytes per residual arc and 60
/// per vertex. Throws UsageError if source or target is not a vertex, if they are the same, if the
/// flow is unbounded, or if 2^31 edges or more lead to the target; WeightError if a capacity is
/// negative or not a number, or if the capacities of the source's edges, counted so, have no finite
/// sum; MemoryError; InterruptedError.
template <class W>
[[nodiscard]] MaxFlow<W> max_flow(const WeightedGraph<W>& graph, Vertex source, Vertex target,
                                  const MaxFlowOptions& options = {});
/// The same where every edge has capacity 1: the flow is a greatest number of paths that share no
/// edge.
[[nodiscard]] MaxFlow<std::uint32_t> max_flow(const Graph& graph, Vertex source, Vertex target,
                                              const MaxFlowOptions& options = {});

/// An edge from u to v with what flows along it, or with its capacity.
template <class W>
struct FlowEdge {
  Vertex u;
  Vertex v;
  ArcFlow<W> flow;
  friend bool operator==(const FlowEdge&, const FlowEdge&) = default;
};

/// The edges that carry a flow, in the direction of the flow, in the order of the adjacency.
/// Precondition: flow belongs to the graph. O(n + m), parallel. Throws MemoryError.
template <class W>
[[nodiscard]] Array<FlowEdge<W>> flow_edges(const WeightedGraph<W>& graph, const MaxFlow<W>& flow,
                                            int threads = 0);
/// The edges of positive capacity that lead from side 0 to side 1, with their capacity, in the
/// order of the adjacency. Precondition: as many sides as vertices. O(n + m), parallel. Throws
/// MemoryError.
template <class W>
[[nodiscard]] Array<FlowEdge<W>> cut_edges(const WeightedGraph<W>& graph,
                                           std::span<const std::uint8_t> sides, int threads = 0);

/// How many edges must be removed at least to disconnect a graph, and a smallest cut.
struct EdgeConnectivity {
  std::uint64_t value = 0;
  /// No edge but those of the cut leads from side 0 to side 1. Both sides have vertices if the
  /// graph has two.
  CutSides sides;
};

struct EdgeConnectivityOptions {
  /// As in MaxFlowOptions.
  int threads = 0;
  /// Called from time to time with how many vertices are done, of all: those that are contracted of
  /// an undirected graph, those from which a flow has been found of a directed one; by one thread
  /// at a time.
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress = {};
};

/// The edge connectivity: parallel edges count each, self-loops and weights do not. 0 for a graph
/// of less than two vertices, or one that is not (strongly) connected.
///
/// Undirected: contraction of edges that no smaller cut can contain, by maximum adjacency orders
/// (Nagamochi, Ono and Ibaraki 1994); each pass takes O(n + m), and there are fewer than n.
/// Directed: n maximum flows, from each vertex to the next. Throws MemoryError, UsageError as
/// max_flow, InterruptedError.
[[nodiscard]] EdgeConnectivity edge_connectivity(const Graph& graph,
                                                 const EdgeConnectivityOptions& options = {});

/// What proves a flow and a cut.
enum class FlowRule : std::uint8_t {
  kCapacity,      ///< no entry carries less than nothing, or more than its capacity
  kConservation,  ///< as much flows into a vertex as out of it, but at source and target
  kValue,         ///< the value flows out of the source
  kSides,         ///< the source is on side 0, the target on side 1, and sides are 0 or 1
  kCut            ///< the capacity of the cut equals the value: no flow is greater
};

struct FlowViolation {
  FlowRule rule;
  Vertex vertex;  ///< the smallest one that breaks the rule, or whose entry does
  std::string message;
};

template <class W>
struct FlowValidation {
  std::vector<FlowViolation> violations;  ///< at most one per rule
  FlowValue<W> out_of_source{};           ///< what flows out of the source, less what flows in
  FlowValue<W> cut_capacity{};
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a flow, which may hold any values: a flow that keeps the capacities, and a cut of the
/// same capacity, prove each other (Ford and Fulkerson 1956). Integers must agree exactly; sums of
/// real numbers may differ by 1e-9 of the value and of what flows through a vertex. O(n + m),
/// parallel; 16 bytes a vertex. Throws UsageError if there are not as many flows as
/// entries or sides as vertices, or if source or target is not a vertex; MemoryError.
template <class W>
[[nodiscard]] FlowValidation<W> validate_max_flow(const WeightedGraph<W>& graph, Vertex source,
                                                  Vertex target, const MaxFlow<W>& flow,
                                                  int threads = 0);

/// What proves an edge connectivity.
enum class ConnectivityRule : std::uint8_t {
  kSides,  ///< sides are 0 or 1, and both have vertices if the graph has two
  kCut,    ///< as many edges as the value lead from side 0 to side 1
  kLeast   ///< so many paths that share no edge lead between any two vertices
};

struct ConnectivityViolation {
  ConnectivityRule rule;
  Vertex vertex;  ///< the smallest one that is found to break the rule; 0 of the cut
  std::string message;
};

struct ConnectivityValidation {
  std::vector<ConnectivityViolation> violations;  ///< at most one per rule
  std::uint64_t cut_size = 0;                     ///< edges that lead from side 0 to side 1
  /// Whether it is proved that no cut is smaller. It is not if that takes more looks at edges than
  /// the options allow: then only the cut has been checked for certain.
  bool is_proof = false;
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

struct ConnectivityValidationOptions {
  int threads = 0;
  std::uint64_t most_looks = std::uint64_t{1} << 34U;  ///< at edges
};

/// Checks an edge connectivity, which may hold any values: the cut, and that none is smaller, by
/// paths between each vertex and those before it that share no edge (Menger 1927), each found by a
/// breadth-first search. Whether it is proved does not depend on the number of threads. O(n m k)
/// work for a value of k, often O(k m), until there have been too many looks; 12 bytes an adjacency
/// entry and 16 a vertex, and for each thread 4 an entry and 17 a vertex. Throws UsageError if
/// there are not as many sides as vertices, MemoryError, InterruptedError.
[[nodiscard]] ConnectivityValidation validate_edge_connectivity(
    const Graph& graph, const EdgeConnectivity& found,
    const ConnectivityValidationOptions& options = {});

/// Writes edges that carry a flow, "u v flow", as write_msf_result (results.hpp) does.
template <class W>
void write_flow_result(const Labels& labels, Vertex num_vertices,
                       std::span<const FlowEdge<W>> edges, const std::string& path,
                       ResultFormat format, int threads = 0);

}  // namespace strider
