// The mask of delegates that a level found: ranks reduce it in the device's memory, or a copy of it
// in the host's where messages do not go from there.
#pragma once

#include <span>

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/previsit.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"

namespace strider::detail::STRIDER_DEVICE {

class MaskOnDevice {
 public:
  /// The others outlive this.
  MaskOnDevice(Workspace& workspace, Queue& queue, const DelegateState& state, u32 num_delegates,
               bool is_gpu_direct)
      : queue_(queue), state_(state), is_gpu_direct_(is_gpu_direct) {
    const std::size_t copied = is_gpu_direct ? 0 : (num_delegates + 63ULL) / 64;
    workspace.declare("a copy of the mask", copy_, copied, queue.context());
    workspace.declare("a copy of a word", any_found_, 1, queue.context());
  }

  /// Queues the kernel that forms it.
  void form(u32 block_threads) {
    fill(queue_, state_.any_found, 0);
    const auto words = static_cast<u32>(state_.mask.size());
    simt::launch(queue_.handle(), shape_for(queue_.context(), words, block_threads), form_mask,
                 state_.delegates_reached.data(), state_.delegates_visited.data(), words,
                 state_.mask.data(), state_.found_here.data(), state_.any_found.data());
    if (!is_gpu_direct_) queue_.copy(copy_.data(), state_.mask.data(), state_.mask.size_bytes());
    queue_.copy(any_found_.data(), state_.any_found.data(), sizeof(u32));
  }
  /// Waits until it is formed.
  [[nodiscard]] FoundDelegates found() {
    queue_.wait();
    return {.any = any_found_[0] != 0, .mask = words()};
  }
  /// Queues the copy of what ranks reduced in the host's memory.
  void take_back() {
    if (!is_gpu_direct_) queue_.copy(state_.mask.data(), copy_.data(), state_.mask.size_bytes());
  }

 private:
  [[nodiscard]] std::span<std::uint64_t> words() const {
    if (!is_gpu_direct_) return copy_.span();
    return {reinterpret_cast<std::uint64_t*>(state_.mask.data()), state_.mask.size() / 2};
  }

  Queue& queue_;
  const DelegateState& state_;
  bool is_gpu_direct_;
  PinnedBuffer<std::uint64_t> copy_;
  PinnedBuffer<u32> any_found_;
};

}  // namespace strider::detail::STRIDER_DEVICE
