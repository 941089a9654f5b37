// How often ranks wait for their devices in a search.
#include <gtest/gtest.h>

#include <cstdio>

#include "conformance/device_cases.hpp"
#include "gpu/device_state.hpp"
#include "strider/strider.hpp"

namespace strider::test {
namespace {

TEST(DistBfsOnDevices, Counts) {
  const Cluster cluster;
  const Graph skewed = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 8));
  const DistInput input = deal_out(cluster, skewed);
  for (const DeviceCase& one : device_cases()) {
    const DistGraph graph(cluster, input, one.partition);
    for (const DeviceTransport transport : transports()) {
      DeviceSchedule on = device_schedule(1);
      on.options.transport = transport;
      const Device device = test_device(on.device);
      DistBfsSolver solver(graph, device, one.options, on.options);
      (void)solver.run(77);
      const auto w0 = detail::on_simt::num_waits(*device.state().context);
      const auto l0 = device.num_launches();
      const auto result = solver.run(77);
      const auto w1 = detail::on_simt::num_waits(*device.state().context);
      const auto l1 = device.num_launches();
      if (cluster.rank() == 0)
        std::printf("%-45s %d direct %d: %u levels, launches %llu waits %llu\n", one.name.c_str(),
                    cluster.size(), static_cast<int>(transport == DeviceTransport::kGpuDirect),
                    static_cast<unsigned>(result.num_levels()),
                    static_cast<unsigned long long>(l1 - l0),
                    static_cast<unsigned long long>(w1 - w0));
    }
  }
}

}  // namespace
}  // namespace strider::test
