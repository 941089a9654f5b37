// What a rank does by itself in a search with delegates, on its device. For code that knows no kind
// of device.
#pragma once

#include <cstdint>
#include <memory>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

// Of the options transport, block_threads, warp_degree and block_degree count.
//
// predict_...: bytes of the device's memory, and of the host's, pinned or not, with the result, but
// without the messages.
// make_...: throws MemoryError before it takes any, UsageError where parent ids do not number the
// vertices.
namespace on_cuda {
[[nodiscard]] std::uint64_t predict_device_delegate_bytes(const GraphDelegate& graph,
                                                          const DelegateBfsSettings& settings,
                                                          DeviceTransport transport);
[[nodiscard]] std::uint64_t predict_device_delegate_host_bytes(const GraphDelegate& graph,
                                                               const DelegateBfsSettings& settings,
                                                               DeviceTransport transport);
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate_local(
    const Device& device, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const DeviceBfsOptions& options);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::uint64_t predict_device_delegate_bytes(const GraphDelegate& graph,
                                                          const DelegateBfsSettings& settings,
                                                          DeviceTransport transport);
[[nodiscard]] std::uint64_t predict_device_delegate_host_bytes(const GraphDelegate& graph,
                                                               const DelegateBfsSettings& settings,
                                                               DeviceTransport transport);
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate_local(
    const Device& device, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const DeviceBfsOptions& options);
}  // namespace on_simt

}  // namespace strider::detail
