// What a rank does by itself in a search with delegates, on its device. For code that knows no kind
// of device.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bfs/dist/delegate/local.hpp"
#include "gpu/device_object.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

// `context` is one of the device's kind, and outlives what is made. Of the options block_threads,
// warp_degree and block_degree count.
//
// predict_...: bytes of the device's memory, and of the host's, pinned or not, with the result.
// make_...: throws MemoryError before it takes any, UsageError where tags do not number the
// vertices.
namespace on_cuda {
[[nodiscard]] std::uint64_t predict_device_delegate_bytes(const GraphDelegate& graph,
                                                          const DelegateBfsSettings& settings);
[[nodiscard]] std::uint64_t predict_device_delegate_host_bytes(const GraphDelegate& graph,
                                                               const DelegateBfsSettings& settings);
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate_local(
    DeviceObject& context, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const DeviceBfsOptions& options);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::uint64_t predict_device_delegate_bytes(const GraphDelegate& graph,
                                                          const DelegateBfsSettings& settings);
[[nodiscard]] std::uint64_t predict_device_delegate_host_bytes(const GraphDelegate& graph,
                                                               const DelegateBfsSettings& settings);
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate_local(
    DeviceObject& context, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const DeviceBfsOptions& options);
}  // namespace on_simt

}  // namespace strider::detail
