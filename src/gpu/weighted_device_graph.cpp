// The public face of weighted graphs on devices.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <string>
#include <utility>

#include "base/parallel.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/graph_arrays_factory.hpp"
#include "gpu/graph_bytes.hpp"
#include "strider/device.hpp"
#include "strider/device_error.hpp"
#include "strider/error.hpp"

namespace strider {

using namespace detail;

namespace {

/// Throws before the adjacency is copied where the weights would not fit beside it.
template <class W>
Device require_both(Device device, const WeightedGraph<W>& graph) {
  require_device_vertices(graph.topology().num_vertices());
  const std::uint64_t bytes = WeightedDeviceGraph<W>::predict_bytes(graph);
  const std::uint64_t free = device.free_bytes();
  if (bytes > free) {
    throw DeviceMemoryError("the graph, of " + std::to_string(graph.topology().num_vertices()) +
                                " vertices and " + std::to_string(graph.topology().num_arcs()) +
                                " weighted adjacency entries,",
                            bytes, free);
  }
  return device;
}

bool rows_ascend(const Csr& rows, int threads) {
  std::atomic<bool> ascend{true};
  parallel_for(0, rows.num_vertices(), threads, [&](std::size_t v) {
    if (!std::ranges::is_sorted(rows.neighbors(static_cast<Vertex>(v)))) {
      ascend.store(false, std::memory_order_relaxed);  // the end of the loop orders it
    }
  });
  return ascend.load(std::memory_order_relaxed);
}

/// The same graph with rows that ascend.
template <class W>
WeightedGraph<W> with_ascending_rows(const WeightedGraph<W>& graph, int threads) {
  if (rows_ascend(graph.topology().out(), threads)) return graph;
  Array<Vertex> same(graph.topology().num_vertices());
  std::iota(same.begin(), same.end(), Vertex{0});
  const SharedArray<Vertex> shared(std::move(same));
  return relabel(graph, {shared, shared}, threads);
}

}  // namespace

template <class W>
WeightedDeviceGraph<W>::WeightedDeviceGraph(Device device, const WeightedGraph<W>& any,
                                            int threads) {
  device = require_both(std::move(device), any);
  const WeightedGraph<W> graph = with_ascending_rows(any, resolve_threads(threads));
  auto state = std::make_shared<State>(
      State{.topology = DeviceGraph(std::move(device), graph.topology()), .weights = nullptr});
  DeviceObject& context = *state->topology.device().state().context;
  const std::span<const W> weights = graph.weights().span();
  state->weights = on_device(
      state->topology.device(), [&] { return on_cuda::make_value_array(context, weights); },
      [&] { return on_simt::make_value_array(context, weights); });
  state_ = std::move(state);
}

template <class W>
const DeviceGraph& WeightedDeviceGraph<W>::topology() const {
  return state_->topology;
}
template <class W>
std::uint64_t WeightedDeviceGraph<W>::bytes() const {
  return topology().bytes() + num_arcs() * sizeof(W);
}
template <class W>
std::uint64_t WeightedDeviceGraph<W>::predict_bytes(const WeightedGraph<W>& graph) {
  return DeviceGraph::predict_bytes(graph.topology()) + graph.topology().num_arcs() * sizeof(W);
}

template class WeightedDeviceGraph<float>;
template class WeightedDeviceGraph<double>;
template class WeightedDeviceGraph<std::uint32_t>;

}  // namespace strider
