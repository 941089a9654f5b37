// Communities by synchronous label propagation, as LDBC Graphalytics defines them (CDLP; after
// Raghavan, Albert and Kumara 2007). docs/graphalytics.md explains the method.
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

struct LabelPropagationOptions {
  /// Ends earlier where an iteration changes no label.
  std::uint32_t iterations = 10;
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp). Devices do not use them.
  int threads = 0;
  /// Called after each iteration with the number done and of all, by one thread, on every rank that
  /// sets it; not on devices. Must not throw.
  std::function<void(std::uint64_t done, std::uint64_t total)> on_progress = {};
};

struct LabelPropagationResult {
  Array<Vertex> labels;  ///< by vertex: a vertex of its community
  std::uint32_t iterations = 0;
};

/// Every vertex begins with itself as its label. In an iteration, all vertices take the label that
/// most of their neighbours have, the least of several; a vertex without neighbours keeps its own.
/// In a directed graph, a neighbour that edges join both ways counts twice; parallel edges count
/// each. The labels are the same for every number of threads. O(n + m) expected work an iteration.
/// Throws UsageError if the number of threads is absurd, MemoryError, InterruptedError.
[[nodiscard]] LabelPropagationResult label_propagation(const Graph& graph,
                                                       const LabelPropagationOptions& options = {});

/// The same labels, on the graph's device; defined in strider::gpu. Takes 16 bytes an arc and 12 a
/// vertex there. Also throws UsageError if the graph is directed.
[[nodiscard]] LabelPropagationResult label_propagation(const DeviceGraph& graph,
                                                       const LabelPropagationOptions& options = {});

/// The labels of a graph that ranks share.
struct DistLabelPropagationResult : DistVertexValues<GlobalVertex> {
  // The same on all ranks:
  std::uint32_t iterations = 0;
  std::uint64_t num_communities = 0;
};
/// The same labels as on one machine; defined in strider::ranks. Throws UsageError if the graph is
/// directed, or not partitioned by 1d; MemoryError. Collective.
[[nodiscard]] DistLabelPropagationResult label_propagation(
    const DistGraph& graph, const LabelPropagationOptions& options = {});

enum class LabelPropagationRule : std::uint8_t {
  kMostFrequent  ///< a label is that of most neighbours, an iteration after the other
};
struct LabelPropagationViolation {
  LabelPropagationRule rule;
  GlobalVertex vertex;  ///< the smallest one that breaks the rule
  std::string message;
};
struct LabelPropagationValidation {
  std::vector<LabelPropagationViolation> violations;  ///< at most one
  std::uint64_t num_wrong = 0;                        ///< vertices that break the rule
  [[nodiscard]] bool passed() const { return violations.empty(); }
};

/// Checks labels, which may hold any value: propagates them once more, by sorting. O(m log(degree))
/// work an iteration, parallel; 8 bytes a vertex. Throws UsageError if there are not num_vertices
/// labels; MemoryError.
[[nodiscard]] LabelPropagationValidation validate_label_propagation(
    const Graph& graph, std::span<const Vertex> labels,
    const LabelPropagationOptions& options = {});

/// The same on ranks, of the graph as it is partitioned. Collective.
[[nodiscard]] LabelPropagationValidation validate_label_propagation(
    const DistGraph& graph, const DistLabelPropagationResult& claim,
    const LabelPropagationOptions& options = {});

}  // namespace strider
