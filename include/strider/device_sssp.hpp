// Shortest paths on a device: methods and options.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "strider/device.hpp"
#include "strider/sssp.hpp"

namespace strider {

/// The methods; docs/notes/sssp.md says what each does and where it comes from.
enum class DeviceSsspMethod : std::uint8_t {
  kAuto,  ///< near-far; Bellman-Ford if all weights are equal, as then no vertex is settled twice,
          ///< or if there is no memory for a copy of the edges by weight
  /// First what lies up to a bound; all else waits on a pile. Copies the arcs, the lightest of each
  /// vertex first, when the solver is made.
  kNearFar,
  kBellmanFord  ///< rounds over the vertices whose distance changed
};

/// "near-far" and so on. The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view device_sssp_method_name(DeviceSsspMethod method);
[[nodiscard]] std::optional<DeviceSsspMethod> device_sssp_method_from_name(std::string_view name);
[[nodiscard]] std::span<const DeviceSsspMethod> all_device_sssp_methods();

/// When the parents are derived from the distances.
enum class DeviceSsspParents : std::uint8_t {
  kWhenAsked,  ///< at the first call that asks for them, or when the next search begins
  kWithSearch  ///< on the device, before run() returns
};

/// As in BfsTuning, the defaults suit most graphs and machines.
struct DeviceSsspTuning {
  /// The number of threads of a block: a multiple of 32, at most 1024.
  std::uint32_t block_threads = 256;
  /// The number of blocks per multiprocessor; 0: as many as it holds.
  std::uint32_t blocks_per_multiprocessor = 0;
  /// A vertex with at least `warp_degree` edges gets a warp; one with at least `grid_degree` edges
  /// gets all warps of the device.
  std::uint32_t warp_degree = 32;
  std::uint32_t grid_degree = 256;
  /// A single block continues while at most this many vertices, with at most this many edges, are
  /// left in a round; the other blocks wait. 0: never.
  std::uint32_t single_block_vertices = 1024;
  std::uint64_t single_block_edges = 4096;
};

struct DeviceSsspOptions {
  DeviceSsspMethod method = DeviceSsspMethod::kAuto;
  /// Near-far, auto: the amount by which the bound rises once all vertices up to it are done; 0:
  /// chosen from weights and degrees: as Davidson, Baxter, Garland and Owens (2014) do or, where
  /// light edges connect most of a graph of low diameter, from how far these lead.
  double delta = 0;
  /// As in SsspOptions.
  double cutoff = std::numeric_limits<double>::infinity();
  std::optional<Vertex> target = std::nullopt;
  DeviceSsspParents parents = DeviceSsspParents::kWhenAsked;
  DeviceSsspTuning tuning = {};
};

// SsspSolver<W>(WeightedDeviceGraph<W>, DeviceSsspOptions) of sssp.hpp searches on the device.

}  // namespace strider
