// Betweenness on ranks with devices, up to where the devices have too little memory, which all
// ranks learn: on the host of one of them there is none before that, from some moment on or for a
// moment, and all say so, and no rank waits.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <new>
#include <string>

#include "conformance/ranks_bc.hpp"
#include "strider/error.hpp"
#include "strider/gpu.hpp"
#include "support/failing_memory.hpp"
#include "support/listed_edges.hpp"
#include "support/mpi_world.hpp"
#include "support/test_device.hpp"

namespace strider::test {
namespace {

/// The error of devices comes last, and tells of bytes; those of the host's memory do not.
void expect_error_of_devices(const std::function<void()>& run, AllocationsAfter after) {
  const comm::Communicator& world = test_world();
  bool has_thrown = false;
  bool is_of_device = false;
  const auto attempt = [&] {
    has_thrown = true;
    is_of_device = false;
    try {
      run();
      has_thrown = false;
    } catch (const MemoryError& error) {
      is_of_device = error.needed_bytes() > 0;
    } catch (const std::bad_alloc&) {
    }
  };
  const auto on_all_ranks = [&](bool here) {
    return world.all_reduce(std::uint32_t{here}, comm::Reduction::kMin) != 0;
  };
  const int failing = after == AllocationsAfter::kFail ? 0 : world.size() - 1;
  int errors_of_hosts = 0;
  for (int nth = 0, without = 0; without < 3; ++nth) {
    if (world.rank() == failing) {
      static_cast<void>(fails_at_allocation(nth, attempt, after));
    } else {
      attempt();
    }
    ASSERT_TRUE(on_all_ranks(has_thrown)) << nth;
    const bool is_last = on_all_ranks(is_of_device);
    errors_of_hosts += is_last ? 0 : 1;
    without = is_last ? without + 1 : 0;
  }
  EXPECT_GT(errors_of_hosts, 15);
}

class MemoryBesideDevices : public testing::TestWithParam<AllocationsAfter> {
 protected:
  [[nodiscard]] static DistGraph parts(const Cluster& cluster) {
    return cut(cluster, list_edges(make_graph(30, random_edges(30, 60, 3))));
  }
  /// Of a kilobyte.
  [[nodiscard]] static Device small_device() { return test_device({.memory_bytes = 1024}); }
};

TEST_P(MemoryBesideDevices, OfSharedSources) {
  const Cluster cluster;
  const DistGraph graph = parts(cluster);
  const Device device = small_device();
  DistBetweennessOptions options{.share = BcShare::kReplicated, .run = {.threads = 1}};
  options.sources = {{1, 4, 7, 20}};
  options.targets = {{2, 4, 9}};
  expect_error_of_devices([&] { static_cast<void>(betweenness(graph, device, options)); },
                          GetParam());
}

TEST_P(MemoryBesideDevices, OfASharedGraph) {
  const Cluster cluster;
  const DistGraph graph = parts(cluster);
  const Device device = small_device();
  DistBetweennessOptions options{.run = {.threads = 1}};
  options.sources = {{1, 4, 7, 20}};
  expect_error_of_devices([&] { static_cast<void>(betweenness(graph, device, options)); },
                          GetParam());
}

TEST_P(MemoryBesideDevices, OfEstimates) {
  const Cluster cluster;
  const DistGraph graph = parts(cluster);
  const Device device = small_device();
  const EstimateOptions options{.epsilon = 0.1, .run = {.threads = 1}};
  expect_error_of_devices([&] { static_cast<void>(estimate_betweenness(graph, device, options)); },
                          GetParam());
}

INSTANTIATE_TEST_SUITE_P(DistBetweenness, MemoryBesideDevices,
                         testing::Values(AllocationsAfter::kSucceed, AllocationsAfter::kFail),
                         [](const auto& info) {
                           return std::string(info.param == AllocationsAfter::kFail ? "ForGood"
                                                                                    : "ForAMoment");
                         });

}  // namespace
}  // namespace strider::test
