// What shortest paths on a device are to code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "algorithms/sssp/weight_facts.hpp"
#include "gpu/device_object.hpp"
#include "strider/device_sssp.hpp"

namespace strider::detail {

/// Of the vertices reached.
struct ReachedByPaths {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;        ///< adjacency entries
  std::uint64_t self_loops = 0;  ///< of them
};

/// Keeps the distances of its last search on the device.
template <class W>
class DevicePaths {
 public:
  virtual ~DevicePaths() = default;
  /// Precondition: `source` is a vertex. Returns when the distances are final. Throws WeightError
  /// where one is too large for its type.
  virtual void search(Vertex source) = 0;
  virtual void download_distances(std::span<SsspDistance<W>> distances) = 0;
  /// Derives them first.
  virtual void download_parents(std::span<Vertex> parents) = 0;
  [[nodiscard]] virtual ReachedByPaths count_reached() = 0;
  /// Of SsspSolver::delta().
  [[nodiscard]] virtual double delta() const = 0;
};

// `arrays` are GraphArrays, `weights` a ValueArray<W>, of the same kind of device. Errors name
// vertices by `labels`. Options have been checked. Throw WeightError, UsageError, MemoryError.
namespace on_cuda {
template <class W>
[[nodiscard]] std::unique_ptr<DevicePaths<W>> make_device_paths(const DeviceObject& arrays,
                                                                const DeviceObject& weights,
                                                                const Labels& labels,
                                                                const DeviceSsspOptions& options);
}  // namespace on_cuda
namespace on_simt {
template <class W>
[[nodiscard]] std::unique_ptr<DevicePaths<W>> make_device_paths(const DeviceObject& arrays,
                                                                const DeviceObject& weights,
                                                                const Labels& labels,
                                                                const DeviceSsspOptions& options);
}  // namespace on_simt

}  // namespace strider::detail
