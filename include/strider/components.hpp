// Connected components; of a directed graph the weakly connected ones, as if edges led both ways.
//
// The label of a component is its least vertex, so that labels are the same wherever they are
// found: on the host, on a device, on ranks. docs/components.md explains the method.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "strider/array.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"
#include "strider/validate.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

class Device;       // device.hpp
class DeviceGraph;  // device.hpp
class DistGraph;    // dist_graph.hpp

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

  /// Adds a component, or nothing where it has no vertices.
  void add(GlobalVertex label, std::uint64_t size);
  /// Adds other components.
  void merge(const ComponentSizes& others);
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

/// The components of a graph that ranks share. A value is the least vertex of a component.
struct DistComponentsResult : DistVertexValues<GlobalVertex> {
  ComponentSizes sizes;  ///< the same on all ranks
};
/// Defined in strider::ranks. Throws UsageError if the graph is not partitioned by 1d; MemoryError.
/// Collective.
[[nodiscard]] DistComponentsResult components(const DistGraph& graph,
                                              const ComponentsOptions& options = {});
/// The same, each rank on its device (gpu.hpp says how ranks get theirs). Collective.
[[nodiscard]] DistComponentsResult components(const DistGraph& graph, const Device& device,
                                              const ComponentsOptions& options = {});

/// Checks labels on ranks, which distribute the listed edges of the input anew; as
/// validate_components of validate.hpp. Collective.
[[nodiscard]] ComponentsValidation validate_components(const Cluster& cluster,
                                                       const DistInput& input,
                                                       const DistComponentsResult& result,
                                                       int threads = 1);

}  // namespace strider
