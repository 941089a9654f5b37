// Shortest paths on ranks in real graphs, those of the folder that STRIDER_DATA_DIR names.
#include <gtest/gtest.h>

#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_graphs.hpp"

namespace strider::test {
namespace {

constexpr std::uint64_t kMostEdgesOfPaths = 200'000;

TEST(DistSsspData, OneD) {
  ranks_sssp_conforms_on_data({one_d<float>(Owners::kBlock), one_d<double>(Owners::kBlock),
                               one_d<std::uint32_t>(Owners::kBlock)},
                              DistShapes::kAll, kMostEdgesOfPaths);
}

TEST(DistSsspData, Delegate) {
  ranks_sssp_conforms_on_data({delegate<float>(std::nullopt), delegate<double>(std::nullopt),
                               delegate<std::uint32_t>(std::nullopt)},
                              DistShapes::kUndirected, kMostEdgesOfPaths);
}

}  // namespace
}  // namespace strider::test
