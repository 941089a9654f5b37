// What stands behind the public Device, DeviceGraph and WeightedDeviceGraph, and how code of one
// kind of device is reached from code of none.
#pragma once

#include <memory>
#include <utility>

#include "gpu/device_facts.hpp"
#include "gpu/device_object.hpp"
#include "strider/device.hpp"

namespace strider {

namespace detail {

/// Whether this build knows CUDA devices.
inline constexpr bool kBuiltWithCuda = STRIDER_BUILT_WITH_CUDA != 0;

}  // namespace detail

struct Device::State {
  DeviceKind kind;
  detail::DeviceFacts facts;
  std::unique_ptr<detail::DeviceObject> context;  ///< on_cuda::Context or on_simt::Context

  [[nodiscard]] static Device device_of(std::shared_ptr<State> state) {
    return Device(std::move(state));
  }
};

struct DeviceGraph::State {
  Device device;
  Vertex num_vertices = 0;
  EdgeIndex num_edges = 0;
  EdgeIndex num_arcs = 0;
  EdgeIndex num_self_loops = 0;
  Directedness directedness = Directedness::kUndirected;
  bool has_degree_layout = false;
  std::uint64_t bytes = 0;
  Labels labels;
  std::unique_ptr<detail::DeviceObject> arrays;  ///< on_cuda::GraphArrays or on_simt::GraphArrays
};

template <class W>
struct WeightedDeviceGraph<W>::State {
  DeviceGraph topology;
  std::unique_ptr<detail::DeviceObject> weights;  ///< on_cuda::ValueArray<W> or on_simt's
};

}  // namespace strider
