#include "comm/bandwidth.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

TEST(Bandwidth, IsTheSameOnAllRanks) {
  const Communicator& world = test_world();
  const double measured = measure_bandwidth(world);
  EXPECT_EQ(std::isinf(measured), world.size() == 1);
  EXPECT_GT(measured, 0);
  EXPECT_EQ(world.all_reduce(measured, Reduction::kMin), measured);
  EXPECT_EQ(world.all_reduce(measured, Reduction::kMax), measured);
}

}  // namespace
}  // namespace strider::comm
