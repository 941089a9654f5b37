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
  kAuto,    ///< Borůvka's, where edges are many by light ones first
  kBoruvka  ///< by all edges at once: every fragment hooks itself to another by its first edge
};

/// "auto", "boruvka"; nullopt for a name that is none.
[[nodiscard]] std::string_view device_msf_method_name(DeviceMsfMethod method);
[[nodiscard]] std::optional<DeviceMsfMethod> device_msf_method_from_name(std::string_view name);
[[nodiscard]] std::span<const DeviceMsfMethod> all_device_msf_methods();

/// How a fragment keeps the first of its candidate edges.
enum class DeviceMsfWords : std::uint8_t {
  kAuto,    ///< packed where that is possible
  kPacked,  ///< weight and number in one word of 64 bits: weights of 32 bits, fewer than 2^32 arcs
  kSplit    ///< the weight first, then a number of 64 bits in a pass of its own
};

/// As BfsTuning: good speed does not depend on setting any of these values.
struct DeviceMsfTuning {
  /// Auto: light edges wanted for each vertex that has edges. Where the graph has not three times
  /// as many, all are light.
  double light_per_vertex = 2;
  /// Threads of a block: a multiple of 32 up to 1024.
  std::uint32_t block_threads = 256;
  /// Blocks that a multiprocessor gets; 0: as many as it holds.
  std::uint32_t blocks_per_multiprocessor = 0;
};

struct DeviceMsfOptions {
  DeviceMsfMethod method = DeviceMsfMethod::kAuto;
  MsfObjective objective = MsfObjective::kMinimum;
  DeviceMsfWords words = DeviceMsfWords::kAuto;
  DeviceMsfTuning tuning = {};
  /// Of the host, which adds up the weight of a forest; 0: every core the process may use.
  int threads = 0;
};

// MsfSolver(WeightedDeviceGraph, DeviceMsfOptions) of msf.hpp finds forests on the device.

}  // namespace strider
