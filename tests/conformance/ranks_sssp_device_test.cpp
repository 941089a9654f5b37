// Shortest paths of ranks whose work is done on devices, emulated or real ones, against the oracle:
// every type of weight, both transports, under several schedules; with delegates, thresholds from
// "all" to "none".
#include "conformance/ranks_sssp_device.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "conformance/ranks_sssp.hpp"

namespace strider::test {
namespace {

using comm::Encoding;
using Integer = std::uint32_t;

/// Rounds take long where ranks are more than cores.
bool few_ranks() {
  return test_world().size() <= 2;
}

template <class W>
void one_d_conforms(Owners owners, const PathsTest<W>& test) {
  ranks_sssp_conforms_on_random_graphs(on_ranks(one_d<W>(owners, test)), kAllForPaths,
                                       few_ranks() ? 8 : 4);
}
template <class W>
void delegate_conforms(std::optional<std::uint64_t> threshold, const PathsTest<W>& test) {
  ranks_sssp_conforms_on_random_graphs(on_ranks(delegate<W>(threshold, test)), kAllForPaths,
                                       few_ranks() ? 8 : 4);
}

TEST(OneDPathsOnDevices, Float) {
  one_d_conforms(Owners::kCyclic, on_devices<float>(interrupted()));
  if (few_ranks()) {
    ranks_sssp_conforms_with_any_delta(one_d<float>(Owners::kShuffled, on_devices<float>(plain())));
  }
  ranks_sssp_refuses_bad_weights(one_d<float>(Owners::kCyclic, on_devices<float>(plain())));
}
TEST(OneDPathsOnDevices, Double) {
  one_d_conforms(Owners::kShuffled, on_devices<double>(plain(), Encoding::kBitmap));
}
TEST(OneDPathsOnDevices, Integer) {
  one_d_conforms(Owners::kShuffled, on_devices<Integer>(interrupted(), Encoding::kList));
}
TEST(OneDPathsOnDevices, AllShapes) {
  if (test_world().size() != 2) GTEST_SKIP() << "takes long: on two ranks";
  ranks_sssp_conforms_on_all_shapes(
      on_ranks(one_d<float>(Owners::kCyclic, on_devices<float>(plain()))), kAllForPaths);
}

TEST(DelegatePathsOnDevices, Float) {
  delegate_conforms(4, on_devices<float>(plain()));
  if (few_ranks()) {
    ranks_sssp_conforms_with_any_delta(delegate<float>(4, on_devices<float>(interrupted())));
  }
  ranks_sssp_refuses_bad_weights(delegate<float>(0, on_devices<float>(plain())));
}
TEST(DelegatePathsOnDevices, Double) {
  delegate_conforms(2, on_devices<double>(interrupted(), Encoding::kBitmap, 2));
}
TEST(DelegatePathsOnDevices, Integer) {
  delegate_conforms(std::nullopt, on_devices<Integer>(plain(), Encoding::kList));
}
TEST(DelegatePathsOnDevices, AnyThreshold) {
  for (const std::uint64_t threshold :
       {std::uint64_t{0}, std::uint64_t{16}, detail::kNoDelegates}) {
    delegate_conforms(threshold, on_devices<Integer>(interrupted()));
  }
}
TEST(DelegatePathsOnDevices, AllShapes) {
  if (test_world().size() != 1) GTEST_SKIP() << "takes long: on one rank";
  ranks_sssp_conforms_on_all_shapes(on_ranks(delegate<float>(2, on_devices<float>(plain()))),
                                    kAllForPaths);
}

}  // namespace
}  // namespace strider::test
