// The public face of devices.
#include "strider/device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/graph_bytes.hpp"
#include "strider/error.hpp"
#include "strider/generate.hpp"
#include "support/test_device.hpp"
#include "support/weights.hpp"

namespace strider::test {
namespace {

Graph small_graph() {
  return build_graph(generate(KroneckerParameters{.scale = 8}));
}

TEST(Devices, AnEmulatedOneIsAlwaysThere) {
  const Device device = Device::simt({.memory_bytes = 1U << 20U});
  EXPECT_EQ(device.kind(), DeviceKind::kSimt);
  EXPECT_EQ(device.total_bytes(), 1U << 20U);
  EXPECT_EQ(device.free_bytes(), 1U << 20U);
  EXPECT_FALSE(device.name().empty());
}

TEST(Devices, AnArrayOfAnEmulatedOneIsReadWhereItLies) {
  const Device device = Device::simt({.memory_bytes = 1U << 20U});
  const std::vector<std::uint64_t> values{3, ~std::uint64_t{0}, 5};
  {
    const DeviceArray<std::uint64_t> array(device, values);
    const DeviceArray<std::uint64_t> shared = array;
    EXPECT_EQ(shared.data(), array.data());
    EXPECT_TRUE(std::ranges::equal(std::span(shared.data(), shared.size()), values));
    EXPECT_LT(device.free_bytes(), device.total_bytes());
    EXPECT_EQ(DeviceArray<float>(device, {}).data(), nullptr);
  }
  EXPECT_EQ(device.free_bytes(), device.total_bytes());
  const std::vector<double> too_many(1U << 18U);
  EXPECT_THROW(DeviceArray<double>(device, too_many), MemoryError);
}

TEST(Devices, OneThatIsNotThereIsRefused) {
  EXPECT_THROW(static_cast<void>(Device::cuda(4711)), UnavailableError);
  EXPECT_THROW(static_cast<void>(Device::cuda(-1)), UnavailableError);
  EXPECT_THROW(static_cast<void>(Device::cuda(Device::num_cuda())), UnavailableError);
}

TEST(Devices, TheOneUnderTestTellsOfItself) {
  const Device device = test_device({.memory_bytes = 1U << 20U});
  EXPECT_EQ(device.kind(), is_emulated() ? DeviceKind::kSimt : DeviceKind::kCuda);
  EXPECT_EQ(device.total_bytes(), 1U << 20U);
  EXPECT_EQ(device.free_bytes(), 1U << 20U);
  EXPECT_FALSE(device.name().empty());
  EXPECT_EQ(device.num_launches(), 0U);
}

TEST(Devices, CopiesHaveABandwidth) {
  const Device device = test_device({.memory_bytes = 2U << 20U});
  const double bandwidth = measure_copy_bandwidth(device, 1U << 20U, 2);
  EXPECT_GT(bandwidth, 1e6);
  EXPECT_LT(bandwidth, 1e14);
  EXPECT_EQ(device.free_bytes(), 2U << 20U);
  EXPECT_THROW(static_cast<void>(measure_copy_bandwidth(device, (1U << 20U) + 1)), MemoryError);
}

TEST(DeviceGraphs, TakeWhatWasPredicted) {
  const Graph graph = small_graph();
  for (const PreparedGraph& prepared :
       {PreparedGraph(graph), prepare(graph, {.layout = LayoutChoice::kDegree})}) {
    const Device device = test_device({.memory_bytes = 1U << 24U});
    const DeviceGraph on_device(device, prepared);
    EXPECT_EQ(device.total_bytes() - device.free_bytes(), DeviceGraph::predict_bytes(prepared));
    EXPECT_EQ(on_device.bytes(), DeviceGraph::predict_bytes(prepared));
    EXPECT_EQ(on_device.num_vertices(), graph.num_vertices());
    EXPECT_EQ(on_device.num_edges(), graph.num_edges());
    EXPECT_EQ(on_device.has_degree_layout(), prepared.layout() == Layout::kDegree);
  }
}

TEST(DeviceGraphs, OfMoreVerticesThanKernelsCountAreRefused) {
  EXPECT_NO_THROW(detail::require_device_vertices(4'286'578'688));
  EXPECT_THROW(detail::require_device_vertices(4'286'578'689), UsageError);
}

TEST(DeviceGraphs, ThatDoNotFitAreRefusedWithBothNumbers) {
  const Graph graph = small_graph();
  const std::uint64_t bytes = DeviceGraph::predict_bytes(graph);
  const Device device = test_device({.memory_bytes = bytes - 1});
  try {
    const DeviceGraph on_device(device, graph);
    FAIL() << "a graph that does not fit";
  } catch (const MemoryError& error) {
    EXPECT_EQ(error.needed_bytes(), bytes);
    EXPECT_EQ(error.free_bytes(), bytes - 1);
    EXPECT_NE(std::string(error.what()).find("the graph"), std::string::npos);
  }
  EXPECT_EQ(device.free_bytes(), bytes - 1) << "nothing stays taken";
}

template <class W>
void expect_weighted_graph_counted() {
  const Graph graph = small_graph();
  const auto weighted = weigh<W>(graph, WeightMix::kUniform);
  const std::uint64_t bytes = DeviceGraph::predict_bytes(graph) + graph.num_arcs() * sizeof(W);
  EXPECT_EQ(WeightedDeviceGraph<W>::predict_bytes(weighted), bytes);
  {
    const Device device = test_device({.memory_bytes = bytes});
    const WeightedDeviceGraph<W> on_device(device, weighted);
    EXPECT_EQ(device.free_bytes(), 0U);
    EXPECT_EQ(on_device.bytes(), bytes);
    EXPECT_EQ(on_device.num_vertices(), graph.num_vertices());
    EXPECT_EQ(on_device.num_edges(), graph.num_edges());
    EXPECT_EQ(on_device.num_arcs(), graph.num_arcs());
    EXPECT_EQ(on_device.directedness(), Directedness::kUndirected);
    EXPECT_EQ(on_device.topology().bytes(), DeviceGraph::predict_bytes(graph));
    const WeightedDeviceGraph<W> copy = on_device;
    const DeviceGraph topology = copy.topology();
    EXPECT_EQ(device.free_bytes(), 0U) << "copies share it";
  }
  const Device device = test_device({.memory_bytes = bytes - 1});
  try {
    const WeightedDeviceGraph<W> on_device(device, weighted);
    FAIL() << "a graph that does not fit";
  } catch (const MemoryError& error) {
    EXPECT_EQ(error.needed_bytes(), bytes);
    EXPECT_EQ(error.free_bytes(), bytes - 1);
  }
  EXPECT_EQ(device.free_bytes(), bytes - 1) << "nothing stays taken";
}
TEST(WeightedDeviceGraphs, TakeWhatWasPredictedOrAreRefused) {
  expect_weighted_graph_counted<float>();
  expect_weighted_graph_counted<double>();
  expect_weighted_graph_counted<std::uint32_t>();
}

}  // namespace
}  // namespace strider::test
