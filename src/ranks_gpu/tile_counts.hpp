// How many bits of a bitmap on a device come before each of its tiles.
#pragma once

#include "gpu/buffer.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/primitives.hpp"
#include "ranks_gpu/set_kernels.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

class TileCounts {
 public:
  /// For bitmaps of up to `most_words` words. `queue` outlives this.
  TileCounts(Workspace& workspace, Queue& queue, u32 most_words, u32 block_threads)
      : queue_(queue),
        block_threads_(block_threads),
        scratch_(workspace, queue.context(), exclusive_sum_bytes(places(most_words))) {
    workspace.declare("counts of bits", counts_, places(most_words), queue.context());
    workspace.declare("places of bits", offsets_, places(most_words), queue.context());
  }

  /// Puts into the queue what counts the bits that are set or, with flip = ~0, that are not.
  void begin(const u32* words, u32 num_words, u32 flip) {
    simt::launch(queue_.handle(),
                 shape_for(queue_.context(), places(num_words) * simt::kWarp, block_threads_),
                 count_tiles, words, num_words, flip, counts_.data());
    exclusive_sum(queue_, scratch_, counts_.data(), offsets_.data(), places(num_words));
  }
  /// By tile, and at the end the sum of all. On the device.
  [[nodiscard]] const u64* offsets() const { return offsets_.data(); }

 private:
  [[nodiscard]] static u64 places(u32 num_words) { return u64{num_tiles(num_words)} + 1; }

  Queue& queue_;
  const u32 block_threads_;
  Scratch scratch_;
  DeviceBuffer<u32> counts_;
  DeviceBuffer<u64> offsets_;
};

}  // namespace strider::detail::STRIDER_DEVICE
