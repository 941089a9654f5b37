// Searches with delegates on devices.
#pragma once

#include <memory>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "strider/gpu.hpp"

namespace strider::detail {

/// For DelegateBfsSettings::local: the visits of a rank run on `device`, which what is made shares.
/// Of the options transport, block_threads, warp_degree and block_degree count; they are in range.
[[nodiscard]] std::shared_ptr<const DelegateLocalFactory> device_delegate_local(
    const Device& device, const DeviceBfsOptions& options = {});

}  // namespace strider::detail
