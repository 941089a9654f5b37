// Arrays of a graph, of its weights and of results, for code that knows no kind of device.
#pragma once

#include <memory>
#include <span>

#include "gpu/device_state.hpp"

namespace strider::detail {

namespace on_cuda {
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);
template <class T>
[[nodiscard]] std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject& context,
                                                                  std::span<const T> values);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);
template <class T>
[[nodiscard]] std::unique_ptr<DeviceArrayObject> make_value_array(DeviceObject& context,
                                                                  std::span<const T> values);
}  // namespace on_simt

}  // namespace strider::detail
