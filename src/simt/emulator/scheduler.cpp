#include "simt/emulator/scheduler.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "simt/emulator/failure.hpp"
#include "simt/emulator/random.hpp"

namespace strider::simt::emulator {
namespace {

/// Pauses in a row, no thread getting anywhere, after which a grid is taken for one that never
/// ends.
constexpr u64 kEndlessPauses = 20'000'000;
/// A fiber whose thread has ended takes up the next at once, but for one time in so many, when
/// threads that wait to go on get their chance.
constexpr u64 kRunOn = 4;

}  // namespace

Scheduler::Scheduler(const Settings& settings)
    : settings_(settings), random_(first_random(settings.seed)) {}

void Scheduler::run(const Grid& grid) {
  if (current != nullptr) fail("a kernel launches another");
  grid_ = &grid;
  begun_blocks_ = 0;
  at_grid_barrier_ = 0;
  pauses_ = 0;
  // Multiples of a step that has no factor in common with the number of blocks visit each once.
  block_offset_ = next_random(random_) % grid.shape.grid;
  block_step_ = next_random(random_) % grid.shape.grid + 1;
  while (std::gcd(block_step_, u64{grid.shape.grid}) != 1) ++block_step_;
  own_view_ = RaceView::of_caller();
  order_before(&grid_begin_);
  const u32 resident = grid.cooperative ? grid.shape.grid : std::max(1U, settings_.resident_blocks);
  // Threads put themselves here: memory that it took then would look like theirs.
  ready_.reserve(std::size_t{resident} * grid.shape.block);
  while (begun_blocks_ < grid.shape.grid && blocks_.size() < resident) add_block();
  run_threads();
  order_after(&grid_end_);
  grid_ = nullptr;
}

u32 Scheduler::next_block_id() {
  return static_cast<u32>((block_offset_ + block_step_ * begun_blocks_++) % grid_->shape.grid);
}

void Scheduler::add_block() {
  const Unwatched unwatched;
  auto block = std::make_unique<Block>();
  const LaunchShape& shape = grid_->shape;
  block->scheduler = this;
  block->grid = grid_;
  block->id = next_block_id();
  block->dynamic.reset(new std::byte[shape.shared_bytes]);
  poison(block->dynamic.get(), shape.shared_bytes);
  block->threads.resize(shape.block);
  block->views.resize(shape.block);
  block->waiting_lanes.assign(shape.block / kWarp, 0);
  block->warp_barriers.resize(shape.block / kWarp);
  for (u32 i = 0; i < shape.block; ++i) {
    block->threads[i].block = block.get();
    block->threads[i].id = i;
    fresh_.push_back(&block->threads[i]);
  }
  blocks_.push_back(std::move(block));
}

void Scheduler::remove_block(Block& block) {
  {
    const Unwatched unwatched;
    std::erase_if(blocks_, [&](const auto& held) { return held.get() == &block; });
  }
  if (begun_blocks_ < grid_->shape.grid) add_block();
}

Thread* Scheduler::take_at_random(std::vector<Thread*>& list) {
  std::swap(list[next_random(random_) % list.size()], list.back());
  Thread* const thread = list.back();
  list.pop_back();
  return thread;
}

void Scheduler::run_threads() {
  while (!blocks_.empty()) {
    const std::size_t choices = ready_.size() + fresh_.size();
    if (choices == 0) fail_stuck();
    if (next_random(random_) % choices < ready_.size()) {
      current = take_at_random(ready_);
    } else {
      if (idle_.empty()) {
        fibers_.push_back(std::make_unique<Fiber>([this](Fiber& fiber) { run_on(fiber); }));
        idle_.push_back(fibers_.back().get());
      }
      current = take_at_random(fresh_);
      current->fiber = idle_.back();
      idle_.pop_back();
    }
    ++switches_;
    current->fiber->resume();
    own_view_.take_over();
    current = nullptr;
    for (std::size_t b = 0; b < blocks_.size();) {
      Block& block = *blocks_[b];
      if (block.exited == block.threads.size()) {
        remove_block(block);
      } else {
        ++b;
      }
    }
  }
}

void Scheduler::run_on(Fiber& fiber) {
  while (!fiber.is_ending()) {
    for (;;) {
      Thread& thread = *current;
      RaceView& view = thread.block->views[thread.id];
      view = RaceView::make();
      view.take_over();
      order_after(&grid_begin_);
      grid_->call(grid_->argument);
      order_before(&grid_end_);
      own_view_.take_over();
      view.destroy();
      end(thread);
      if (fresh_.empty() || next_random(random_) % kRunOn == 0) break;
      current = take_at_random(fresh_);
      current->fiber = &fiber;
    }
    idle_.push_back(&fiber);
    fiber.suspend();
  }
}

void Scheduler::end(Thread& thread) {
  thread.wait = Wait::kExited;
  Block& block = *thread.block;
  ++block.exited;
  pauses_ = 0;
  const u32 warp = thread.id / kWarp;
  for (u32 lanes = block.waiting_lanes[warp]; lanes != 0; lanes &= lanes - 1) {
    check_lanes_exist(block.threads[warp * kWarp + static_cast<u32>(std::countr_zero(lanes))]);
  }
}

void Scheduler::wait() {
  Thread& thread = *current;
  thread.fiber->suspend();
  thread.block->views[thread.id].take_over();
}
void Scheduler::release(Thread& thread) {
  thread.wait = Wait::kNothing;
  ready_.push_back(&thread);
}

void Scheduler::pause() {
  if (++pauses_ > kEndlessPauses) {
    fail(*current, "threads spin, and none gets anywhere");
  }
  ready_.push_back(current);
  wait();
}
void Scheduler::preempt_sometimes() {
  if (settings_.preempt_one_in != 0 && next_random(random_) % settings_.preempt_one_in == 0) {
    ready_.push_back(current);
    wait();
  }
}

void Scheduler::meet_block(Site site) {
  Thread& thread = *current;
  Block& block = *thread.block;
  thread.site = site;
  thread.wait = Wait::kSyncthreads;
  pauses_ = 0;
  char* const barrier = &block.block_barriers[thread.block_phase++ & 1U];
  order_before(barrier);
  if (++block.at_barrier == block.threads.size()) {
    for (const Thread& other : block.threads) {
      if (!(other.site == site)) fail_stuck();
    }
    block.at_barrier = 0;
    for (Thread& other : block.threads) {
      if (&other != &thread) release(other);
    }
    thread.wait = Wait::kNothing;
  } else {
    wait();
  }
  order_after(barrier);
}

void Scheduler::meet_grid(Site site) {
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

u64 Scheduler::meet_warp(Wait word, u32 mask, u64 value, u32 lane, Site site) {
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
  u64 all = current->wait == Wait::kWarpMin ? ~u64{0} : 0;
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
      case Wait::kWarpMin:
        all = std::min(all, lane.value);
        break;
      case Wait::kWarpOr:
        all |= lane.value;
        break;
      case Wait::kShfl:
        if (lane.lane >= kWarp || (mask >> lane.lane & 1U) == 0) {
          fail(lane, "it reads a lane outside of the mask");
        }
        lane.result = lanes[lane.lane].value;
        break;
      default:
        break;
    }
  }
  const bool same_for_all = current->wait != Wait::kShfl && current->wait != Wait::kWarpScan;
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
  if (thread.block->exited == 0) return;
  const Thread* const lanes = &thread.block->threads[thread.id / kWarp * std::size_t{kWarp}];
  for (u32 l = 0; l < kWarp; ++l) {
    if ((thread.mask >> l & 1U) != 0 && lanes[l].wait == Wait::kExited) {
      fail(thread, "the mask names a lane that has ended");
    }
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

void Scheduler::poison(void* memory, std::size_t bytes) const {
  // Another byte for another seed: what reads it gives another result, too.
  constexpr int kPoison = 0xA5;
  constexpr u64 kSevenBits = 0x7F;
  if (bytes > 0) {
    std::memset(memory, kPoison ^ static_cast<int>(settings_.seed * 37 & kSevenBits), bytes);
  }
}

// --- thread.hpp ----------------------------------------------------------------------------------

u32 block_id_of(const Block& block) {
  return block.id;
}
u32 block_dim_of(const Block& block) {
  return block.grid->shape.block;
}
u32 grid_dim_of(const Block& block) {
  return block.grid->shape.grid;
}
void meet_block(Site site) {
  current->block->scheduler->meet_block(site);
}
void meet_grid(Site site) {
  current->block->scheduler->meet_grid(site);
}
u64 meet_warp(Wait word, u32 mask, u64 value, u32 lane, Site site) {
  return current->block->scheduler->meet_warp(word, mask, value, lane, site);
}
void pause() {
  current->block->scheduler->pause();
}
void preempt_sometimes() {
  current->block->scheduler->preempt_sometimes();
}
void* static_shared(const void* tag, std::size_t bytes) {
  Block& block = *current->block;
  for (const SharedArray& array : block.shared) {
    if (array.tag == tag) return array.bytes.get();
  }
  const Unwatched unwatched;
  block.shared.push_back({tag, std::unique_ptr<std::byte[]>(new std::byte[bytes])});
  block.scheduler->poison(block.shared.back().bytes.get(), bytes);
  return block.shared.back().bytes.get();
}
void* dynamic_shared_bytes() {
  return current->block->dynamic.get();
}

}  // namespace strider::simt::emulator
