// Spanning forests on a device, emulated under several schedules or a real one: held against the
// oracle on the graphs of all backends.
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <tuple>

#include "algorithms/msf/gpu/engine.hpp"
#include "conformance/msf.hpp"
#include "gpu/dispatch.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

struct Schedule {
  std::string name;
  SimtOptions device;
  std::uint32_t block_threads;
};
const std::vector<Schedule>& schedules() {
  static const std::vector<Schedule> kSchedules = {
      {"one_warp", {.seed = 1, .cooperative_blocks = 3}, 32},
      {"interrupted", {.seed = 2, .preempt_one_in = 7, .cooperative_blocks = 2}, 64},
      {"block_held", {.seed = 3, .held = SimtHeld::kBlock, .cooperative_blocks = 3}, 32},
      {"lane_held", {.seed = 5, .preempt_one_in = 3, .held = SimtHeld::kLane}, 32},
  };
  return kSchedules;
}

using Case = std::tuple<DeviceMsfMethod, DeviceMsfWords, std::size_t>;

class MsfDevice : public testing::TestWithParam<Case> {
 protected:
  template <class W>
  static MsfFinder<W> finder() {
    const auto [method, words, place] = GetParam();
    const Schedule& schedule = schedules()[place];
    return [=](const WeightedGraph<W>& graph, const MsfOptions& options) -> FoundForest<W> {
      const WeightedDeviceGraph<W> on_device(test_device(schedule.device), graph);
      return MsfSolver<W>(on_device, {.method = method,
                                      .objective = options.objective,
                                      .words = words,
                                      .block_threads = schedule.block_threads})
          .run();
    };
  }
};

TEST_P(MsfDevice, AllShapes) {
  conforms_on_all_shapes(finder<std::uint32_t>(), {}, MsfShapes::kForRanks);
}
TEST_P(MsfDevice, RandomGraphs) {
  conforms_on_random_graphs(finder<float>(), {}, 10);
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  const bool split = std::get<1>(info.param) == DeviceMsfWords::kSplit;
  return std::string(device_msf_method_name(std::get<0>(info.param))) +
         (split ? "_split_" : "_packed_") + schedules()[std::get<2>(info.param)].name;
}
INSTANTIATE_TEST_SUITE_P(
    Devices, MsfDevice,
    testing::Combine(testing::Values(DeviceMsfMethod::kAuto, DeviceMsfMethod::kBoruvka),
                     testing::Values(DeviceMsfWords::kPacked, DeviceMsfWords::kSplit),
                     testing::Values(0, 1, 2, 3)),
    name_of);

}  // namespace
}  // namespace strider::test
