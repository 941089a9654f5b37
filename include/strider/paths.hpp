// Shortest paths by hops between two vertices, by searches from both ends at once.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider {

class DeviceGraph;        // device.hpp
struct DeviceBfsOptions;  // gpu.hpp

struct Path {
  /// From the source to the target, both included; empty if no path leads there.
  std::vector<Vertex> vertices;
  /// Vertices that the search has reached, from either end.
  std::uint64_t touched = 0;

  [[nodiscard]] bool found() const { return !vertices.empty(); }
  /// The number of edges. Precondition: found().
  [[nodiscard]] Level hops() const { return static_cast<Level>(vertices.size() - 1); }
};

/// Finds paths in one graph, one after the other, and keeps its arrays between them. Not
/// thread-safe: each thread needs one of its own.
class PathFinder {
 public:
  /// Takes 8 bytes a vertex. Of a directed graph it takes the transpose, which is built where there
  /// is none. Throws MemoryError.
  explicit PathFinder(Graph graph);
  PathFinder(PathFinder&&) noexcept;
  PathFinder& operator=(PathFinder&&) noexcept;
  ~PathFinder();

  /// A shortest path, the same in every run. One thread searches level by level, from the end
  /// whose frontier has fewer edges, until a vertex is reached from both (Pohl 1971). Work and
  /// memory accesses are those of the edges looked at, however large the graph is: in graphs whose
  /// levels grow fast, few. O(n + m) at worst. Throws UsageError if an end is not a vertex;
  /// MemoryError.
  [[nodiscard]] Path run(Vertex source, Vertex target);

 private:
  struct State;
  std::unique_ptr<State> state_;
};
/// PathFinder(graph).run(source, target), in O(n) more.
[[nodiscard]] Path shortest_path(const Graph& graph, Vertex source, Vertex target);

/// A shortest path of a search on the graph's device from the source, which ends once the target is
/// found; defined in strider::gpu. Throws UsageError if an end is not a vertex, or as BfsSolver
/// does; MemoryError.
[[nodiscard]] Path shortest_path(const DeviceGraph& graph, Vertex source, Vertex target,
                                 const DeviceBfsOptions& options);

}  // namespace strider
