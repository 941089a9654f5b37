// Shortest paths with delegates whose ranks have devices, emulated or real ones, against the
// oracle: thresholds from "all" to "none", every type of weight, both transports.
#include <gtest/gtest.h>

#include <optional>

#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "conformance/ranks_sssp_graphs.hpp"

namespace strider::test {
namespace {

using comm::Encoding;

template <class W>
void conforms_on_random_graphs(const DistSsspFactory<W>& make) {
  ranks_sssp_conforms_on_random_graphs<W>(make, {}, random_graphs(), DistShapes::kUndirected);
}

TEST(DelegatePathsOnDevices, Float) {
  conforms_on_random_graphs<float>(delegate<float>(4, on_devices<float>(plain())));
  if (few_ranks())
    ranks_sssp_conforms_with_any_delta<float>(delegate<float>(4, on_devices<float>(interrupted())));
  ranks_sssp_refuses_bad_weights<float>(delegate<float>(0, on_devices<float>(plain())));
}
TEST(DelegatePathsOnDevices, Double) {
  conforms_on_random_graphs<double>(
      delegate<double>(2, on_devices<double>(interrupted(), Encoding::kBitmap, 2)));
}
TEST(DelegatePathsOnDevices, Integer) {
  conforms_on_random_graphs<std::uint32_t>(
      delegate<std::uint32_t>(std::nullopt, on_devices<std::uint32_t>(plain(), Encoding::kList)));
}
TEST(DelegatePathsOnDevices, AnyThreshold) {
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{16}, detail::kNoDelegates}) {
    conforms_on_random_graphs<std::uint32_t>(
        delegate<std::uint32_t>(threshold, on_devices<std::uint32_t>(interrupted())));
  }
}

TEST(DelegatePathsOnDevices, AllShapes) {
  if (test_world().size() == 1) {
    ranks_sssp_conforms_on_all_shapes<float>(delegate<float>(2, on_devices<float>(plain())), {},
                                             DistShapes::kUndirected);
  }
}

}  // namespace
}  // namespace strider::test
