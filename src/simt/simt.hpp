// The vocabulary that kernels are written in.
//
// nvcc maps each word to what CUDA calls it; any other compiler maps it to an emulator that runs
// every thread of the grid as a fiber (emulator/). A file of kernels is compiled by both, and so
// stands in a namespace of its own for each, STRIDER_DEVICE: on_cuda or on_simt. Words are inline
// in strider::simt, whichever it is.
//
//   namespace strider::detail::STRIDER_DEVICE {
//   STRIDER_KERNEL add_one(u32* numbers, u32 count) {
//     const u32 i = simt::global_id();
//     if (i < count) numbers[i] += 1;
//   }
//   void bump(simt::QueueHandle queue, u32* numbers, u32 count) {
//     simt::launch(queue, {.grid = (count + 255) / 256, .block = 256}, add_one, numbers, count);
//   }
//   }
//
// Rules for kernels, which the emulator holds them to where it can: blocks are whole warps, in one
// dimension; every lane of a mask comes to a collective word; no thread leaves before a collective
// that others wait at; memory is ordered by syncwarp, syncthreads and grid_sync, by no vote or
// shuffle; what is written by atomics or store() is read by load(); who waits for another thread
// calls spin_pause(); nothing depends on the order of blocks.
#pragma once

#include "simt/types.hpp"

#ifdef __CUDACC__
#include "simt/cuda/words.hpp"
#else
#include "simt/emulator/words.hpp"
#endif

namespace strider::simt {
inline namespace STRIDER_DEVICE {

STRIDER_DEVICE_FUNCTION u32 lane_id() {
  return thread_id() % kWarp;
}
STRIDER_DEVICE_FUNCTION u32 warp_id() {
  return thread_id() / kWarp;
}
STRIDER_DEVICE_FUNCTION u32 global_id() {
  return block_id() * block_dim() + thread_id();
}
/// Threads of the grid.
STRIDER_DEVICE_FUNCTION u32 global_size() {
  return grid_dim() * block_dim();
}
/// The lanes before the calling one.
STRIDER_DEVICE_FUNCTION u32 lanes_below() {
  return (1U << lane_id()) - 1;
}

}  // namespace STRIDER_DEVICE
}  // namespace strider::simt
