// What engines on the devices of ranks take of them, against what they declare.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "strider/device.hpp"
#include "strider/error.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

namespace strider::test {

/// make(device) makes an engine, on all ranks, where their devices, which count as one, have as
/// much as all of them take, and not where a byte is missing. Collective.
template <class Make>
void expect_takes_what_it_declares(const Make& make) {
  constexpr std::uint64_t kPlenty = 1U << 26U;
  std::uint64_t taken = 0;
  {
    const Device device = test_device({.memory_bytes = kPlenty});
    const auto engine = make(device);
    taken = kPlenty - device.free_bytes();
  }
  EXPECT_GT(taken, 0U);
  const std::uint64_t of_all = test_world().all_reduce(taken, comm::Reduction::kSum);
  EXPECT_NO_THROW((void)make(test_device({.memory_bytes = of_all})));
  const Device small = test_device({.memory_bytes = of_all - 1});
  EXPECT_THROW((void)make(small), MemoryError);
  EXPECT_EQ(small.free_bytes(), small.total_bytes());
}

}  // namespace strider::test
