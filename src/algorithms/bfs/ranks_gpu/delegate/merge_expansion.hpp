// A frontier expanded along a merge path, and what that needs of memory.
#pragma once

#include "algorithms/bfs/gpu/edge_mapped.hpp"
#include "algorithms/bfs/gpu/merge_path.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {

class MergeExpansion {
 public:
  /// Of frontiers of at most `most` rows. Throws MemoryError.
  MergeExpansion(Queue& queue, u32 most, u32 block_threads)
      : queue_(queue),
        block_threads_(block_threads),
        scratch_(queue.context()),
        degrees_(queue.context(), std::size_t{most} + 1),
        offsets_(queue.context(), degrees_.size()) {
    static_cast<void>(scratch_.get(exclusive_sum_bytes(degrees_.size())));
  }

  [[nodiscard]] static std::uint64_t predict_bytes(u32 most) {
    const std::uint64_t count = std::uint64_t{most} + 1;
    return (sizeof(u32) + sizeof(u64)) * count + exclusive_sum_bytes(count);
  }

  /// `size` rows in `frontier`, of `arcs` arcs together.
  template <class Visitor>
  void expand(const Rows<u32>& rows, const u32* frontier, u32 size, u64 arcs,
              const Visitor& visitor) {
    simt::launch(queue_.handle(), shape(u64{size} + 1), look_up_degrees<u32>, rows, frontier, size,
                 degrees_.data());
    exclusive_sum(queue_, scratch_, degrees_.data(), offsets_.data(), std::size_t{size} + 1);
    simt::launch(queue_.handle(), shape((arcs + size + kMergeSteps - 1) / kMergeSteps),
                 expand_by_merge_path<Rows<u32>, Visitor>, rows, frontier, size, offsets_.data(),
                 visitor);
  }

 private:
  [[nodiscard]] simt::LaunchShape shape(u64 work) const {
    return shape_for(queue_.context(), work, block_threads_);
  }

  Queue& queue_;
  u32 block_threads_;
  Scratch scratch_;
  DeviceBuffer<u32> degrees_;
  DeviceBuffer<u64> offsets_;
};

}  // namespace strider::detail::STRIDER_DEVICE
