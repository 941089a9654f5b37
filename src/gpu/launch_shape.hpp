// How many threads of a kernel a device is given, and the limits of that.
#pragma once

#include <algorithm>
#include <string>

#include "gpu/context.hpp"
#include "gpu/graph_bytes.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Enough that every multiprocessor has blocks to wait behind.
inline constexpr simt::u32 kBlocksEach = 32;
/// Of one launch: so that an index of 32 bits that advances by all threads of the grid stays one
/// (kMostDeviceVertices).
inline constexpr simt::u64 kMostThreads = simt::u64{1} << 23U;
static_assert(kMostDeviceVertices + kMostThreads <= simt::u64{1} << 32U);

/// Blocks of `block_threads` that `work` threads make, up to `blocks_each` a multiprocessor.
[[nodiscard]] inline simt::LaunchShape shape_for(const Context& context, simt::u64 work,
                                                 simt::u32 block_threads,
                                                 simt::u32 blocks_each = kBlocksEach) {
  const simt::u64 wanted = (work + block_threads - 1) / block_threads;
  const simt::u64 most = blocks_each * std::max<simt::u64>(1, context.facts().multiprocessors);
  const simt::u64 blocks = std::min({wanted, most, kMostThreads / block_threads});
  return {.grid = static_cast<simt::u32>(blocks), .block = block_threads};
}

/// Throws UsageError where the device has no registers for blocks of `block_threads` threads of
/// this kernel.
template <class... P>
void require_block_threads(const Queue& queue, void (*kernel)(P...), simt::u32 block_threads) {
  const simt::u32 most = simt::max_block_threads(queue.handle(), kernel);
  if (block_threads > most) {
    throw UsageError("block_threads: the device supports blocks of up to " + std::to_string(most) +
                     " threads for this search, got " + std::to_string(block_threads));
  }
}

/// What a cooperative kernel is launched with: as many blocks as `work` threads make, as the device
/// holds at the same time and as `blocks_each` a multiprocessor allow; 0: all that it holds. Throws
/// UsageError where it holds none.
template <class... P>
[[nodiscard]] simt::LaunchShape cooperative_shape(const Queue& queue, void (*kernel)(P...),
                                                  simt::u64 work, simt::u32 block_threads,
                                                  simt::u32 blocks_each) {
  require_block_threads(queue, kernel, block_threads);
  simt::u64 blocks = simt::max_cooperative_blocks(queue.handle(), kernel, block_threads, 0);
  if (blocks == 0) {
    throw UsageError("block_threads: the device does not support blocks of " +
                     std::to_string(block_threads) + " threads for this search");
  }
  if (blocks_each > 0) {
    blocks = std::min<simt::u64>(blocks,
                                 simt::u64{blocks_each} * queue.context().facts().multiprocessors);
  }
  const simt::u64 wanted = std::max<simt::u64>(1, (work + block_threads - 1) / block_threads);
  return {.grid = static_cast<simt::u32>(std::min(blocks, wanted)), .block = block_threads};
}

}  // namespace strider::detail::STRIDER_DEVICE
