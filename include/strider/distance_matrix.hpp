// The distances from many sources at once, by hops.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/cluster.hpp"
#include "strider/graph.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"

namespace strider {

/// A row for each source. Move-only.
struct DistanceMatrix {
  std::size_t num_sources = 0;
  Vertex num_vertices = 0;
  /// Row after row.
  Array<Level> levels;

  /// By vertex: its distance from source number i, kUnreached where there is no path.
  [[nodiscard]] std::span<const Level> row(std::size_t i) const {
    return levels.span().subspan(i * num_vertices, num_vertices);
  }
};

/// The distances from each source, in the order given; a source may come again. Searches from 128
/// sources side by side (Then et al., "The more the merrier: efficient multi-source graph
/// traversal", PVLDB 2014), in about the time of a few. 4 bytes a source and vertex. `threads`: 0:
/// OMP_NUM_THREADS, or all cores the process may use. Throws UsageError if a source is not a
/// vertex, MemoryError, InterruptedError.
[[nodiscard]] DistanceMatrix distances(const Graph& graph, std::span<const Vertex> sources,
                                       int threads = 0);

/// Writes them as results.hpp says: "source vertex level", a row for each source of each vertex.
/// Precondition: the matrix has a row for each source. Throws the errors of write_bfs_result, and
/// UsageError for .ldbc.
void write_distances(const Labels& labels, std::span<const Vertex> sources,
                     const DistanceMatrix& distances, const std::string& path, ResultFormat format,
                     int threads = 0);

class DeviceGraph;  // device.hpp

/// The same by the graph's device, 64 searches side by side. Defined in strider::gpu.
[[nodiscard]] DistanceMatrix distances(const DeviceGraph& graph, std::span<const Vertex> sources);

class DistGraph;  // dist_graph.hpp
class DistInput;  // dist_graph.hpp

/// What one rank has: a row for each of its vertices, with the distances to it. Move-only.
struct DistDistances {
  std::vector<GlobalVertex> vertices;  ///< of this rank
  /// Row after row: from each source, in the order given; kUnreached where there is no path.
  Array<Level> levels;
  // The same on all ranks:
  std::size_t num_sources = 0;
  std::uint64_t num_reached = 0;  ///< vertices, of all sources together
  Level num_levels = 0;           ///< the most of a source
  double seconds = 0;             ///< until the last rank had its rows
  DistTraffic traffic;
};
/// All ranks search from 64 sources side by side, which are the same on all ranks. Defined in
/// strider::ranks. Throws UsageError if a source is not a vertex, or if the graph is not
/// partitioned by 1d; MemoryError. Collective.
[[nodiscard]] DistDistances distances(const DistGraph& graph, std::span<const GlobalVertex> sources,
                                      int threads = 0);
/// All ranks write the same file as one machine does. Throws the same errors. Collective.
void write_distances(const Cluster& cluster, const DistInput& input,
                     std::span<const GlobalVertex> sources, const DistDistances& result,
                     const std::string& path, ResultFormat format);

/// What makes levels the distances from a source.
enum class DistanceRule : std::uint8_t {
  kSource,  ///< the source, and no other vertex, has level 0
  kEdges,   ///< an edge from a reached vertex leads to one at most one level later
  kReached  ///< from one level earlier an edge leads to every other vertex that has a level
};
struct DistanceViolation {
  DistanceRule rule;
  std::size_t row;      ///< of the first source whose distances are wrong
  GlobalVertex vertex;  ///< the first vertex that breaks the rule there
  std::string message;
};
struct DistancesValidation {
  std::vector<DistanceViolation> violations;  ///< at most one
  [[nodiscard]] bool passed() const { return violations.empty(); }
};
/// Holds every row against all edges, whatever values it has: O(n + m) work a source, in parallel;
/// a byte a vertex and thread. Throws UsageError if the matrix is not of that size, or a source is
/// not a vertex; MemoryError.
[[nodiscard]] DistancesValidation validate_distances(const Graph& graph,
                                                     std::span<const Vertex> sources,
                                                     const DistanceMatrix& claim, int threads = 0);

/// The same on ranks, which distribute the listed edges of the input anew. Collective.
[[nodiscard]] DistancesValidation validate_distances(const Cluster& cluster, const DistInput& input,
                                                     std::span<const GlobalVertex> sources,
                                                     const DistDistances& claim, int threads = 1);

}  // namespace strider
