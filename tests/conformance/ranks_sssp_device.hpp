// How the devices of ranks run in tests of shortest paths.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "algorithms/sssp/ranks_gpu/factory.hpp"
#include "comm/device_support.hpp"
#include "strider/device.hpp"
#include "strider/error.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

namespace strider::test {

struct PathsSchedule {
  SimtOptions device;
  detail::RankPathsSettings settings;
};
/// Every rank has a schedule of its own. Messages of the first are staged, those of the second lie
/// on the device, where MPI takes that.
inline PathsSchedule plain() {
  return {{.seed = 11 + static_cast<std::uint64_t>(test_world().rank())}, {.block_threads = 32}};
}
inline PathsSchedule interrupted() {
  const bool is_gpu_direct = is_emulated() || comm::takes_cuda_memory();
  return {{.seed = 71 + static_cast<std::uint64_t>(test_world().rank()), .preempt_one_in = 7},
          {.place = is_gpu_direct ? detail::MessagePlace::kDevice : detail::MessagePlace::kPinned,
           .block_threads = 64}};
}

/// Rounds take long where ranks are more than cores.
inline bool few_ranks() {
  return test_world().size() <= 2;
}
inline std::uint64_t random_graphs() {
  return few_ranks() ? 8 : 4;
}

/// make(device) takes more than `least` bytes of a device, fits a device of as many as it takes and
/// is refused by one that has a byte less.
template <class Make>
void expect_predicted_bytes(std::uint64_t least, const Make& make) {
  constexpr std::uint64_t kPlenty = 1U << 26U;
  std::uint64_t taken = 0;
  {
    const Device device = test_device({.memory_bytes = kPlenty});
    const auto made = make(device);
    taken = kPlenty - device.free_bytes();
  }
  EXPECT_GT(taken, least);
  EXPECT_NE(make(test_device({.memory_bytes = taken})), nullptr);
  EXPECT_THROW((void)make(test_device({.memory_bytes = taken - 1})), MemoryError);
}

}  // namespace strider::test
