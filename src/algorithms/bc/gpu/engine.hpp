// What betweenness on a device is to code that knows no kind of device.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/bc/engine.hpp"
#include "algorithms/bc/gpu/bytes.hpp"
#include "algorithms/bc/sampling/path_drawer.hpp"
#include "gpu/device_object.hpp"
#include "strider/device_betweenness.hpp"

namespace strider::detail {

/// How sources are searched from, a block each.
struct SourceSearchSettings {
  SourceWalk walk = SourceWalk::kByQueues;
  std::uint32_t block_threads = 256;
  /// Sources at once; 0: as many as the device has use for, and a share of its free memory room.
  std::uint32_t sources_at_once = 0;
  /// Hybrid: levels of so many vertices are walked by all edges.
  std::uint32_t edges_from = ~std::uint32_t{0};
};

/// How sources are searched from, 32 to a warp.
struct BatchedSearchSettings {
  /// Levels that a search may have, the first one included.
  std::uint32_t levels = 1;
  /// Of 32 sources, at once.
  std::uint32_t batches = 1;
  std::uint32_t block_threads = 256;
  /// Of the rows. kSingle: at most kMostFloatLevels levels.
  BetweennessPrecision precision = BetweennessPrecision::kDouble;
};

/// How paths are drawn, a block each.
struct PathDrawerSettings {
  std::uint64_t seed = 1;
  std::uint32_t block_threads = 256;
  /// 0: as many as the device has use for, and `room` holds.
  std::uint32_t paths_at_once = 0;
  /// Bytes; 0: half of the device's free memory.
  std::uint64_t room = 0;
  /// Samples whose hits stay on the device at most: those of a vertex are counted in 32 bits.
  std::uint64_t most_kept = 0xFFFF'FFFF;
};

/// Adds up dependencies on a device.
class DeviceBcEngine {
 public:
  virtual ~DeviceBcEngine() = default;
  /// `sums`, one an arc or vertex of the problem, become what the sources bring, added up in their
  /// order, however many are searched from at once; returns the arcs that start at vertices
  /// reached.
  virtual std::uint64_t sum_up(std::span<const Vertex> sources, std::span<double> sums) = 0;
  /// As sum_up, but adds to sums that are on the device; returns when they are there.
  virtual std::uint64_t add_to(std::span<const Vertex> sources, double* sums) = 0;
};

/// By searches of a block a source.
class DeviceSourceSearch : public DeviceBcEngine {
 public:
  /// The largest level that a search from each of the sources reaches.
  [[nodiscard]] virtual std::vector<Level> depths(std::span<const Vertex> sources) = 0;
  /// Settings::edges_from, from now on.
  virtual void walk_edges_from(std::uint32_t vertices) = 0;
  [[nodiscard]] virtual std::uint32_t sources_at_once() const = 0;
};

namespace on_cuda {
/// The problem on the device, for the searches below. `arrays` are GraphArrays of the same kind of
/// device: of the problem's graph or, where `needs_graph`, of another. `by_source`, `by_target`:
/// with arcs in coordinate form. `arrays` and the problem outlive what is made. Throws MemoryError.
[[nodiscard]] std::shared_ptr<const DeviceObject> put_on_device(const DeviceObject& arrays,
                                                                const BcProblem& problem,
                                                                bool needs_graph, bool by_source,
                                                                bool by_target);
/// Throws MemoryError, UsageError where the device cannot hold blocks of so many threads.
[[nodiscard]] std::unique_ptr<DeviceSourceSearch> make_source_search(
    const std::shared_ptr<const DeviceObject>& problem, const SourceSearchSettings& settings);
/// For scores of vertices. `for_deep` searches from the sources of batches of more levels. Throws
/// MemoryError.
[[nodiscard]] std::unique_ptr<DeviceBcEngine> make_batched_search(
    const std::shared_ptr<const DeviceObject>& problem, const BatchedSearchSettings& settings,
    std::shared_ptr<DeviceBcEngine> for_deep);
/// Throws MemoryError, UsageError where the device cannot hold blocks of so many threads.
[[nodiscard]] std::unique_ptr<PathDrawer> make_path_drawer(
    const std::shared_ptr<const DeviceObject>& problem, const PathDrawerSettings& settings);
/// The adjacency, as it is on the device.
void download_rows(const DeviceObject& arrays, std::span<EdgeIndex> offsets,
                   std::span<Vertex> targets);
/// The weights, as they are on the device of `arrays`.
template <class W>
void download_weights(const DeviceObject& arrays, const DeviceObject& weights, std::span<W> to);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::shared_ptr<const DeviceObject> put_on_device(const DeviceObject& arrays,
                                                                const BcProblem& problem,
                                                                bool needs_graph, bool by_source,
                                                                bool by_target);
[[nodiscard]] std::unique_ptr<DeviceSourceSearch> make_source_search(
    const std::shared_ptr<const DeviceObject>& problem, const SourceSearchSettings& settings);
[[nodiscard]] std::unique_ptr<DeviceBcEngine> make_batched_search(
    const std::shared_ptr<const DeviceObject>& problem, const BatchedSearchSettings& settings,
    std::shared_ptr<DeviceBcEngine> for_deep);
[[nodiscard]] std::unique_ptr<PathDrawer> make_path_drawer(
    const std::shared_ptr<const DeviceObject>& problem, const PathDrawerSettings& settings);
void download_rows(const DeviceObject& arrays, std::span<EdgeIndex> offsets,
                   std::span<Vertex> targets);
template <class W>
void download_weights(const DeviceObject& arrays, const DeviceObject& weights, std::span<W> to);
}  // namespace on_simt

}  // namespace strider::detail
