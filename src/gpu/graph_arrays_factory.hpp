// Arrays of a graph, for code that knows no kind of device.
#pragma once

#include <memory>

#include "gpu/device_state.hpp"

namespace strider::detail {

namespace on_cuda {
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DeviceObject> make_graph_arrays(DeviceObject& context,
                                                              const PreparedGraph& graph);
}  // namespace on_simt

}  // namespace strider::detail
