// Delta-stepping over ranks against the oracle, with every type of weight.
#include <gtest/gtest.h>

#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_graphs.hpp"

namespace strider::test {
namespace {

using comm::Encoding;

TEST(OneDSssp, Float) {
  ranks_sssp_conforms<float>(one_d<float>(Owners::kCyclic));
  ranks_sssp_conforms_on_all_shapes<float>(one_d<float>(Owners::kShuffled), {});
}
TEST(OneDSssp, Double) {
  ranks_sssp_conforms<double>(one_d<double>(Owners::kShuffled, {Encoding::kVarint}));
}
TEST(OneDSssp, Integer) {
  ranks_sssp_conforms<std::uint32_t>(one_d<std::uint32_t>(Owners::kShuffled, {Encoding::kList}));
}

}  // namespace
}  // namespace strider::test
