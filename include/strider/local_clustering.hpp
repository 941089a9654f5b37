// Local clustering coefficients: how many of the edges that there can be between the neighbours of
// a vertex there are (Watts and Strogatz 1998), as LDBC Graphalytics defines them (LCC).
// docs/graphalytics.md explains the method.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp

struct LocalClusteringOptions {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp); on ranks, as many per rank
  /// as the graph was partitioned with. Devices do not use them.
  int threads = 0;
  /// Called from time to time with the number of vertices done and of all, by one thread; on the
  /// host only. Must not throw.
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress = {};
};

/// What all vertices have together.
struct LocalClusteringSummary {
  double average = 0;  ///< of the coefficients, whose sum is rounded once; 0 without vertices
  std::uint64_t num_triangles = 0;  ///< of an undirected graph; 0 of a directed one
};

struct LocalClusteringResult : LocalClusteringSummary {
  /// By vertex: links / d (d - 1) of a directed graph, 2 links / d (d - 1) of an undirected one,
  /// where the vertex has d neighbours; 0 where it has fewer than two.
  Array<double> coefficients;
  /// By vertex: edges between its neighbours. In an undirected graph these are the triangles that
  /// the vertex is in.
  Array<std::uint64_t> links;
};

/// The neighbours of a vertex are all others that an edge joins with it, in either direction.
/// Self-loops do not count, parallel edges count as one. O(m sqrt(m)) work, 4 bytes an edge and
/// 4 bytes a vertex and thread. The result is the same for every number of threads. Throws
/// UsageError if the number of threads is absurd, MemoryError, InterruptedError.
[[nodiscard]] LocalClusteringResult local_clustering(const Graph& graph,
                                                     const LocalClusteringOptions& options = {});

/// Bit by bit the same, on the graph's device; defined in strider::gpu. Takes 12 bytes an arc and
/// 16 a vertex there. Also throws UsageError if the graph is directed.
[[nodiscard]] LocalClusteringResult local_clustering(const DeviceGraph& graph,
                                                     const LocalClusteringOptions& options = {});

/// The coefficients of a graph that ranks share, and the same summary on all of them. Move-only.
struct DistLocalClusteringResult : DistVertexValues<double>, LocalClusteringSummary {};

/// Bit by bit the coefficients of one machine; defined in strider::ranks. Beside the graph, a rank
/// takes 4 bytes for each edge of its own vertices, 12 and, of each thread, 4 for each local id,
/// and messages of a few MiB. Throws UsageError if the graph is directed, or not partitioned by 1d;
/// MemoryError. Collective.
[[nodiscard]] DistLocalClusteringResult local_clustering(
    const DistGraph& graph, const LocalClusteringOptions& options = {});

enum class LocalClusteringRule : std::uint8_t {
  kCoefficient  ///< links between the neighbours of a vertex, by the number that there can be
};
struct LocalClusteringViolation {
  LocalClusteringRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule
  std::string message;
};
struct LocalClusteringValidation {
  std::vector<LocalClusteringViolation> violations;  ///< at most one
  std::uint64_t num_wrong = 0;                       ///< vertices that break the rule
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks coefficients, which may hold any value, but for a relative error of 1e-9: looks for the
/// common neighbours of the ends of every edge, in the row of lower degree. O(m sqrt(m)
/// log(degree)) work, parallel; 12 bytes a vertex and 4 an arc. Throws UsageError if there are not
/// num_vertices coefficients; MemoryError.
[[nodiscard]] LocalClusteringValidation validate_local_clustering(
    const Graph& graph, std::span<const double> coefficients,
    const LocalClusteringOptions& options = {});

/// The same on ranks, along the edges as the input lists them, distributed anew. Throws Error where
/// the claim does not have every vertex exactly once. Collective.
[[nodiscard]] LocalClusteringValidation validate_local_clustering(
    const DistGraph& graph, const DistLocalClusteringResult& claim,
    const LocalClusteringOptions& options = {});

}  // namespace strider
