// Schedules that emulated devices run threads by in tests of searches: in turn, interrupted
// anywhere, with somebody held back. A real device has its own, and takes the sizes of blocks
// alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "strider/device.hpp"

namespace strider::test {

struct Schedule {
  std::string name;
  SimtOptions device;
  std::uint32_t block_threads;
};
inline const Schedule kOneWarp{"one_warp", {.seed = 1, .cooperative_blocks = 3}, 32};
inline const Schedule kInterrupted{
    "interrupted", {.seed = 2, .preempt_one_in = 7, .cooperative_blocks = 2}, 64};
inline const Schedule kBlockHeld{
    "block_held", {.seed = 3, .held = SimtHeld::kBlock, .cooperative_blocks = 3}, 32};
inline const Schedule kWarpHeld{
    "warp_held", {.seed = 4, .held = SimtHeld::kWarp, .cooperative_blocks = 2}, 64};
inline const Schedule kLaneHeld{
    "lane_held", {.seed = 5, .preempt_one_in = 3, .held = SimtHeld::kLane}, 32};

/// For names of cases.
inline std::string name_of(std::string_view method, const Schedule& schedule) {
  std::string name(method);
  std::ranges::replace(name, '-', '_');
  return name + "_" + schedule.name;
}

}  // namespace strider::test
