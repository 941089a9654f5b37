// Every method of betweenness on a device, emulated under several schedules or a real one, against
// the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <tuple>

#include "conformance/bc.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/graphs.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

struct Schedule {
  std::string name;
  SimtOptions device;
  std::uint32_t block_threads;
};
const std::vector<Schedule>& schedules() {
  static const std::vector<Schedule> kSchedules = {
      {"one_warp", {.seed = 1, .cooperative_blocks = 3}, 32},
      {"interrupted", {.seed = 2, .preempt_one_in = 7, .cooperative_blocks = 2}, 64},
      {"warp_held", {.seed = 4, .held = SimtHeld::kWarp, .cooperative_blocks = 2}, 96},
  };
  return kSchedules;
}

/// Graphs up to this size are done exactly, larger ones from some sources.
constexpr Vertex kExact = 60;

struct Case {
  std::string name;
  BetweennessOptions options;
};

/// In the order in which graphs take turns with them: every graph meets the first.
std::vector<Case> cases(const Graph& graph) {
  const Vertex n = graph.num_vertices();
  BetweennessOptions plain;
  if (n > kExact) plain.sources = some_vertices(n, 2);
  std::vector<Case> all{{"vertices", plain}};
  all.push_back({"edges", plain});
  all.back().options.of = BetweennessOf::kEdges;
  all.push_back({"normalized, endpoints", plain});
  all.back().options.scale = BetweennessScale::kNormalized;
  all.back().options.endpoints = BetweennessEndpoints::kIncluded;
  if (n > 1) {
    all.push_back({"targets, endpoints", plain});
    all.back().options.sources = some_vertices(n, 2);
    all.back().options.targets = some_vertices(n, 5);
    all.back().options.endpoints = BetweennessEndpoints::kIncluded;
    all.push_back({"samples", {}});
    all.back().options.samples = std::min<Vertex>(n, 3);
  }
  return all;
}

using Parameter = std::tuple<DeviceBetweennessMethod, std::size_t>;

class EveryDeviceMethod : public testing::TestWithParam<Parameter> {
 protected:
  static const Schedule& schedule() { return schedules()[std::get<1>(GetParam())]; }
  static void expect_oracle(const Graph& graph, BetweennessOptions options,
                            std::uint32_t sources_at_once, const std::string& name) {
    options.run.threads = 1;
    const DeviceGraph on_device(test_device(schedule().device), graph);
    const BetweennessResult result = betweenness(on_device, options,
                                                 {.method = std::get<0>(GetParam()),
                                                  .block_threads = schedule().block_threads,
                                                  .sources_at_once = sources_at_once});
    options.method = BetweennessMethod::kSerial;
    expect_same_scores(result, betweenness(graph, options), name);
  }
};

TEST_P(EveryDeviceMethod, EqualsTheOracleOnEveryGraph) {
  std::size_t turn = std::get<1>(GetParam());
  for (const NamedGraph& named : betweenness_graphs()) {
    const std::vector<Case> all = cases(named.graph);
    for (const std::size_t i : {std::size_t{0}, 1 + turn % (all.size() - 1)}) {
      expect_oracle(named.graph, all[i].options, static_cast<std::uint32_t>(turn % 3),
                    named.name + ", " + all[i].name);
      if (HasFailure()) return;
    }
    ++turn;
  }
}

std::string name_of(const testing::TestParamInfo<Parameter>& info) {
  std::string name(device_betweenness_method_name(std::get<0>(info.param)));
  std::ranges::replace(name, '-', '_');
  return name + "_" + schedules()[std::get<1>(info.param)].name;
}
INSTANTIATE_TEST_SUITE_P(Devices, EveryDeviceMethod,
                         testing::Combine(testing::ValuesIn(all_device_betweenness_methods()),
                                          testing::Values(0, 1, 2)),
                         name_of);

}  // namespace
}  // namespace strider::test
