// Device-wide algorithms: of CUB on CUDA devices, of the standard library on emulated ones.
#pragma once

#include <cstddef>

#include "gpu/buffer.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Memory that the algorithms below work in; grows as they need it.
class Scratch {
 public:
  explicit Scratch(Context& context) : context_(context) {}
  /// Declares `bytes` of it.
  Scratch(Workspace& workspace, Context& context, std::size_t bytes) : context_(context) {
    workspace.declare("temporary values", memory_, bytes, context);
  }
  /// At least so many bytes, of any content. What was got before is gone. Throws MemoryError.
  [[nodiscard]] void* get(std::size_t bytes) {
    if (bytes > memory_.size()) {
      memory_ = DeviceBuffer<std::byte>();  // not both at the same time
      memory_ = DeviceBuffer<std::byte>(context_, bytes);
    }
    return memory_.data();
  }
  [[nodiscard]] std::size_t size() const { return memory_.size(); }

 private:
  Context& context_;
  DeviceBuffer<std::byte> memory_;
};

// All of them put their work into the queue.

/// to[i] = from[0] + ... + from[i - 1].
void exclusive_sum(Queue& queue, Scratch& scratch, const simt::u32* from, simt::u64* to,
                   std::size_t count);
/// What exclusive_sum of so many takes of the scratch.
[[nodiscard]] std::size_t exclusive_sum_bytes(std::size_t count);

}  // namespace strider::detail::STRIDER_DEVICE
