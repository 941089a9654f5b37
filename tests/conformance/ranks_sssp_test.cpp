// Delta-stepping over ranks, with and without delegates, against the oracle: with every type of
// weight.
#include "conformance/ranks_sssp.hpp"

#include <gtest/gtest.h>

#include <optional>

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

}  // namespace
}  // namespace strider::test
