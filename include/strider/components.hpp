// Connected components; of a directed graph the weakly connected ones, as if edges led both ways.
//
// The label of a component is its least vertex, so that labels are the same wherever they are
// found: on the host, on a device, on ranks. docs/components.md explains the method.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "strider/array.hpp"
#include "strider/cluster.hpp"
#include "strider/graph.hpp"
#include "strider/results.hpp"
#include "strider/types.hpp"

namespace strider {

class Device;       // device.hpp
class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp
class DistInput;    // dist_graph.hpp

struct ComponentsOptions {
  /// 0: OMP_NUM_THREADS, or all cores the process may use (threads.hpp); on ranks, as many per rank
  /// as the graph was partitioned with. Devices do not use them.
  int threads = 0;
};

struct ComponentSizes {
  std::uint64_t num_components = 0;
  std::uint64_t num_isolated = 0;  ///< components of one vertex
  /// Label of the largest component; of several, the least one. ~0 of a graph without vertices.
  GlobalVertex largest = ~GlobalVertex{0};
  std::uint64_t largest_size = 0;  ///< its vertices
};

class ComponentsResult {
 public:
  ComponentsResult() = default;
  explicit ComponentsResult(Array<Vertex> labels) : labels_(std::move(labels)) {}
  /// By vertex: the least vertex of its component.
  [[nodiscard]] std::span<const Vertex> labels() const { return labels_.span(); }
  /// The first call counts, in O(n) and 4 bytes a vertex. That call is not thread-safe and can
  /// throw MemoryError.
  [[nodiscard]] const ComponentSizes& sizes() const;
  [[nodiscard]] std::uint64_t num_components() const { return sizes().num_components; }

 private:
  Array<Vertex> labels_;
  mutable std::optional<ComponentSizes> sizes_;
};
/// O(m log n) work; close to O(n) on a graph with one large component. Throws MemoryError.
[[nodiscard]] ComponentsResult components(const Graph& graph,
                                          const ComponentsOptions& options = {});
/// Runs on the graph's device; defined in strider::gpu.
[[nodiscard]] ComponentsResult components(const DeviceGraph& graph,
                                          const ComponentsOptions& options = {});

/// The components of a graph that ranks share. Move-only.
struct DistComponentsResult {
  std::vector<GlobalVertex> vertices;  ///< of this rank
  Array<GlobalVertex> labels;          ///< of `vertices`: the least vertex of each one's component
  // The same on all ranks:
  ComponentSizes sizes;
  double seconds = 0;  ///< until the last rank had its labels
  DistTraffic traffic;
};
/// Defined in strider::ranks. Throws UsageError if the graph is not partitioned by 1d; MemoryError.
/// Collective.
[[nodiscard]] DistComponentsResult components(const DistGraph& graph,
                                              const ComponentsOptions& options = {});
/// The same, each rank on its device (gpu.hpp says how ranks get theirs). Collective.
[[nodiscard]] DistComponentsResult components(const DistGraph& graph, const Device& device,
                                              const ComponentsOptions& options = {});

/// What a check of labels found.
struct ComponentsValidation {
  std::uint64_t num_components = 0;  ///< of the graph
  std::uint64_t num_wrong = 0;  ///< vertices whose label is not the least one of their component
  GlobalVertex first_wrong = ~GlobalVertex{0};
  [[nodiscard]] bool passed() const { return num_wrong == 0; }
};
/// Checks labels, which may hold any value, against a list of edges: finds the components by a
/// method of its own (Shiloach and Vishkin 1982). O(m log^2 n) work, parallel; 4 bytes a vertex.
/// Throws UsageError if there are not num_vertices labels, or if an end of an edge is not a vertex;
/// MemoryError.
[[nodiscard]] ComponentsValidation validate_components(const EdgeList& edges,
                                                       std::span<const Vertex> labels,
                                                       int threads = 0);
/// The same against a graph's adjacency.
[[nodiscard]] ComponentsValidation validate_components(const Graph& graph,
                                                       std::span<const Vertex> labels,
                                                       int threads = 0);
/// The same on ranks, which distribute the listed edges of the input anew. Collective.
[[nodiscard]] ComponentsValidation validate_components(const Cluster& cluster,
                                                       const DistInput& input,
                                                       const DistComponentsResult& result,
                                                       int threads = 1);

/// Writes "vertex component" as write_bfs_result writes trees; the component is the label, in the
/// input's own terms, of its least vertex.
void write_components_result(const Labels& labels, std::span<const Vertex> components,
                             const std::string& path, ResultFormat format, int threads = 0);
/// Reads such a file as read_bfs_result reads trees. kNoVertex stands for the component of a vertex
/// without a row, num_vertices for a label that no vertex has.
[[nodiscard]] Array<Vertex> read_components_result(const std::string& path, const Labels& labels,
                                                   Vertex num_vertices);
/// All ranks write one file, as write_result of dist.hpp. Collective.
void write_result(const Cluster& cluster, const DistInput& input,
                  const DistComponentsResult& result, const std::string& path, ResultFormat format);

}  // namespace strider
