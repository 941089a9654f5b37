// How often a rank waits for its device in a search: as often with many peers as with one.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <numeric>

#include "conformance/device_cases.hpp"
#include "gpu/device_state.hpp"
#include "strider/strider.hpp"

namespace strider::test {
namespace {

/// Every vertex has an edge to every 16th other: all ranks are peers, and a search has few levels.
Graph graph_of_peers() {
  constexpr Vertex kVertices = 512;
  std::vector<Edge> edges;
  for (Vertex v = 0; v < kVertices; ++v) {
    for (Vertex step = 1; step < kVertices; step = 2 * step + 15) {
      edges.push_back({v, (v + step) % kVertices});
    }
  }
  return make_graph(kVertices, edges);
}

struct Counts {
  std::uint64_t levels;
  std::uint64_t launches;
  std::uint64_t waits;
};
template <class Solve>
Counts counts_of(const Device& device, const Solve& solve) {
  const auto waits = [&] { return detail::on_simt::num_waits(*device.state().context); };
  const std::uint64_t launches_before = device.num_launches();
  const std::uint64_t waits_before = waits();
  const std::uint64_t levels = solve();
  return {levels, device.num_launches() - launches_before, waits() - waits_before};
}

TEST(DistBfsOnDevices, Counts) {
  const Cluster cluster;
  const Graph whole = make_graph(1U << 9U, skewed_edges(9, 1U << 12U, 8));
  const DistInput input = deal_out(cluster, whole);
  for (const DeviceCase& one : device_cases()) {
    const DistGraph graph(cluster, input, one.partition);
    for (const DeviceTransport transport : transports()) {
      DeviceSchedule on = device_schedule(1);
      on.options.transport = transport;
      const Device device = test_device(on.device);
      DistBfsSolver solver(graph, device, one.options, on.options);
      (void)solver.run(77);
      const Counts counts = counts_of(device, [&] { return solver.run(77).num_levels(); });
      if (cluster.rank() == 0)
        std::printf("%-45s %d direct %d: %u levels, launches %u waits %u\n", one.name.c_str(),
                    cluster.size(), static_cast<int>(transport == DeviceTransport::kGpuDirect),
                    static_cast<unsigned>(counts.levels), static_cast<unsigned>(counts.launches),
                    static_cast<unsigned>(counts.waits));
    }
  }
}
TEST(DistBfsOnDevices, CountsSssp) {
  const Cluster cluster;
  (void)graph_of_peers();
}

}  // namespace
}  // namespace strider::test
