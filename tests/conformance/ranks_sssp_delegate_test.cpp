// Delta-stepping with delegates against the oracle, with every type of weight.
#include <gtest/gtest.h>

#include <optional>

#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_graphs.hpp"
#include "support/mpi_world.hpp"

namespace strider::test {
namespace {

using comm::Encoding;

TEST(DelegateSssp, Float) {
  ranks_sssp_conforms<float>(delegate<float>(4), DistShapes::kUndirected, 5);
}
TEST(DelegateSssp, Double) {
  ranks_sssp_conforms<double>(delegate<double>(2, {Encoding::kVarint, 2}), DistShapes::kUndirected,
                              5);
}
TEST(DelegateSssp, Integer) {
  ranks_sssp_conforms<std::uint32_t>(delegate<std::uint32_t>(std::nullopt), DistShapes::kUndirected,
                                     5);
}

TEST(DelegateSssp, ConformsWithAnyThreshold) {
  // Fewer where ranks are many more than cores.
  const std::uint64_t graphs = test_world().size() > 4 ? 6 : 20;
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{16}, detail::kNoDelegates}) {
    ranks_sssp_conforms_on_random_graphs<double>(delegate<double>(threshold), {}, graphs,
                                                 DistShapes::kUndirected);
    ranks_sssp_conforms_on_random_graphs<std::uint32_t>(
        delegate<std::uint32_t>(threshold, {Encoding::kList, 3}), {}, graphs,
        DistShapes::kUndirected);
  }
}

}  // namespace
}  // namespace strider::test
