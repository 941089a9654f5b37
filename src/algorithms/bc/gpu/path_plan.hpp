// How paths are drawn on a device.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bc/gpu/plans.hpp"
#include "algorithms/bc/sampling/path_drawer.hpp"

namespace strider::detail {

/// How paths are drawn, a block each.
struct PathDrawerSettings {
  std::uint64_t seed = 1;
  std::uint32_t block_threads = 256;
  std::uint32_t paths_at_once = 1;
  /// Samples whose hits stay on the device at most: those of a vertex are counted in 32 bits.
  std::uint64_t most_kept = 0xFFFF'FFFF;
};

/// Paths drawn by a block each.
class DevicePathDrawer : public PathDrawer {
 public:
  /// Blocks that the device runs at the same time.
  [[nodiscard]] virtual std::uint32_t blocks() const = 0;
};

/// Who draws paths on the device, as many at once as the options say, or as there is use for and
/// half of `room` bytes hold.
[[nodiscard]] std::shared_ptr<PathDrawer> declare_path_drawer(Workspace& workspace,
                                                              const DeviceQuestion& question,
                                                              std::uint64_t seed,
                                                              std::uint64_t room);

}  // namespace strider::detail
