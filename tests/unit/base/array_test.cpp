#include "strider/array.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <vector>

#include "strider/error.hpp"

namespace strider {
namespace {

TEST(Array, IsAlignedAndReadablePastItsEnd) {
  for (const std::size_t size : {1, 63, 64, 4096, 3 << 20}) {
    Array<char> array(size, 'x');
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0U);
    const volatile char past = array.data()[size + kArrayPadding - 1];
    (void)past;
    EXPECT_EQ(array[size - 1], 'x');
  }
}

TEST(Array, EmptyHasPaddingAsWell) {
  const Array<int> array(0);
  EXPECT_TRUE(array.empty());
  // A row of no elements is read without a branch, too.
  ASSERT_NE(array.data(), nullptr);
  const volatile char past = reinterpret_cast<const char*>(array.data())[kArrayPadding - 1];
  (void)past;
  EXPECT_EQ(array.begin(), array.end());
}

TEST(Array, MovesLeaveNothingBehind) {
  Array<int> first(3, 7);
  Array<int> second = std::move(first);
  EXPECT_EQ(second.size(), 3U);
  EXPECT_EQ(first.size(), 0U);  // NOLINT(bugprone-use-after-move): what is tested
  first = std::move(second);
  EXPECT_EQ(first[2], 7);
}

TEST(Array, RefusesImpossibleSizes) {
  EXPECT_THROW(Array<char>(std::numeric_limits<std::size_t>::max() - 8), MemoryError);
  EXPECT_THROW(Array<char>(1ULL << 60U), MemoryError);
  // The number of bytes does not fit the address space though the number of elements does.
  EXPECT_THROW(Array<double>((1ULL << 61U) + 1), MemoryError);
}

TEST(SharedArray, KeepsItsOwnerAlive) {
  auto owner = std::make_shared<std::vector<int>>(4);
  std::iota(owner->begin(), owner->end(), 0);
  const std::weak_ptr<std::vector<int>> watch = owner;
  SharedArray<int> copy;
  {
    const SharedArray<int> view(owner, *owner);
    copy = view;
  }
  owner.reset();
  EXPECT_FALSE(watch.expired());
  EXPECT_EQ(copy[3], 3);
  copy = {};
  EXPECT_TRUE(watch.expired());
}

}  // namespace
}  // namespace strider
