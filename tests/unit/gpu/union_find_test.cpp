// Sets that the threads of a grid unite.
#include "gpu/union_find.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "unit/simt/device_bench.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

STRIDER_KERNEL unite_pairs(const u32* pairs, u32 count, DeviceDisjointSets sets) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    sets.unite(pairs[2 * i], pairs[2 * i + 1]);
  }
}
STRIDER_KERNEL find_all(u32 count, DeviceDisjointSets sets, u32* roots) {
  for (u32 v = simt::global_id(); v < count; v += simt::global_size()) roots[v] = sets.find(v);
}

TEST(DeviceDisjointSets, UniteToTheLeast) {
  constexpr u32 kVertices = 150;
  for (const Schedule& schedule : schedules()) {
    // Chains of vertices of the same rest, their pairs in any order.
    std::vector<u32> pairs, parents(kVertices), roots(kVertices), expected(kVertices);
    for (u32 i = 0; i + 4 < kVertices; ++i) {
      const u32 v = i * 7 % (kVertices - 4);
      pairs.push_back(v + 4);
      pairs.push_back(v);
    }
    for (u32 v = 0; v < kVertices; ++v) {
      parents[v] = v;
      expected[v] = v % 4;
    }
    DeviceBench bench(schedule);
    const auto count = static_cast<u32>(pairs.size() / 2);
    const u32* const there = bench.put(pairs);
    bench.run({.grid = 2, .block = 64}, unite_pairs, there, count, {bench.put(parents)});
    bench.run({.grid = 2, .block = 64}, find_all, kVertices, {bench.put(parents)},
              bench.put(roots));
    EXPECT_EQ(roots, expected);
  }
}

TEST(DeviceDisjointSets, AreRightBelowTheirRootsOnceCompressed) {
  constexpr u32 kVertices = 150;
  // Paths of several lengths, all of the vertices of a rest.
  for (const u32 paths : {1U, 5U, 30U}) {
    std::vector<u32> trees(kVertices), expected(kVertices);
    for (u32 v = 0; v < kVertices; ++v) {
      trees[v] = v < paths ? v : v - paths;
      expected[v] = v % paths;
    }
    for (const Schedule& schedule : schedules()) {
      DeviceBench bench(schedule);
      std::vector<u32> parents = trees;
      bench.run({.grid = 2, .block = 64}, &compress, {bench.put(parents)}, kVertices);
      EXPECT_EQ(parents, expected);
    }
  }
}

}  // namespace
}  // namespace strider::detail::STRIDER_DEVICE
