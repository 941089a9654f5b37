// What does the work of a rank on its device, scheme by scheme: for code that knows no kind of
// device. Of the options, whose transport has been chosen, those of tuning count that a scheme has.
#pragma once

#include <memory>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "strider/device.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

// As MakeDelegateLocal. `device` is kept. Throws UsageError where the device cannot hold so many
// threads or vertices.
namespace on_cuda {
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate(
    Workspace& workspace, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const Device& device, const DeviceBfsOptions& options);
}  // namespace on_cuda
namespace on_simt {
[[nodiscard]] std::unique_ptr<DelegateLocal> make_device_delegate(
    Workspace& workspace, const GraphDelegate& graph, const DelegateBfsSettings& settings,
    const Device& device, const DeviceBfsOptions& options);
}  // namespace on_simt

}  // namespace strider::detail
