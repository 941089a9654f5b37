// Arrays of a graph and of its weights, for code that knows no kind of device.
#pragma once

#include <memory>
#include <span>

#include "gpu/device_state.hpp"

namespace strider::detail {

namespace on_cuda {
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);
template <class W>
[[nodiscard]] std::unique_ptr<DeviceObject> make_weight_array(DeviceObject& context,
                                                              std::span<const W> weights);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);
template <class W>
[[nodiscard]] std::unique_ptr<DeviceObject> make_weight_array(DeviceObject& context,
                                                              std::span<const W> weights);
}  // namespace on_simt

}  // namespace strider::detail
