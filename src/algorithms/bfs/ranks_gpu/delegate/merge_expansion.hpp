// A frontier expanded along a merge path.
#pragma once

#include "gpu/advance_by_edges.hpp"
#include "gpu/launch_shape.hpp"
#include "gpu/primitives.hpp"

namespace strider::detail::STRIDER_DEVICE {

class MergeExpansion {
 public:
  /// Of frontiers of at most `most` rows. `queue` outlives this.
  MergeExpansion(Workspace& workspace, Queue& queue, u32 most, u32 block_threads)
      : queue_(queue),
        block_threads_(block_threads),
        scratch_(workspace, queue.context(), exclusive_sum_bytes(std::size_t{most} + 1)) {
    workspace.declare("degrees of the frontier", degrees_, std::size_t{most} + 1, queue.context());
    workspace.declare("their sums", offsets_, std::size_t{most} + 1, queue.context());
  }

  /// `size` rows in `frontier`, of `arcs` arcs together.
  template <class F, class Output>
  void expand(const Rows<u32>& rows, const u32* frontier, u32 size, u64 arcs, const F& functor,
              const Output& output) {
    simt::launch(queue_.handle(), shape(u64{size} + 1), look_up_degrees<Rows<u32>>, rows, frontier,
                 size, degrees_.data());
    exclusive_sum(queue_, scratch_, degrees_.data(), offsets_.data(), std::size_t{size} + 1);
    simt::launch(queue_.handle(),
                 shape((arcs + size + ByMergePath::kSteps - 1) / ByMergePath::kSteps),
                 advance_rows<Rows<u32>, SomeRows, F, Output, ByMergePath>, rows,
                 SomeRows{frontier, size}, functor, output, ByMergePath{offsets_.data()});
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
