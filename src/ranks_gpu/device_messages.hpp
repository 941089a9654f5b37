// Messages of ranks in memory that a device's queue reads and writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "comm/message_memory.hpp"
#include "gpu/buffer.hpp"
#include "ranks_gpu/message_place.hpp"
#include "simt/simt.hpp"
#include "strider/device.hpp"

namespace strider::detail::STRIDER_DEVICE {

using simt::u32;

/// Pinned memory of the host, or memory of the device. What reads and writes it is put into one
/// queue.
class DeviceMessages final : public comm::MessageMemory {
 public:
  /// `queue` is one of `device`, which is shared, and outlives all calls. Throws MemoryError.
  DeviceMessages(Queue& queue, const Device& device, MessagePlace place);

  [[nodiscard]] bool is_host() const override { return place_ == MessagePlace::kPinned; }
  void require(std::uint64_t bytes, const std::string& purpose) const override;
  [[nodiscard]] std::byte* take(std::size_t bytes) override;
  void give_back(std::byte* memory, std::size_t bytes) noexcept override;
  void settle() override { queue_.wait(); }
  void store(std::byte* to, std::span<const std::byte> from) override;
  void load(std::span<std::byte> to, const std::byte* from) override;
  void unite(std::uint64_t* to, const std::uint64_t* from, std::size_t words) override;

 private:
  const Device device_;
  Context& context_;
  Queue& queue_;
  const MessagePlace place_;
  PinnedBuffer<std::byte> few_;  ///< on their way to the device's memory or back
};

}  // namespace strider::detail::STRIDER_DEVICE
