// Where the threads of a block, a grid or a warp synchronize.
#include <string>

#include "simt/emulator/failure.hpp"
#include "simt/emulator/scheduler.hpp"

namespace strider::simt::emulator {

bool Scheduler::sync_block(Wait word, bool vote, Site site) {
  Thread& thread = *current;
  Block& block = *thread.block;
  thread.site = site;
  thread.wait = word;
  pauses_ = 0;
  block.vote |= vote;
  char* const barrier = &block.block_barriers[thread.block_phase++ & 1U];
  order_before(barrier);
  if (++block.at_barrier == block.threads.size()) {
    for (const Thread& other : block.threads) {
      if (!(other.site == site)) fail_stuck();
    }
    block.at_barrier = 0;
    for (Thread& other : block.threads) {
      other.result = block.vote ? 1 : 0;
      if (&other != &thread) release(other);
    }
    block.vote = false;
    thread.wait = Wait::kNothing;
  } else {
    wait();
  }
  order_after(barrier);
  return thread.result != 0;
}

void Scheduler::sync_grid(Site site) {
  Thread& thread = *current;
  thread.site = site;
  thread.wait = Wait::kGridSync;
  pauses_ = 0;
  if (!grid_->cooperative) fail(thread, "the launch is not cooperative");
  char* const barrier = &grid_barriers_[thread.grid_phase++ & 1U];
  order_before(barrier);
  if (++at_grid_barrier_ == u64{grid_->shape.grid} * grid_->shape.block) {
    at_grid_barrier_ = 0;
    for (const auto& block : blocks_) {
      {
        const Unwatched unwatched;
        block->stale.clear();
      }
      for (Thread& other : block->threads) {
        if (!(other.site == site)) fail_stuck();
        if (&other != &thread) release(other);
      }
    }
    thread.wait = Wait::kNothing;
  } else {
    wait();
  }
  order_after(barrier);
}

u64 Scheduler::sync_warp(Wait word, u32 mask, u64 value, u32 lane, Site site) {
  Thread& thread = *current;
  Block& block = *thread.block;
  const u32 warp = thread.id / kWarp;
  thread.wait = word;
  thread.site = site;
  thread.mask = mask;
  thread.value = value;
  thread.lane = lane;
  pauses_ = 0;
  if ((mask >> thread.id % kWarp & 1U) == 0) fail(thread, "the mask leaves the calling lane out");
  check_lanes_exist(thread);
  // Only syncwarp orders memory: CUDA promises nothing of the kind of the other words.
  char* const barrier =
      word == Wait::kSyncwarp ? &block.warp_barriers[warp][thread.warp_phase++ & 1U] : nullptr;
  if (barrier != nullptr) order_before(barrier);
  block.waiting_lanes[warp] |= 1U << thread.id % kWarp;
  Thread* const lanes = &block.threads[std::size_t{warp} * kWarp];
  const bool all_wait = (block.waiting_lanes[warp] & mask) == mask;
  const auto is_here = [&](u32 l) {
    return (mask >> l & 1U) == 0 ||
           (lanes[l].wait == word && lanes[l].mask == mask && lanes[l].site == site);
  };
  bool all_here = all_wait;
  for (u32 l = 0; all_here && l < kWarp; ++l) all_here = is_here(l);
  if (all_here) {
    complete(block, mask, warp);
  } else {
    wait();  // should the others never come, fail_stuck() tells
  }
  if (barrier != nullptr) order_after(barrier);
  return thread.result;
}

void Scheduler::complete(Block& block, u32 mask, u32 warp) {
  Thread* const lanes = &block.threads[std::size_t{warp} * kWarp];
  u64 all = 0;
  for (u32 l = 0; l < kWarp; ++l) {
    if ((mask >> l & 1U) == 0) continue;
    Thread& lane = lanes[l];
    switch (lane.wait) {
      case Wait::kBallot:
        all |= (lane.value & 1U) << l;
        break;
      case Wait::kWarpSum:
        all += lane.value;
        break;
      case Wait::kWarpScan:
        all += lane.value;
        lane.result = all;
        break;
      case Wait::kShfl:
        if (lane.lane >= kWarp || (mask >> lane.lane & 1U) == 0) {
          fail(lane, "it reads a lane outside of the mask");
        }
        lane.result = lanes[lane.lane].value;
        break;
      case Wait::kMatchAny:
        lane.result = 0;
        for (u32 other = 0; other < kWarp; ++other) {
          const bool same = (mask >> other & 1U) != 0 && lanes[other].value == lane.value;
          lane.result |= u64{same} << other;
        }
        break;
      default:
        break;
    }
  }
  const bool same_for_all = current->wait != Wait::kShfl && current->wait != Wait::kMatchAny &&
                            current->wait != Wait::kWarpScan;
  block.waiting_lanes[warp] &= ~mask;
  for (u32 l = 0; l < kWarp; ++l) {
    if ((mask >> l & 1U) == 0) continue;
    if (same_for_all) lanes[l].result = all;
    if (&lanes[l] == current) {
      lanes[l].wait = Wait::kNothing;
    } else {
      release(lanes[l]);
    }
  }
}

void Scheduler::check_lanes_exist(const Thread& thread) const {
  if ((thread.mask & thread.block->ended_lanes[thread.id / kWarp]) != 0) {
    fail(thread, "the mask names a lane that has ended");
  }
}

void Scheduler::fail_stuck() const {
  std::string message = "threads wait for each other at different places:";
  for (const auto& block : blocks_) {
    for (std::size_t i = 0, first = 0; i < block->threads.size(); ++i) {
      const Thread& thread = block->threads[i];
      const Thread* const next = i + 1 < block->threads.size() ? &thread + 1 : nullptr;
      if (next != nullptr && next->wait == thread.wait && next->site == thread.site &&
          next->mask == thread.mask) {
        continue;
      }
      message += "\n  " + std::to_string(first) + " to " + described(thread);
      first = i + 1;
    }
  }
  fail(message);
}

}  // namespace strider::simt::emulator
