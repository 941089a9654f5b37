// Spanning forests on a device: methods and options.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "strider/device.hpp"
#include "strider/msf.hpp"

namespace strider {

/// The methods; docs/notes/msf.md says what each does and where it comes from.
enum class DeviceMsfMethod : std::uint8_t {
  kAuto,    ///< Borůvka's method; on graphs with many edges, light edges first
  kBoruvka  ///< on all edges at once: every fragment hooks to another by its first edge
};

/// "auto" or "boruvka". The second function returns nullopt if no method has that name.
[[nodiscard]] std::string_view device_msf_method_name(DeviceMsfMethod method);
[[nodiscard]] std::optional<DeviceMsfMethod> device_msf_method_from_name(std::string_view name);
[[nodiscard]] std::span<const DeviceMsfMethod> all_device_msf_methods();

/// How a fragment keeps the first of its candidate edges.
enum class DeviceMsfWords : std::uint8_t {
  kAuto,    ///< packed if possible
  kPacked,  ///< weight and edge number in one word of 64 bits; requires weights of 32 bits and
            ///< fewer than 2^32 arcs
  kSplit    ///< first the weight, then an edge number of 64 bits in a second pass
};

/// As in BfsTuning, the defaults suit most graphs and machines.
struct DeviceMsfTuning {
  /// Auto: the target number of light edges per vertex that has edges. If the graph has less than
  /// three times as many edges, all edges are light.
  double light_per_vertex = 1;
  /// The number of threads of a block: a multiple of 32, at most 1024.
  std::uint32_t block_threads = 256;
  /// The number of blocks per multiprocessor; 0: as many as it holds.
  std::uint32_t blocks_per_multiprocessor = 0;
};

struct DeviceMsfOptions {
  DeviceMsfMethod method = DeviceMsfMethod::kAuto;
  MsfObjective objective = MsfObjective::kMinimum;
  DeviceMsfWords words = DeviceMsfWords::kAuto;
  DeviceMsfTuning tuning = {};
  /// The number of host threads, which add up the weight of a forest; 0: all cores that the process
  /// may use.
  int threads = 0;
};

// MsfSolver(WeightedDeviceGraph, DeviceMsfOptions) of msf.hpp finds forests on the device.

}  // namespace strider
