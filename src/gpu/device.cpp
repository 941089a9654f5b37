// The public face of devices.
#include "strider/device.hpp"

#include <utility>

#include "gpu/copy_bandwidth.hpp"
#include "gpu/cuda/open.hpp"
#include "gpu/device_state.hpp"
#include "gpu/dispatch.hpp"
#include "gpu/emulated/open.hpp"
#include "gpu/graph_arrays_factory.hpp"
#include "gpu/graph_bytes.hpp"
#include "graph/layout/degree_layout.hpp"
#include "strider/error.hpp"

namespace strider {

using namespace detail;

Device::Device(std::shared_ptr<State> state) : state_(std::move(state)) {}

int Device::num_cuda() {
  if constexpr (kBuiltWithCuda) {
    return on_cuda::count_devices();
  } else {
    return 0;
  }
}

Device Device::cuda(int number, std::uint64_t memory_limit) {
  if constexpr (kBuiltWithCuda) {
    auto state = std::make_shared<State>(State{DeviceKind::kCuda, {}, {}});
    state->context = on_cuda::open_context(number, memory_limit, state->facts);
    return Device(std::move(state));
  } else {
    throw UnavailableError(
        "device cuda:" + std::to_string(number) +
        ": this build has no CUDA support: build with -DSTRIDER_CUDA=ON, or use host");
  }
}

Device detail::open_emulated(const simt::emulator::Settings& settings) {
  auto state = std::make_shared<Device::State>(Device::State{DeviceKind::kSimt, {}, {}});
  state->context = on_simt::open_context(settings, state->facts);
  return Device::State::device_of(std::move(state));
}
Device Device::simt(const SimtOptions& options) {
  return open_emulated({.seed = options.seed, .memory_bytes = options.memory_bytes});
}

DeviceKind Device::kind() const {
  return state_->kind;
}
const std::string& Device::name() const {
  return state_->facts.name;
}
std::uint64_t Device::total_bytes() const {
  return state_->facts.total_bytes;
}
std::uint64_t Device::free_bytes() const {
  const DeviceObject& context = *state_->context;
  return on_device(
      *this, [&] { return on_cuda::free_bytes(context); },
      [&] { return on_simt::free_bytes(context); });
}

std::uint64_t Device::num_launches() const {
  const DeviceObject& context = *state_->context;
  return on_device(
      *this, [&] { return on_cuda::num_launches(context); },
      [&] { return on_simt::num_launches(context); });
}

double measure_copy_bandwidth(const Device& device, std::uint64_t bytes, int repetitions) {
  DeviceObject& context = *device.state().context;
  return on_device(
      device, [&] { return on_cuda::copy_bandwidth(context, bytes, repetitions); },
      [&] { return on_simt::copy_bandwidth(context, bytes, repetitions); });
}

DeviceGraph::DeviceGraph(Device device, const Graph& graph)
    : DeviceGraph(std::move(device), PreparedGraph(graph)) {}

DeviceGraph::DeviceGraph(Device device, const PreparedGraph& prepared) {
  const Graph& graph = prepared.graph();
  auto state =
      std::make_shared<State>(State{.device = std::move(device),
                                    .num_vertices = graph.num_vertices(),
                                    .num_edges = graph.num_edges(),
                                    .num_arcs = graph.num_arcs(),
                                    .num_self_loops = graph.num_self_loops(),
                                    .directedness = graph.directedness(),
                                    .has_degree_layout = prepared.degree_layout() != nullptr,
                                    .bytes = device_graph_bytes(prepared),
                                    .labels = graph.labels(),
                                    .arrays = nullptr});
  DeviceObject& context = *state->device.state().context;
  state->arrays = on_device(
      state->device, [&] { return on_cuda::make_graph_arrays(context, prepared); },
      [&] { return on_simt::make_graph_arrays(context, prepared); });
  state_ = std::move(state);
}

const Device& DeviceGraph::device() const {
  return state_->device;
}
Vertex DeviceGraph::num_vertices() const {
  return state_->num_vertices;
}
EdgeIndex DeviceGraph::num_edges() const {
  return state_->num_edges;
}
EdgeIndex DeviceGraph::num_arcs() const {
  return state_->num_arcs;
}
Directedness DeviceGraph::directedness() const {
  return state_->directedness;
}
bool DeviceGraph::has_degree_layout() const {
  return state_->has_degree_layout;
}
std::uint64_t DeviceGraph::bytes() const {
  return state_->bytes;
}
std::uint64_t DeviceGraph::predict_bytes(const Graph& graph) {
  return device_graph_bytes(PreparedGraph(graph));
}
std::uint64_t DeviceGraph::predict_bytes(const PreparedGraph& graph) {
  return device_graph_bytes(graph);
}

}  // namespace strider
