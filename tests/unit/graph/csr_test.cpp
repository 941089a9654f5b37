#include <gtest/gtest.h>
#include <sys/mman.h>

#include <memory>
#include <vector>

#include "strider/error.hpp"
#include "strider/graph.hpp"

namespace strider {
namespace {

Csr csr_csr_of(const std::vector<EdgeIndex>& offsets, const std::vector<Vertex>& targets) {
  return {Array<EdgeIndex>::copy_of(offsets), Array<Vertex>::copy_of(targets)};
}

TEST(Csr, CheckAcceptsAdjacency) {
  EXPECT_NO_THROW(check_csr(Csr(), "x"));
  EXPECT_NO_THROW(check_csr(csr_csr_of({0, 2, 2, 3}, {1, 2, 0}), "x"));
}

TEST(Csr, CheckFindsEveryDefect) {
  EXPECT_THROW(check_csr(csr_csr_of({}, {}), "x"), InputError);          // no offsets at all
  EXPECT_THROW(check_csr(csr_csr_of({1, 2}, {0, 0}), "x"), InputError);  // does not start at 0
  EXPECT_THROW(check_csr(csr_csr_of({0, 1}, {0, 0}), "x"), InputError);  // ends early
  EXPECT_THROW(check_csr(csr_csr_of({0, 2, 1, 3}, {0, 0, 0}), "x"), InputError);  // descends
  EXPECT_THROW(check_csr(csr_csr_of({0, 9, 9, 3}, {0, 0, 0}), "x"), InputError);  // past the end
  EXPECT_THROW(check_csr(csr_csr_of({0, 1}, {1}), "x"), InputError);              // no such vertex
}

// Rows past 2^31 and 2^32 entries, over address space that is reserved and never written.
TEST(Csr, OffsetsAreSixtyFourBit) {
  constexpr EdgeIndex kArcs = (1ULL << 32U) + 100;
  constexpr std::size_t kBytes = kArcs * sizeof(Vertex);
  void* memory = mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "the system reserves no 16 GiB of address space";
  const std::shared_ptr<const void> owner(
      memory, [](const void* reserved) { munmap(const_cast<void*>(reserved), kBytes); });
  auto* targets = static_cast<Vertex*>(memory);
  targets[(1ULL << 31U) + 7] = 1;
  targets[kArcs - 1] = 2;
  const std::vector<EdgeIndex> offsets{0, (1ULL << 31U) + 7, (1ULL << 32U) + 99, kArcs};
  const Graph graph(
      Csr(Array<EdgeIndex>::copy_of(offsets), SharedArray<Vertex>(owner, {targets, kArcs})),
      Directedness::kDirected, 0);
  EXPECT_EQ(graph.num_edges(), kArcs);
  EXPECT_EQ(graph.out().degree(0), (1ULL << 31U) + 7);
  EXPECT_EQ(graph.out().degree(1), (1ULL << 31U) + 92);
  EXPECT_EQ(graph.out().neighbors(1).front(), 1U);
  EXPECT_EQ(graph.out().neighbors(2).front(), 2U);
  EXPECT_EQ(graph.out().neighbors(2).size(), 1U);
}

}  // namespace
}  // namespace strider
