// What one rank tells all.
#include "comm/checked_broadcast.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

TEST(CheckedBroadcast, BringsTheElementsOfTheRoot) {
  const auto& world = test_world();
  for (int root = 0; root < world.size(); ++root) {
    for (const std::size_t size : {0U, 1U, 1000U}) {
      std::vector<std::uint64_t> mine;
      // What others pass, as the last search left it, counts for nothing.
      mine.assign(world.rank() == root ? size : 7U, static_cast<std::uint64_t>(world.rank()));
      const auto all = checked_broadcast(world, std::span<const std::uint64_t>(mine), root);
      EXPECT_EQ(std::vector<std::uint64_t>(all.begin(), all.end()),
                std::vector<std::uint64_t>(size, static_cast<std::uint64_t>(root)));
    }
  }
}

TEST(CheckedBroadcast, BringsTexts) {
  const auto& world = test_world();
  const int root = world.size() - 1;
  const bool is_root = world.rank() == root;
  EXPECT_EQ(broadcast_text(world, is_root ? "three words here" : "", root), "three words here");
  const std::vector<std::string> texts{"", "a", std::string(100'000, 'x'), ""};
  EXPECT_EQ(broadcast_texts(world, is_root ? texts : std::vector<std::string>{"other"}, root),
            texts);
  EXPECT_TRUE(broadcast_texts(world, {}, root).empty());
}

}  // namespace
}  // namespace strider::comm
