// Demands of ranks on devices that they share, or do not.
#include "ranks/memory/device_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "strider/error.hpp"
#include "support/mpi_world.hpp"

namespace strider::detail {
namespace {

constexpr std::uint64_t kFree = 1000;

DeviceRoom room(int device) {
  return {.identity = {static_cast<std::uint8_t>(device)},
          .free_bytes = kFree,
          .total_bytes = kFree,
          .own_bytes = 0};
}

std::optional<MemoryError> refusal(const DeviceDemand& mine) {
  try {
    require_device_memory(test_world(), mine, "a search");
  } catch (const MemoryError& error) {
    return error;
  }
  return std::nullopt;
}

std::uint64_t num_ranks() {
  return static_cast<std::uint64_t>(test_world().size());
}

TEST(DeviceMemory, RanksOfADeviceAreAddedUp) {
  EXPECT_FALSE(refusal({room(0), kFree / num_ranks()}));
  const auto error = refusal({room(0), kFree / num_ranks() + 1});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->needed_bytes(), num_ranks() * (kFree / num_ranks() + 1));
  EXPECT_EQ(error->free_bytes(), kFree);
  const std::string message = error->what();
  EXPECT_EQ(message.find("rank "), std::string::npos) << message;
  EXPECT_EQ(message.find("ranks of this machine that share it") != std::string::npos,
            num_ranks() > 1)
      << message;
}

TEST(DeviceMemory, DevicesOfTheirOwnAreNot) {
  EXPECT_FALSE(refusal({room(test_world().rank()), kFree}));
  EXPECT_TRUE(refusal({room(test_world().rank()), kFree + 1}));
}

TEST(DeviceMemory, ADeviceThatIsTooSmallForOneRankStopsAll) {
  const int last = test_world().size() - 1;
  const int rank = test_world().rank();
  const auto error = refusal({room(rank), rank == last ? kFree + 7 : 7});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->needed_bytes(), kFree + 7);
  const std::string named = "rank " + std::to_string(last) + ": ";
  EXPECT_EQ(std::string(error->what()).starts_with(named), last > 0) << error->what();
}

TEST(DeviceMemory, WhatOnlyOneRankKnowsToBeTakenCountsForAll) {
  DeviceRoom own = room(0);
  own.own_bytes = 100;
  own.free_bytes = kFree - 100;
  const std::uint64_t left = kFree - std::min(kFree, 100 * num_ranks());
  EXPECT_FALSE(refusal({own, left / num_ranks()}));
  const auto error = refusal({own, left / num_ranks() + 1});
  ASSERT_TRUE(error);
  EXPECT_EQ(error->free_bytes(), left);
}

TEST(DeviceMemory, TheLeastThatARankSeesFreeCounts) {
  DeviceRoom own = room(0);
  own.free_bytes = kFree - static_cast<std::uint64_t>(test_world().rank());
  const auto error = refusal({own, kFree});
  EXPECT_EQ(error.has_value(), num_ranks() > 1);
  EXPECT_EQ(error ? error->free_bytes() : kFree, kFree + 1 - num_ranks());
}

TEST(DeviceMemory, SumsDoNotOverflow) {
  EXPECT_TRUE(refusal({room(0), ~std::uint64_t{0}}));
}

}  // namespace
}  // namespace strider::detail
