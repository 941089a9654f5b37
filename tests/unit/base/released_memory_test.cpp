#include "base/released_memory.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// Pages that the system has given.
std::size_t num_resident(std::span<std::byte> memory) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  std::vector<unsigned char> pages(memory.size() / page);
  EXPECT_EQ(mincore(memory.data(), memory.size(), pages.data()), 0);
  std::size_t resident = 0;
  for (const unsigned char one : pages) resident += one & 1U;
  return resident;
}

// Less than a huge page: the system may fill those up again.
constexpr std::size_t kElements = 1 << 18;

TEST(ReleasedMemory, GoesInWholePagesAndLeavesWhatIsBeside) {
  auto array = Array<std::uint32_t>::on_pages(kElements);
  std::fill(array.begin(), array.end(), 7U);
  const std::size_t per_page = page_bytes() / sizeof(std::uint32_t);
  // In steps of which no page is a multiple, from the middle of one.
  const std::size_t first = per_page / 2 + 1;
  const std::size_t end = kElements - per_page / 3;
  std::size_t next = first;
  for (std::size_t to = first + 1000; next < end; to = std::min(end, to + 1000)) {
    release(array, {first, to}, next);
    next = to;
    EXPECT_EQ(num_resident(whole_pages(array, {first, next})), 0U);
    EXPECT_EQ(array[next], 7U);
  }
  EXPECT_EQ(array[first - 1], 7U);
  EXPECT_GT(whole_pages(array, {first, end}).size(), (end - first) * 4 - 2 * page_bytes());
  // It comes again where it is written.
  for (std::size_t i = first; i < end; ++i) array[i] = static_cast<std::uint32_t>(i);
  for (std::size_t i = first; i < end; ++i) ASSERT_EQ(array[i], i);
}

TEST(ReleasedMemory, IsNoneOfLessThanAPage) {
  auto array = Array<std::uint16_t>::on_pages(page_bytes() / 2 - 1);
  std::fill(array.begin(), array.end(), std::uint16_t{3});
  EXPECT_TRUE(whole_pages(array, {0, array.size()}).empty());
  EXPECT_TRUE(whole_pages(array, {5, 5}).empty());
  release(array, {0, array.size()}, 0);
  for (const std::uint16_t element : array) EXPECT_EQ(element, 3);
}

TEST(ArrayOnPages, HasMemoryWhereItIsWritten) {
  // Small ones, and those on huge pages.
  for (const std::size_t size :
       {std::size_t{3}, std::size_t{1000}, kElements, 20 * kElements + 7}) {
    auto array = Array<std::uint64_t>::on_pages(size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0U);
    const std::span<std::byte> pages = whole_pages(array, {0, size});
    EXPECT_EQ(num_resident(pages), 0U);
    for (std::size_t i = 0; i < size; ++i) array[i] = i;
    EXPECT_EQ(num_resident(pages), pages.size() / page_bytes());
    const volatile char past = reinterpret_cast<const char*>(array.end())[kArrayPadding - 1];
    (void)past;
    const Array<std::uint64_t> moved = std::move(array);
    EXPECT_EQ(moved[size - 1], size - 1);
  }
}

TEST(ArrayOnPages, MayBeEmptyAndIsNoLongerThanMemory) {
  EXPECT_TRUE(Array<int>::on_pages(0).empty());
  EXPECT_THROW((void)Array<double>::on_pages((1ULL << 61U) + 1), MemoryError);
  EXPECT_THROW((void)Array<double>::on_pages(1ULL << 58U), MemoryError);
}

}  // namespace
}  // namespace strider::detail
