// Between kernels and the memory that messages lie in. Kernels read and write the device's memory:
// that of the messages themselves, or, where MPI sees pinned memory, stages that are copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "comm/encoding/encoding.hpp"
#include "gpu/buffer.hpp"
#include "ranks_gpu/device_messages.hpp"
#include "strider/array.hpp"
#include "strider/device.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// How a set travels: as a list up to the number of ids from which a bitmap is no longer (Bisson et
/// al. 2014, section 5). A list is always shorter then, so that the length of a message says which
/// of them it is.
struct SetForm {
  bool is_bitmap;
  u32 words;  ///< of 4 bytes: ids, or those of the bitmap
};
[[nodiscard]] SetForm form_of_set(std::uint32_t universe, u32 count, comm::Encoding encoding);

class Wire {
 public:
  struct Sizes {
    MessagePlace place;
    comm::Encoding encoding;
    /// Payloads of messages, in words of 4 bytes.
    std::size_t most_written;
    std::size_t most_read;
  };
  /// `queue` is one of `device` and outlives this. Throws MemoryError.
  Wire(Workspace& workspace, Queue& queue, const Device& device, const Sizes& sizes);

  [[nodiscard]] const std::shared_ptr<DeviceMessages>& messages() const { return messages_; }
  [[nodiscard]] comm::Encoding encoding() const { return sizes_.encoding; }
  [[nodiscard]] bool is_gpu_direct() const { return sizes_.place == MessagePlace::kDevice; }

  /// Where kernels write what the message in `to` begins with, or messages that are together.
  [[nodiscard]] u32* begin(std::span<std::byte> to) const;
  /// The message is a set, in words of `from`, which begin() gave or which lie elsewhere on the
  /// device, and its form behind them (comm/encoding). Returns its bytes. It is there once the
  /// queue has come so far.
  std::size_t finish_set(std::span<std::byte> to, const u32* from, const SetForm& form) const;

  /// What words of a message say, on the device for what is put into the queue, until the next
  /// call. The message stays as it is until the queue has come so far. Precondition: as many fit
  /// most_read.
  [[nodiscard]] const u32* bring(std::span<const std::byte> words) const;
  /// How the set of a message travelled. Throws comm::EncodingError where it is none of `universe`:
  /// where the message is on the device, as far as its length tells.
  [[nodiscard]] SetForm form_of(std::uint32_t universe, std::span<const std::byte> message);

 private:
  Queue& queue_;
  const Sizes sizes_;
  std::shared_ptr<DeviceMessages> messages_;
  DeviceBuffer<u32> out_;
  DeviceBuffer<u32> in_;
  Array<std::uint32_t> ids_;
};

}  // namespace strider::detail::STRIDER_DEVICE
