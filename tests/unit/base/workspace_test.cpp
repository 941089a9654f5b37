#include "base/workspace.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "strider/array.hpp"
#include "strider/error.hpp"

namespace strider::detail {
namespace {

/// A device that counts what it is asked for.
struct Device {
  static constexpr MemoryPlace kPlace = MemoryPlace::kDevice;
  std::uint64_t free = 0;
  mutable std::string asked = {};
  void require(std::uint64_t bytes, const std::string& purpose) const {
    asked = purpose;
    if (bytes > free) throw MemoryError(purpose, bytes, free);
  }
};
template <class T>
struct DeviceArray {
  static constexpr MemoryPlace kPlace = MemoryPlace::kDevice;
  DeviceArray() = default;
  DeviceArray(Device& device, std::size_t count) : owner(&device), size(count) {}
  [[nodiscard]] T* data() const { return nullptr; }
  Device* owner = nullptr;
  std::size_t size = 0;
};

/// Two arrays of the host and one of a device, one of them of a part.
struct Part {
  Part(Workspace& workspace, std::size_t n) { workspace.declare("the parts", parts, n); }
  Array<std::uint8_t> parts;
};
struct Search {
  Search(Workspace& workspace, Device& device, std::size_t n) : part(workspace, n) {
    workspace.declare("the levels", levels, n);
    workspace.declare("the frontier", frontier, 2 * n, device);
    workspace.when_taken([this] { std::iota(levels.begin(), levels.end(), 0U); });
  }
  Part part;
  Array<std::uint32_t> levels;
  DeviceArray<std::uint64_t> frontier;
};

TEST(Workspace, MeasuresByPlaceAndTakesNothing) {
  Device device;
  Workspace workspace;
  const Search search(workspace, device, 100);
  EXPECT_EQ(workspace.host_bytes(), 100U + 400U);
  EXPECT_EQ(workspace.device_bytes(), 1600U);
  EXPECT_EQ(search.levels.data(), nullptr);
  EXPECT_EQ(search.frontier.owner, nullptr);
}

TEST(Workspace, TakesWhatItMeasuredAndFillsIt) {
  Device device{.free = 1600};
  Workspace workspace;
  Search search(workspace, device, 100);
  workspace.take("a search", HostMemory(), device);
  EXPECT_EQ(search.part.parts.size(), 100U);
  EXPECT_EQ(search.levels[99], 99U);
  EXPECT_EQ(search.frontier.owner, &device);
  EXPECT_EQ(search.frontier.size, 200U);
  EXPECT_EQ(workspace.host_bytes() + workspace.device_bytes(), 0U);
}

TEST(Workspace, TakesNothingWhereOneMemoryHasTooLittle) {
  Device device{.free = 1599};
  Workspace workspace;
  const Search search(workspace, device, 100);
  EXPECT_THROW(workspace.take("a search", HostMemory(), device), MemoryError);
  EXPECT_EQ(search.levels.data(), nullptr);
}

TEST(Workspace, NamesTheLargestArrayOfThePlace) {
  Device device;
  Workspace workspace;
  Array<std::uint32_t> small;
  Array<std::uint32_t> large;
  DeviceArray<std::uint32_t> on_device;
  workspace.declare("the small ones", small, 10);
  workspace.declare("the large ones", large, std::size_t{1} << 60U);
  workspace.declare("those of the device", on_device, std::size_t{1} << 61U, device);
  try {
    workspace.take("a search", HostMemory());
    FAIL();
  } catch (const MemoryError& error) {
    EXPECT_EQ(
        std::string(error.what())
            .find("not enough memory for a search (4.0 EiB of it for the large ones): 4.0 EiB"),
        0U)
        << error.what();
  }
}

TEST(Workspace, SumsThatOverflowAreTheLargestNumber) {
  Workspace workspace;
  Array<std::uint64_t> one;
  Array<std::uint64_t> other;
  workspace.declare("one", one, std::size_t{1} << 61U);
  workspace.declare("other", other, std::size_t{1} << 60U);
  EXPECT_EQ(workspace.host_bytes(), std::numeric_limits<std::uint64_t>::max());
}

TEST(Workspace, CountsWhatIsTakenElsewhereAndRunsBodiesInOrder) {
  Workspace workspace;
  std::vector<int> order;
  std::vector<std::uint64_t> values;
  workspace.count("a layout", 1000);
  workspace.when_taken([&] { order.push_back(1); });
  workspace.declare("values", values, 5);
  workspace.when_taken([&] { order.push_back(static_cast<int>(values.size())); });
  EXPECT_EQ(workspace.host_bytes(), 1040U);
  workspace.take("tests", HostMemory());
  EXPECT_EQ(order, (std::vector<int>{1, 5}));
}

TEST(Workspace, IsUsedAgainForTheNextPhase) {
  Workspace workspace;
  Array<std::uint32_t> first;
  Array<std::uint32_t> second;
  workspace.declare("first", first, 10);
  workspace.take("the first phase", HostMemory());
  first[0] = 7;
  workspace.declare("second", second, 20);
  EXPECT_EQ(workspace.host_bytes(), 80U);
  workspace.take("the second phase", HostMemory());
  EXPECT_EQ(first[0], 7U);
  EXPECT_EQ(second.size(), 20U);
}

TEST(Workspace, ContinuesWhereTakingFailed) {
  Workspace workspace;
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> second;
  bool fails = true;
  workspace.declare("first", first, 10);
  workspace.when_taken([&] {
    first[0] = 7;
    if (fails) throw MemoryError("a test", 1, 0);
  });
  workspace.declare("second", second, 20);
  EXPECT_THROW(workspace.take("a test", HostMemory()), MemoryError);
  fails = false;
  workspace.take("a test", HostMemory());
  EXPECT_EQ(first[0], 7U);
  EXPECT_EQ(second.size(), 20U);
}

/// Packs eight elements in a byte.
struct Bits {
  Bits() = default;
  explicit Bits(std::size_t size) : size(size) {}
  [[nodiscard]] static std::uint64_t bytes_of(std::size_t size) { return (size + 7) / 8; }
  std::size_t size = 0;
};

TEST(Workspace, AsksTypesThatPackForTheirBytes) {
  Workspace workspace;
  Bits bits;
  workspace.declare("bits", bits, 80);
  EXPECT_EQ(workspace.host_bytes(), 10U);
  workspace.take("a test", HostMemory());
  EXPECT_EQ(bits.size, 80U);
}

TEST(TakeArray, AsksBeforeItTakes) {
  EXPECT_EQ(take_array<Array<std::uint32_t>>(3, "threes").size(), 3U);
  EXPECT_THROW((void)take_array<Array<std::uint32_t>>(std::size_t{1} << 60U, "many"), MemoryError);
}

}  // namespace
}  // namespace strider::detail
