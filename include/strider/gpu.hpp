// Searches on a device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "strider/bfs.hpp"
#include "strider/device.hpp"

namespace strider {

/// The methods; docs/gpu says what each does and where it comes from.
enum class DeviceBfsMethod : std::uint8_t {
  kAuto,                 ///< the fastest for the graph given, by what it sees while running
  kEdgeMapped,           ///< threads share the frontier's edges evenly, found by binary search
  kVertexMapped,         ///< a thread a vertex of the frontier
  kTwc,                  ///< a thread, a warp or a block a vertex, by its degree
  kMergePath,            ///< blocks share vertices and edges evenly
  kDirectionOptimizing,  ///< top-down or bottom-up, by the work ahead
  kPersistent            ///< one kernel for the whole search: for graphs of high diameter
};

/// "edge-mapped" and so on; nullopt for a name that is none.
[[nodiscard]] std::string_view device_bfs_method_name(DeviceBfsMethod method);
[[nodiscard]] std::optional<DeviceBfsMethod> device_bfs_method_from_name(std::string_view name);
[[nodiscard]] std::span<const DeviceBfsMethod> all_device_bfs_methods();

struct DeviceBfsOptions {
  DeviceBfsMethod method = DeviceBfsMethod::kAuto;
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
  /// Edge-mapped: consecutive edges of a thread, 1 to 16 (Bisson et al. 2014, section 3.4.1).
  std::uint32_t edges_per_thread = 4;
  /// Twc: neighbours from which a vertex gets a warp, and a block (Merrill et al. 2012, section 5).
  std::uint32_t warp_degree = 32;
  std::uint32_t block_degree = 1024;
  /// Direction-optimizing: bottom-up where the frontier's edges exceed `forward_factor` times the
  /// estimated work of going bottom-up, back where they are fewer than `backward_factor` times it
  /// (Pan et al. 2018, section IV-B).
  double forward_factor = 0.1;
  double backward_factor = 0.001;
  /// kLevels fills DeviceBfsResult::trace(), at the cost of a wait a level.
  BfsTrace trace = BfsTrace::kOff;
};

/// A breadth-first tree that stays on the device until it is asked for. Move-only. It is in the
/// solver's memory: what has not been asked for is gone with the solver's next run.
class DeviceBfsResult {
 public:
  DeviceBfsResult();
  DeviceBfsResult(DeviceBfsResult&&) noexcept;
  DeviceBfsResult& operator=(DeviceBfsResult&&) noexcept;
  ~DeviceBfsResult();

  [[nodiscard]] Vertex source() const;
  [[nodiscard]] Vertex num_reached() const;
  /// The source's level counts as one.
  [[nodiscard]] Level num_levels() const;
  /// Edges with both ends reached (undirected once; directed: out of reached vertices). Counted on
  /// the device when first asked for.
  [[nodiscard]] EdgeIndex num_edges_reached() const;
  /// Copied from the device by the first call; kNoVertex where unreached, the source is its own
  /// parent.
  [[nodiscard]] std::span<const Vertex> parents() const;
  /// Copied from the device by the first call.
  [[nodiscard]] LevelView levels() const;
  /// One entry a level where DeviceBfsOptions::trace asked for it, else empty.
  [[nodiscard]] std::span<const BfsLevelTrace> trace() const;

 private:
  friend class DeviceBfsSolver;
  struct State;
  std::unique_ptr<State> state_;
};

/// Searches one graph on its device from any number of sources, keeping its workspace in between.
class DeviceBfsSolver {
 public:
  /// Throws UsageError on options out of range, MemoryError where the device has not enough memory
  /// for the workspace.
  explicit DeviceBfsSolver(DeviceGraph graph, const DeviceBfsOptions& options = {});
  DeviceBfsSolver(DeviceBfsSolver&&) noexcept;
  DeviceBfsSolver& operator=(DeviceBfsSolver&&) noexcept;
  ~DeviceBfsSolver();

  /// Returns when the tree is on the device. Throws UsageError where `source` is not a vertex.
  void run(Vertex source, DeviceBfsResult& result);
  [[nodiscard]] DeviceBfsResult run(Vertex source);
  /// Of the workspace, on the device.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace strider
