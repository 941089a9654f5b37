// Searches on a device: methods and options.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "strider/bfs.hpp"
#include "strider/device.hpp"

namespace strider {

/// The methods; docs/gpu says what each does and where it comes from.
enum class DeviceBfsMethod : std::uint8_t {
  kAuto,                 ///< direction-optimizing, and as persistent while frontiers are small
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
  /// kLevels fills BfsResult::trace().
  BfsTrace trace = BfsTrace::kOff;
};

// BfsSolver(DeviceGraph, DeviceBfsOptions) of bfs.hpp searches on the device.

}  // namespace strider
