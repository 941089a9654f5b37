// Searches on a device: methods and options. This header includes everything that devices do.
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
  kAuto,        ///< direction-optimizing; a persistent kernel while frontiers are small
  kEdgeMapped,  ///< threads share the frontier's edges evenly; each finds its own by binary search
  kVertexMapped,         ///< one thread per vertex of the frontier
  kTwc,                  ///< a thread, a warp or a block per vertex, by its degree
  kMergePath,            ///< blocks share vertices and edges evenly, by a merge path
  kDirectionOptimizing,  ///< top-down or bottom-up, whichever has less work ahead
  kPersistent,           ///< one kernel for the whole search: for graphs of high diameter
  // To measure the others against:
  kVertexParallel,  ///< one thread per vertex of the graph, at every level
  kScatterCompact   ///< edge-mapped, in two passes over an array of integers instead of atomics
};

/// "edge-mapped" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view device_bfs_method_name(DeviceBfsMethod method);
[[nodiscard]] std::optional<DeviceBfsMethod> device_bfs_method_from_name(std::string_view name);
[[nodiscard]] std::span<const DeviceBfsMethod> all_device_bfs_methods();

/// How the messages of ranks travel between devices.
enum class DeviceTransport : std::uint8_t {
  /// kGpuDirect if MPI reports on all ranks that it accepts the device's memory; else kHostStaged.
  kAuto,
  /// MPI works on pinned memory of the host; messages are copied between it and the device.
  kHostStaged,
  /// MPI works on the device's memory: kernels write and read messages there. Every MPI accepts the
  /// memory of an emulated device.
  kGpuDirect
};

/// "auto", "staged" or "gpu-direct". The second function returns nullopt for any other name.
[[nodiscard]] std::string_view device_transport_name(DeviceTransport transport);
[[nodiscard]] std::optional<DeviceTransport> device_transport_from_name(std::string_view name);

/// As in BfsTuning, the defaults suit most graphs and machines.
struct DeviceBfsTuning {
  /// The number of threads of a block: a multiple of 32, at most 1024.
  std::uint32_t block_threads = 256;
  /// The number of blocks per multiprocessor in one launch. 0: as many as it holds if one kernel
  /// runs the whole search, 32 if each level is a launch.
  std::uint32_t blocks_per_multiprocessor = 0;
  /// Edge-mapped, scatter-compact: the number of consecutive edges per thread, 1 to 16 (Bisson et
  /// al. 2014, section 3.4.1).
  std::uint32_t edges_per_thread = 4;
  /// A vertex with at least `warp_degree` neighbours gets a warp.
  std::uint32_t warp_degree = 32;
  /// Twc, and ranks with delegates: a vertex with at least `block_degree` neighbours gets a block
  /// (Merrill et al. 2012, section 5).
  std::uint32_t block_degree = 1024;
  /// Persistent, direction-optimizing, auto: all warps of the device share the row of a vertex with
  /// at least `grid_degree` neighbours.
  std::uint32_t grid_degree = 256;
  /// Direction-optimizing: the search goes bottom-up once the frontier's edges exceed
  /// `forward_factor` times those that a bottom-up level is expected to look at. It returns to
  /// top-down once they are fewer than `backward_factor` times these (Pan et al. 2018, section
  /// IV-B, with an estimate that knows of hubs).
  double forward_factor = 1;
  double backward_factor = 0.1;
  /// Direction-optimizing, auto: in a bottom-up level, a warp scans a row of at least this many
  /// neighbours, and a thread scans a shorter row.
  std::uint32_t long_row = 64;
  /// Persistent, auto: a single block expands a frontier of at most this many vertices while the
  /// other blocks wait. 0: never.
  std::uint32_t single_block_vertices = 1024;
  /// Persistent, auto: such a frontier has at most this many edges.
  std::uint64_t single_block_edges = 4096;
};

struct DeviceBfsOptions {
  DeviceBfsMethod method = DeviceBfsMethod::kAuto;
  DeviceBfsTuning tuning = {};
  /// kLevels fills BfsResult::trace().
  BfsTrace trace = BfsTrace::kOff;
  /// Used by searches on ranks (DistBfsSolver) only.
  DeviceTransport transport = DeviceTransport::kAuto;
};

// BfsSolver(DeviceGraph, DeviceBfsOptions) of bfs.hpp searches on the device. On ranks, use
// DistBfsSolver(DistGraph, Device, DistBfsOptions, DeviceBfsOptions) of dist.hpp. Each rank needs a
// device, which it may share with other ranks: Cluster::rank_on_machine() and Device::num_cuda()
// help to assign devices to ranks. That constructor is collective and documents its errors and its
// memory. Opening a device is not collective: pass an error of it to Cluster::throw_on_all_ranks
// before the ranks continue.

}  // namespace strider
