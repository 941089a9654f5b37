// Whether a graph is bipartite: the two sides, or an odd cycle as the proof that there are none.
// Edges of a directed graph count as if they led both ways. docs/bipartite.md explains the method.
#pragma once

#include <cstdint>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

struct BipartiteOptions {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp).
  int threads = 0;
};

struct Bipartition {
  /// By vertex: 0 or 1, so that every edge connects the two; 0 of the least vertex of each
  /// component. Empty if the graph is not bipartite.
  Array<std::uint32_t> sides;
  /// If it is not: an odd number of vertices, each connected by an edge to the next, and the last
  /// to the first; of a self-loop its vertex. The same in every run. Else empty.
  std::vector<Vertex> odd_cycle;
  std::uint64_t num_on_side_1 = 0;

  [[nodiscard]] bool is_bipartite() const { return odd_cycle.empty(); }
};

/// O(n + m) work but for finding the components, parallel. Of a directed graph it makes an
/// undirected copy. Throws MemoryError.
[[nodiscard]] Bipartition bipartition(const Graph& graph, const BipartiteOptions& options = {});

class Cluster;    // cluster.hpp
class DistGraph;  // dist_graph.hpp
class DistInput;  // dist_graph.hpp

/// The sides of a graph that ranks share: none if there is an odd cycle, the same on all ranks.
struct DistBipartition : DistVertexValues<std::uint32_t> {
  std::vector<GlobalVertex> odd_cycle;
  std::uint64_t num_on_side_1 = 0;  ///< of all ranks

  [[nodiscard]] bool is_bipartite() const { return odd_cycle.empty(); }
};
/// Defined in strider::ranks. Every rank holds the least vertices of all components. Throws
/// UsageError if the graph is directed, or not partitioned by 1d; MemoryError. Collective.
[[nodiscard]] DistBipartition bipartition(const DistGraph& graph,
                                          const BipartiteOptions& options = {});

/// What makes sides those of a bipartition, or a cycle the proof that there is none.
enum class BipartiteRule : std::uint8_t {
  kOneOrTheOther,  ///< there are sides, one of each vertex, or else a cycle
  kSides,          ///< a side is 0 or 1
  kEdges,          ///< every edge connects the two sides
  kLeastVertex,    ///< the least vertex of each component is on side 0
  kOddCycle,       ///< a cycle has an odd number of vertices, none twice
  kCycleEdges      ///< an edge connects each of its vertices with the next
};

struct BipartiteViolation {
  BipartiteRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule; of a cycle the first one
  std::string message;
};

struct BipartiteValidation {
  std::vector<BipartiteViolation> violations;  ///< at most one
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks a bipartition, which may hold any values, against a list of edges, edge by edge. O(n + m)
/// work, parallel; for kLeastVertex as validate_components(). Throws UsageError if an end of an
/// edge is not a vertex; MemoryError.
[[nodiscard]] BipartiteValidation validate_bipartition(const EdgeList& edges,
                                                       const Bipartition& claim, int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] BipartiteValidation validate_bipartition(const Graph& graph, const Bipartition& claim,
                                                       int threads = 0);

struct DistBipartiteValidationOptions {
  SelfLoops self_loops = SelfLoops::kRemove;  ///< as those of the graph
  int threads = 1;                            ///< per rank; 0: all cores that the rank may use
};
/// The same on ranks, which distribute the listed edges of the input anew. Collective.
[[nodiscard]] BipartiteValidation validate_bipartition(
    const Cluster& cluster, const DistInput& input, const DistBipartition& claim,
    const DistBipartiteValidationOptions& options = {});

}  // namespace strider
