// What a search on a device is to code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bfs/tree.hpp"
#include "gpu/device_object.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

/// What is known of a search without a look at its tree.
struct DeviceSearchFacts {
  Vertex num_reached = 0;
  Level num_levels = 0;
  bool ended_at_target = false;  ///< what is farther was left out
  std::vector<BfsLevelTrace> trace;
};

/// Of the vertices reached.
struct ReachedArcs {
  std::uint64_t arcs = 0;        ///< adjacency entries
  std::uint64_t self_loops = 0;  ///< of them
};

/// Keeps the tree of its last search on the device.
class DeviceBfsEngine {
 public:
  virtual ~DeviceBfsEngine() = default;
  /// Precondition: the sources are vertices, ascending, each once. Returns when the tree is
  /// complete.
  virtual void search(const BfsQuery& query, DeviceSearchFacts& facts) = 0;
  virtual void download_parents(std::span<Vertex> parents) = 0;
  /// Levels, LevelView::kNarrowUnreached or kUnreached where the search did not come.
  virtual void download_levels(std::span<std::uint8_t> levels) = 0;
  virtual void download_levels(std::span<Level> levels) = 0;
  [[nodiscard]] virtual ReachedArcs count_reached_arcs() = 0;
};

// `arrays` are GraphArrays of the same kind of device. Options have been checked.
// Throw MemoryError.
namespace on_cuda {
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_device_bfs(const DeviceObject& arrays,
                                                               const DeviceBfsOptions& options);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DeviceBfsEngine> make_device_bfs(const DeviceObject& arrays,
                                                               const DeviceBfsOptions& options);
}  // namespace on_simt

}  // namespace strider::detail
