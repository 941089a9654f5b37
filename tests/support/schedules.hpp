// Schedules that emulated devices run threads by in tests of searches: in turn, interrupted
// anywhere, with a unit starved. A real device has its own, and takes the sizes of blocks
// only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "support/test_device.hpp"

namespace strider::test {

struct Schedule {
  std::string name;
  SimtSettings device;
  std::uint32_t block_threads;
};
/// What a listing of tests shows of a schedule.
inline void PrintTo(const Schedule& schedule, std::ostream* out) {
  *out << schedule.name;
}
inline const Schedule kOneWarp{"one_warp", {.seed = 1, .cooperative_blocks = 3}, 32};
inline const Schedule kInterrupted{
    "interrupted", {.seed = 2, .preempt_one_in = 7, .cooperative_blocks = 2}, 64};
inline const Schedule kBlockStarved{
    "block_starved",
    {.seed = 3, .starved = simt::emulator::Starved::kBlock, .cooperative_blocks = 3},
    32};
inline const Schedule kWarpStarved{
    "warp_starved",
    {.seed = 4, .starved = simt::emulator::Starved::kWarp, .cooperative_blocks = 2},
    64};
inline const Schedule kLaneStarved{
    "lane_starved",
    {.seed = 5, .preempt_one_in = 3, .starved = simt::emulator::Starved::kLane},
    32};

inline const std::vector<Schedule>& all_schedules() {
  static const std::vector<Schedule> kAll = {kOneWarp, kInterrupted, kBlockStarved, kWarpStarved,
                                             kLaneStarved};
  return kAll;
}

/// For names of cases.
inline std::string name_of(std::string_view method, const Schedule& schedule) {
  std::string name(method);
  std::ranges::replace(name, '-', '_');
  return name + "_" + schedule.name;
}

}  // namespace strider::test
