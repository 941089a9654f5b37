// From code that knows no kind of device to code of one.
#pragma once

#include <utility>

#include "gpu/device_state.hpp"

namespace strider::detail {

/// Calls the one for the device's kind. A build without CUDA never refers to the first.
template <class OnCuda, class OnSimt>
decltype(auto) on_device(const Device& device, OnCuda&& on_cuda, OnSimt&& on_simt) {
  if constexpr (kBuiltWithCuda) {
    if (device.kind() == DeviceKind::kCuda) return std::forward<OnCuda>(on_cuda)();
  }
  return std::forward<OnSimt>(on_simt)();
}

}  // namespace strider::detail
