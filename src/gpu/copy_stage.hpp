// Copies between a device and memory of any kind, through pinned chunks that are kept.
#pragma once

#include <array>
#include <cstddef>

#include "gpu/buffer.hpp"
#include "gpu/device_object.hpp"

namespace strider::detail::STRIDER_DEVICE {

class CopyStage final : public DeviceObject {
 public:
  /// For copies of up to `most_bytes` each, or of more, in chunks. Throws MemoryError.
  CopyStage(Context& context, std::size_t most_bytes);
  /// The same, whose memory `workspace` takes.
  CopyStage(Workspace& workspace, Context& context, std::size_t most_bytes);
  [[nodiscard]] std::size_t chunk_bytes() const { return chunks_[0].memory.size(); }

  // Both return when all is there: while one chunk travels, another is copied on the host.
  void upload(Queue& queue, void* to, const void* from, std::size_t bytes);
  void download(Queue& queue, void* to, const void* from, std::size_t bytes);

 private:
  struct Chunk {
    Chunk(Context& context, std::size_t bytes) : memory(context, bytes), done(context) {}
    Chunk(Workspace& workspace, Context& context, std::size_t bytes) : done(context) {
      workspace.declare("copies of results", memory, bytes, context);
    }
    PinnedBuffer<std::byte> memory;
    Event done;
  };
  std::array<Chunk, 2> chunks_;
};

}  // namespace strider::detail::STRIDER_DEVICE
