// Downloads into memory of any kind, through pinned pieces that are kept.
#pragma once

#include <array>
#include <cstddef>

#include "gpu/buffer.hpp"

namespace strider::detail::STRIDER_DEVICE {

class DownloadStage {
 public:
  /// For downloads of up to `most_bytes` each, or of more, in pieces. Throws MemoryError.
  DownloadStage(Context& context, std::size_t most_bytes);
  /// Of the host's memory, pinned.
  [[nodiscard]] static std::size_t predict_bytes(std::size_t most_bytes);

  /// Returns when all is there: while one piece is copied to `to`, the next is on its way.
  void download(Queue& queue, void* to, const void* from, std::size_t bytes);

 private:
  struct Piece {
    Piece(Context& context, std::size_t bytes) : memory(context, bytes), done(context) {}
    PinnedBuffer<std::byte> memory;
    Event done;
  };
  std::array<Piece, 2> pieces_;
};

}  // namespace strider::detail::STRIDER_DEVICE
