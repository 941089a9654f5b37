// Core numbers: a vertex has core number k if it is in the k-core, the largest subgraph in which
// every vertex has k edges, and not in the (k + 1)-core (Seidman 1983). docs/core.md explains the
// methods.
//
// Every edge counts, parallel ones, too; self-loops do not. In a directed graph an edge counts at
// both of its ends, as if it led both ways.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

class Device;       // device.hpp
class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp

struct CoreOptions {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp); on ranks, as many per rank
  /// as the graph was partitioned with. Devices do not use them.
  int threads = 0;
};

struct CoreResult {
  Array<std::uint32_t> cores;    ///< core numbers by vertex
  std::uint32_t degeneracy = 0;  ///< the highest core number; 0 of a graph without vertices
};
/// The same on any number of threads, ranks and devices. O(n + m) work. Precondition: no vertex has
/// 2^32 edges or more. Throws MemoryError.
[[nodiscard]] CoreResult core_numbers(const Graph& graph, const CoreOptions& options = {});
[[nodiscard]] inline CoreResult core_numbers(const AnyGraph& graph,
                                             const CoreOptions& options = {}) {
  return core_numbers(topology(graph), options);
}
/// Runs on the graph's device; defined in strider::gpu. Also throws UsageError if the graph is
/// directed.
[[nodiscard]] CoreResult core_numbers(const DeviceGraph& graph, const CoreOptions& options = {});

/// Core numbers of a graph that ranks share.
struct DistCoreResult : DistVertexValues<std::uint32_t> {
  std::uint32_t degeneracy = 0;  ///< the same on all ranks
};
/// Defined in strider::ranks. Throws UsageError if the graph is directed, or not partitioned by 1d;
/// MemoryError. Collective.
[[nodiscard]] DistCoreResult core_numbers(const DistGraph& graph, const CoreOptions& options = {});

/// All vertices in an order in which each has at most `degeneracy` edges to later ones: by core
/// numbers, and of those of one core number in the order of a queue. O(n + m) work by one thread.
/// Precondition: `result` is of this graph. Throws MemoryError.
[[nodiscard]] Array<Vertex> degeneracy_order(const Graph& graph, const CoreResult& result);

/// What makes numbers core numbers.
enum class CoreRule : std::uint8_t {
  kEnoughEdges,  ///< as many edges as the core number lead to vertices of no smaller one
  kPeeled        ///< vertices of one core number can be removed one after the other, each when no
                 ///< more edges than that lead to those of greater ones and to those that remain
};

struct CoreViolation {
  CoreRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule
  std::string message;
};

struct CoreValidation {
  std::vector<CoreViolation> violations;  ///< at most one per rule
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks core numbers, which may hold any value. The first rule proves that no number is too high,
/// the second that none is too low. O(n + m) work. Throws UsageError if there are not as many
/// numbers as vertices; MemoryError.
[[nodiscard]] CoreValidation validate_core(const Graph& graph, std::span<const std::uint32_t> cores,
                                           int threads = 0);
/// The same on ranks, of the graph as it is partitioned. Collective.
[[nodiscard]] CoreValidation validate_core(const DistGraph& graph, const DistCoreResult& result);

}  // namespace strider
