// Delta-stepping over ranks, with and without delegates and on grids, against the oracle: with
// every type of weight.
#include "conformance/ranks_sssp.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace strider::test {
namespace {

using comm::Encoding;

TEST(OneDSssp, Float) {
  ranks_sssp_conforms(one_d<float>(Owners::kCyclic));
  ranks_sssp_conforms_on_all_shapes(on_ranks(one_d<float>(Owners::kShuffled)), kAllForPaths);
}
TEST(OneDSssp, Double) {
  ranks_sssp_conforms(one_d<double>(Owners::kShuffled, {Encoding::kVarint}));
}
TEST(OneDSssp, Integer) {
  ranks_sssp_conforms(one_d<std::uint32_t>(Owners::kShuffled, {Encoding::kList}));
}

TEST(DelegateSssp, Float) {
  ranks_sssp_conforms(delegate<float>(4), kAllForPaths, 5);
}
TEST(DelegateSssp, Double) {
  ranks_sssp_conforms(delegate<double>(2, {Encoding::kVarint, 2}), kAllForPaths, 5);
}
TEST(DelegateSssp, Integer) {
  ranks_sssp_conforms(delegate<std::uint32_t>(std::nullopt), kAllForPaths, 5);
}

TEST(DelegateSssp, ConformsWithAnyThreshold) {
  // Fewer where ranks are many more than cores.
  const std::uint64_t graphs = test_world().size() > 4 ? 6 : 20;
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{16}, detail::kNoDelegates}) {
    ranks_sssp_conforms_on_random_graphs(on_ranks(delegate<double>(threshold)), kAllForPaths,
                                         graphs);
    ranks_sssp_conforms_on_random_graphs(
        on_ranks(delegate<std::uint32_t>(threshold, {Encoding::kList, 3})), kAllForPaths, graphs);
  }
}

/// All grids of the ranks, a line of them each way among them.
TEST(TwoDSssp, Float) {
  ranks_sssp_conforms(two_d<float>(detail::near_square_grid(test_world().size())), kAllForPaths, 5);
}
TEST(TwoDSssp, Double) {
  ranks_sssp_conforms(two_d<double>(grids_of(test_world().size()).front(), 7, {Encoding::kVarint}),
                      kAllForPaths, 5);
}
TEST(TwoDSssp, Integer) {
  ranks_sssp_conforms(
      two_d<std::uint32_t>(grids_of(test_world().size()).back(), 0, {Encoding::kList}),
      kAllForPaths, 5);
}

TEST(TwoDSssp, ConformsOnAllGrids) {
  const std::uint64_t graphs = test_world().size() > 4 ? 6 : 20;
  for (const detail::Grid& grid : grids_of(test_world().size())) {
    ranks_sssp_conforms_on_random_graphs(on_ranks(two_d<double>(grid, 3)), kAllForPaths, graphs);
    ranks_sssp_conforms_on_random_graphs(on_ranks(two_d<std::uint32_t>(grid)), kAllForPaths,
                                         graphs);
  }
}

}  // namespace
}  // namespace strider::test
