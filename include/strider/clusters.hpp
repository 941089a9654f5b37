// Clusters of vertices: by single linkage, where edges are distances, and by the betweenness of
// edges. docs/clusters.md explains the methods.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "strider/any_graph.hpp"
#include "strider/array.hpp"
#include "strider/components.hpp"
#include "strider/graph.hpp"
#include "strider/msf.hpp"
#include "strider/types.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

/// How far clusters are merged: whichever comes first ends it.
struct ClusterLimits {
  /// Edges of a greater weight merge nothing.
  double distance = std::numeric_limits<double>::infinity();
  /// So many clusters are merged no further.
  std::uint64_t count = 1;
};

/// Clusters by single linkage; the label of one is its least vertex.
struct LinkedClusters : ComponentsResult {
  LinkedClusters() = default;
  explicit LinkedClusters(Array<Vertex> labels) : ComponentsResult(std::move(labels)) {}

  /// The weight of the last merge; minus infinity if there was none.
  double last_distance = -std::numeric_limits<double>::infinity();
  /// That of the next one; infinity if each component is one cluster.
  double next_distance = std::numeric_limits<double>::infinity();
};

/// Merges the clusters that the edges of a minimum spanning forest connect, lightest first, equal
/// ones by their ends (Gower and Ross, "Minimum spanning trees and single linkage cluster
/// analysis", 1969). Precondition: `forest` is a minimum spanning forest of `num_vertices`
/// vertices. O(n log n) work by one thread. Throws UsageError if the limit of distances is not a
/// number; MemoryError; InterruptedError.
template <class W>
[[nodiscard]] LinkedClusters single_linkage(std::span<const MsfEdge<W>> forest, Vertex num_vertices,
                                            const ClusterLimits& limits = {});
/// Of a graph, whose forest it finds first; without weights each edge weighs 1. Throws UsageError
/// if the graph is directed, WeightError, MemoryError.
[[nodiscard]] inline LinkedClusters single_linkage(const AnyGraph& graph,
                                                   const ClusterLimits& limits = {},
                                                   int threads = 0) {
  return visit_weighted(graph, [&]<class W>(const WeightedGraph<W>& weighted) {
    const MsfResult<W> forest = msf(weighted, MsfOptions{.threads = threads});
    return single_linkage<W>(forest.edges(), weighted.topology().num_vertices(), limits);
  });
}

class Cluster;    // cluster.hpp
class DistGraph;  // dist_graph.hpp
class DistInput;  // dist_graph.hpp

/// The clusters of a graph that ranks share. A value is the least vertex of a cluster.
struct DistLinkedClusters : DistVertexValues<GlobalVertex> {
  // The same on all ranks:
  ComponentSizes sizes;
  double last_distance = 0;  ///< see LinkedClusters
  double next_distance = 0;
};
/// The same clusters as on one machine; defined in strider::ranks. The ranks find the forest, and
/// rank 0, which has all its edges then, merges. `threads` is per rank. Throws UsageError if the
/// graph is directed, is not partitioned by 1d, or has 2^32 vertices; WeightError, MemoryError.
/// Collective.
[[nodiscard]] DistLinkedClusters single_linkage(const DistGraph& graph,
                                                const ClusterLimits& limits = {}, int threads = 1);

/// One merge, as a row of scipy's linkage matrices: vertex v is cluster v, and merge i makes
/// cluster n + i.
struct ClusterMerge {
  std::uint64_t first;  ///< below `second`
  std::uint64_t second;
  double distance;
  std::uint64_t size;  ///< vertices of the cluster that it makes
};
/// All merges, in order: as many as the forest has edges. Precondition, work and errors as
/// single_linkage.
template <class W>
[[nodiscard]] std::vector<ClusterMerge> linkage(std::span<const MsfEdge<W>> forest,
                                                Vertex num_vertices);

/// What makes labels clusters by single linkage.
enum class ClustersRule : std::uint8_t {
  kLeastVertex,  ///< the label of every vertex is the least one of its cluster
  kLinked,       ///< edges within the limit connect a cluster
  kApart,        ///< no edge that has to merge clusters connects two
  kCount,        ///< there are as many clusters as the limits leave
  kDistances     ///< the last merge and the next one are at the distances named
};
struct ClustersViolation {
  ClustersRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule
  std::string message;
};
struct ClustersValidation {
  std::vector<ClustersViolation> violations;  ///< at most one
  [[nodiscard]] bool passed() const { return violations.empty(); }
};
/// Checks labels, which may hold any value, against all edges of the graph: those of a weight up to
/// `claim.last_distance` may merge clusters, and those below it must, where a limit of distances
/// ended it those up to that limit, too. Without edges of the last distance there are more
/// clusters, and the lightest edge between two has the next one. O(n + m) work. Throws UsageError
/// if there are not as many labels as vertices; MemoryError; InterruptedError.
template <class W>
[[nodiscard]] ClustersValidation validate_single_linkage(const WeightedGraph<W>& graph,
                                                         const LinkedClusters& claim,
                                                         const ClusterLimits& limits = {});

/// The same on ranks, which distribute the listed edges of the input anew. Collective.
[[nodiscard]] ClustersValidation validate_single_linkage(const Cluster& cluster,
                                                         const DistInput& input,
                                                         const DistLinkedClusters& claim,
                                                         const ClusterLimits& limits = {},
                                                         int threads = 1);

/// Communities by the betweenness of edges (Girvan and Newman 2002): the edge of most shortest
/// paths is taken out, the least one of several, until the graph has `count` components.
struct SplitClusters : ComponentsResult {
  SplitClusters() = default;
  explicit SplitClusters(Array<Vertex> labels) : ComponentsResult(std::move(labels)) {}

  struct Split {
    std::uint64_t num_components;  ///< once the edge is taken out
    std::uint64_t num_removed;     ///< edges until then
    Edge edge;                     ///< the last one
  };
  /// Where a component split, one after the other.
  std::vector<Split> splits;
};
/// Called after each edge that is taken out; on ranks, on each of them.
using SplitProgress = std::function<void(std::uint64_t num_components, std::uint64_t num_removed)>;

/// O(n m) work for each edge that is taken out, with `threads` threads. Throws UsageError if the
/// graph is directed, or `count` is above the number of vertices; MemoryError; InterruptedError.
[[nodiscard]] SplitClusters split_by_betweenness(const Graph& graph, std::uint64_t count,
                                                 int threads = 0,
                                                 const SplitProgress& on_removal = nullptr);

/// The communities of a graph that ranks share. A value is the least vertex of one.
struct DistSplitClusters : DistVertexValues<GlobalVertex> {
  // The same on all ranks:
  ComponentSizes sizes;
  std::vector<SplitClusters::Split> splits;  ///< see SplitClusters
};
/// The same clusters and splits as on one machine; defined in strider::ranks. Every rank gathers
/// the graph, and the ranks share the searches of each round (betweenness_of_whole). `threads` is
/// per rank. Also throws UsageError if the graph is not partitioned by 1d. Collective.
[[nodiscard]] DistSplitClusters split_by_betweenness(const DistGraph& graph, std::uint64_t count,
                                                     int threads = 1,
                                                     const SplitProgress& on_removal = nullptr);

/// Checks that edges of the graph connect every cluster, that its label is its least vertex, and
/// that there are `count` clusters, or as many as the graph has components. Which edges have been
/// taken out, it does not check. Errors and work as validate_single_linkage.
[[nodiscard]] ClustersValidation validate_split(const Graph& graph, const SplitClusters& claim,
                                                std::uint64_t count);
/// The same on ranks, which distribute the listed edges of the input anew. Collective.
[[nodiscard]] ClustersValidation validate_split(const Cluster& cluster, const DistInput& input,
                                                const DistSplitClusters& claim, std::uint64_t count,
                                                int threads = 1);

}  // namespace strider
