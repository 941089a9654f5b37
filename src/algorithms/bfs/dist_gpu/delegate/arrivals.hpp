// Vertices from the host's memory to the device's: a few pinned pieces in turn, so that one is
// filled while another travels.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "gpu/buffer.hpp"

namespace strider::detail::STRIDER_DEVICE {

class ArrivalStage {
 public:
  /// For ranks that own `num_local` vertices. Throws MemoryError.
  ArrivalStage(Queue& queue, simt::u32 num_local)
      : queue_(queue),
        pieces_{Piece(queue.context(), piece_size(num_local)),
                Piece(queue.context(), piece_size(num_local))},
        there_(queue.context(), piece_size(num_local)) {}

  [[nodiscard]] static std::uint64_t predict_bytes(simt::u32 num_local) {
    return sizeof(simt::u32) * piece_size(num_local);
  }
  [[nodiscard]] static std::uint64_t predict_host_bytes(simt::u32 num_local) {
    return 2 * predict_bytes(num_local);
  }

  /// Puts use(vertices, size), which launches on the queue what reads them, behind a copy of each
  /// piece. `vertices` may go when it returns.
  template <class Use>
  void send(std::span<const simt::u32> vertices, Use&& use) {
    while (!vertices.empty()) {
      const std::size_t count = std::min(vertices.size(), there_.size());
      Piece& piece = pieces_[turn_];
      piece.copied.wait();
      std::ranges::copy(vertices.first(count), piece.memory.data());
      queue_.copy(there_.data(), piece.memory.data(), sizeof(simt::u32) * count);
      piece.copied.record(queue_);
      use(static_cast<const simt::u32*>(there_.data()), static_cast<simt::u32>(count));
      vertices = vertices.subspan(count);
      turn_ ^= 1U;
    }
  }

 private:
  struct Piece {
    Piece(Context& context, std::size_t size) : memory(context, size), copied(context) {}
    PinnedBuffer<simt::u32> memory;
    Event copied;
  };
  [[nodiscard]] static std::size_t piece_size(simt::u32 num_local) {
    constexpr simt::u32 kLeast = 64;
    constexpr simt::u32 kMost = 1U << 16U;
    return std::clamp(num_local, kLeast, kMost);
  }

  Queue& queue_;
  std::array<Piece, 2> pieces_;
  DeviceBuffer<simt::u32> there_;
  std::size_t turn_ = 0;
};

}  // namespace strider::detail::STRIDER_DEVICE
