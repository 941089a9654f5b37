#include "conformance/gathered_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "partition/ids.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {

std::optional<GatheredTree> gather_tree(const detail::OwnerMap& owners,
                                        std::span<const GlobalVertex> parents,
                                        std::span<const std::uint64_t> values,
                                        const std::string& what) {
  const comm::Communicator& world = test_world();
  const std::uint64_t n = owners.num_vertices();
  const std::uint32_t mine = owners.size(world.rank());
  bool well = parents.size() == mine && values.size() == mine;
  EXPECT_TRUE(well) << what << ": " << parents.size() << " parents and " << values.size()
                    << " values of " << mine << " vertices";
  GatheredTree whole{std::vector<Vertex>(n, 0), std::vector<std::uint64_t>(n, 0)};
  std::vector<std::uint32_t> num_owners(n, 0);
  for (std::uint32_t i = 0; well && i < mine; ++i) {
    const GlobalVertex v = owners.global(world.rank(), detail::local_vertex(i));
    ++num_owners[v];
    well = parents[i] == detail::kNoGlobalVertex || parents[i] < n;
    EXPECT_TRUE(well) << what << ", vertex " << v << ": its parent " << parents[i]
                      << " is no vertex";
    whole.parents[v] = static_cast<Vertex>(parents[i]);
    whole.values[v] = values[i];
  }
  if (!everywhere(well)) return std::nullopt;
  world.all_reduce(std::span(num_owners), comm::Reduction::kSum);
  world.all_reduce(std::span(whole.parents), comm::Reduction::kSum);
  world.all_reduce(std::span(whole.values), comm::Reduction::kSum);
  const auto stray =
      std::ranges::find_if(num_owners, [](std::uint32_t count) { return count != 1; });
  if (stray == num_owners.end()) return whole;
  ADD_FAILURE() << what << ", vertex " << stray - num_owners.begin() << " has " << *stray
                << " owners";
  return std::nullopt;
}

}  // namespace strider::test
