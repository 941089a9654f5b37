#include "comm/communicator.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "support/mpi_world.hpp"

namespace strider::comm {
namespace {

TEST(Communicator, AddsUpOverAllRanks) {
  const Communicator& world = test_world();
  const auto p = static_cast<std::uint64_t>(world.size());
  EXPECT_EQ(world.all_reduce(static_cast<std::uint64_t>(world.rank()), Reduction::kSum),
            p * (p - 1) / 2);
}

TEST(Communicator, SendsToEachRankWhatIsForIt) {
  const Communicator& world = test_world();
  const int p = world.size();
  // Rank s sends s + r elements to rank r, none from 0 to 0.
  std::vector<std::uint32_t> elements;
  std::vector<std::uint64_t> counts;
  for (int r = 0; r < p; ++r) {
    counts.push_back(static_cast<std::uint64_t>(world.rank() + r));
    elements.insert(elements.end(), counts.back(),
                    static_cast<std::uint32_t>(100 * world.rank() + r));
  }
  std::vector<std::uint64_t> received_counts;
  const Array<std::uint32_t> received =
      world.all_to_all(std::span<const std::uint32_t>(elements), counts, received_counts);
  std::vector<std::uint32_t> expected;
  for (int s = 0; s < p; ++s) {
    EXPECT_EQ(received_counts[static_cast<std::size_t>(s)],
              static_cast<std::uint64_t>(s + world.rank()));
    expected.insert(expected.end(), static_cast<std::size_t>(s + world.rank()),
                    static_cast<std::uint32_t>(100 * s + world.rank()));
  }
  EXPECT_EQ(std::vector<std::uint32_t>(received.begin(), received.end()), expected);
}

}  // namespace
}  // namespace strider::comm
