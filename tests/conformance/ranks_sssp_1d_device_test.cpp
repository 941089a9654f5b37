// Shortest paths by rows of owned vertices whose work is done on devices, emulated or real ones,
// against the oracle: every type of weight, both transports, under several schedules.
#include <gtest/gtest.h>

#include "conformance/ranks_sssp.hpp"
#include "conformance/ranks_sssp_device.hpp"
#include "conformance/ranks_sssp_graphs.hpp"

namespace strider::test {
namespace {

using comm::Encoding;

TEST(OneDPathsOnDevices, Float) {
  ranks_sssp_conforms_on_random_graphs<float>(
      one_d<float>(Owners::kCyclic, on_devices<float>(interrupted())), {}, random_graphs());
  if (few_ranks())
    ranks_sssp_conforms_with_any_delta<float>(
        one_d<float>(Owners::kShuffled, on_devices<float>(plain())));
  ranks_sssp_refuses_bad_weights<float>(one_d<float>(Owners::kCyclic, on_devices<float>(plain())));
}
TEST(OneDPathsOnDevices, Double) {
  ranks_sssp_conforms_on_random_graphs<double>(
      one_d<double>(Owners::kShuffled, on_devices<double>(plain(), Encoding::kBitmap)), {},
      random_graphs());
}
TEST(OneDPathsOnDevices, Integer) {
  ranks_sssp_conforms_on_random_graphs<std::uint32_t>(
      one_d<std::uint32_t>(Owners::kShuffled,
                           on_devices<std::uint32_t>(interrupted(), Encoding::kList)),
      {}, random_graphs());
}

TEST(OneDPathsOnDevices, AllShapes) {
  if (test_world().size() == 2) {
    ranks_sssp_conforms_on_all_shapes<float>(
        one_d<float>(Owners::kCyclic, on_devices<float>(plain())), {});
  }
}

}  // namespace
}  // namespace strider::test
