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
  kAuto,     ///< near-far; Bellman-Ford where all weights are equal, so that nothing is done twice
  kNearFar,  ///< vertices up to a bound first, all others on a pile
  kBellmanFord  ///< rounds over the vertices whose distance changed
};

/// "near-far" and so on; nullopt for a name that is none.
[[nodiscard]] std::string_view device_sssp_method_name(DeviceSsspMethod method);
[[nodiscard]] std::optional<DeviceSsspMethod> device_sssp_method_from_name(std::string_view name);
[[nodiscard]] std::span<const DeviceSsspMethod> all_device_sssp_methods();

/// When parents are derived from distances.
enum class DeviceSsspParents : std::uint8_t {
  kWhenAsked,  ///< by the first that asks for them, or when the next search begins
  kWithSearch  ///< on the device, before run() returns
};

/// As BfsTuning: good speed does not depend on setting any of these values.
struct DeviceSsspTuning {
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
  /// Blocks that a multiprocessor gets; 0: as many as it holds.
  std::uint32_t blocks_per_multiprocessor = 0;
  /// Edges from which a vertex gets a warp, and all warps of the device.
  std::uint32_t warp_degree = 32;
  std::uint32_t block_degree = 1024;
  /// A single block continues while there are up to so many vertices to do, and so many edges of
  /// theirs; the others wait. 0: never.
  std::uint32_t single_block_vertices = 1024;
  std::uint64_t single_block_edges = 4096;
};

struct DeviceSsspOptions {
  DeviceSsspMethod method = DeviceSsspMethod::kAuto;
  /// Near-far, auto: by how much the bound is raised when all up to it are done; 0: chosen from
  /// weights and degrees (Davidson, Baxter, Garland, Owens 2014).
  double delta = 0;
  /// As of SsspOptions.
  double cutoff = std::numeric_limits<double>::infinity();
  std::optional<Vertex> target = std::nullopt;
  DeviceSsspParents parents = DeviceSsspParents::kWhenAsked;
  DeviceSsspTuning tuning = {};
};

// SsspSolver<W>(WeightedDeviceGraph<W>, DeviceSsspOptions) of sssp.hpp searches on the device.

}  // namespace strider
