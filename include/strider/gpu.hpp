// Searches on a device: methods and options. With device_msf.hpp, all that devices do.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "strider/bfs.hpp"
#include "strider/device.hpp"
#include "strider/device_betweenness.hpp"
#include "strider/device_msf.hpp"
#include "strider/device_sssp.hpp"

namespace strider {

/// The methods; docs/gpu.md says what each does and where it comes from.
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

/// How messages of ranks leave a device and come to one.
enum class DeviceTransport : std::uint8_t {
  /// GPU-direct if MPI says on all ranks that it takes the device's memory; else staged.
  kAuto,
  /// MPI sees pinned memory of the host, to which and from which messages are copied.
  kHostStaged,
  /// Kernels write messages where MPI takes them, and read them where it put them: in the device's
  /// memory. Any MPI takes that of an emulated device.
  kGpuDirect
};

/// "auto", "staged", "gpu-direct"; nullopt for a name that is none.
[[nodiscard]] std::string_view device_transport_name(DeviceTransport transport);
[[nodiscard]] std::optional<DeviceTransport> device_transport_from_name(std::string_view name);

/// As BfsTuning: good speed does not depend on setting any of these values.
struct DeviceBfsTuning {
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
  /// Blocks that a multiprocessor gets of one launch; 0: as many as it holds where one kernel is
  /// the whole search, 32 where a level is a launch.
  std::uint32_t blocks_per_multiprocessor = 0;
  /// Edge-mapped: consecutive edges of a thread, 1 to 16 (Bisson et al. 2014, section 3.4.1).
  std::uint32_t edges_per_thread = 4;
  /// Neighbours from which a vertex gets a warp, and a block (Merrill et al. 2012, section 5);
  /// where one kernel is the whole search, all warps of the device share the rows of the second
  /// class.
  std::uint32_t warp_degree = 32;
  std::uint32_t block_degree = 1024;
  /// Direction-optimizing: bottom-up where the frontier's edges exceed `forward_factor` times the
  /// estimated work of going bottom-up, back where they are fewer than `backward_factor` times it
  /// (Pan et al. 2018, section IV-B).
  double forward_factor = 0.1;
  double backward_factor = 0.001;
  /// Direction-optimizing, auto: bottom-up, a warp looks through a row of at least so many
  /// neighbours, a thread through a shorter one.
  std::uint32_t long_row = 64;
  /// Persistent, auto: a single block walks a frontier of up to so many vertices, while the others
  /// wait. 0: never.
  std::uint32_t single_block_vertices = 1024;
  /// Persistent, auto: and of up to so many edges.
  std::uint64_t single_block_edges = 4096;
};

struct DeviceBfsOptions {
  DeviceBfsMethod method = DeviceBfsMethod::kAuto;
  DeviceBfsTuning tuning = {};
  /// kLevels fills BfsResult::trace().
  BfsTrace trace = BfsTrace::kOff;
  /// Of searches on ranks (DistBfsSolver) only.
  DeviceTransport transport = DeviceTransport::kAuto;
};

// BfsSolver(DeviceGraph, DeviceBfsOptions) of bfs.hpp searches on the device. On ranks,
// DistBfsSolver(DistGraph, Device, DistBfsOptions, DeviceBfsOptions) of dist.hpp does, each rank on
// a device of its own or one that it shares: Cluster::rank_on_machine() and Device::num_cuda() help
// to deal them out. That constructor is collective and says what it throws and takes; opening a
// device is not collective, so that an error has to be thrown on all ranks
// (Cluster::throw_on_all_ranks) before the ranks continue.

}  // namespace strider
