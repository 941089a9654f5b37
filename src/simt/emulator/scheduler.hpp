// Runs the threads of a grid, each on a fiber while it needs one.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "simt/emulator/device.hpp"
#include "simt/emulator/fiber.hpp"
#include "simt/emulator/thread.hpp"

namespace strider::simt::emulator {

/// A kernel to run: call(argument) is what each thread does.
struct Grid {
  LaunchShape shape;
  bool cooperative = false;
  void (*call)(const void*) = nullptr;
  const void* argument = nullptr;
};

struct SharedArray {
  const void* tag;
  std::unique_ptr<std::byte[]> bytes;
};

struct Block {
  Scheduler* scheduler = nullptr;
  const Grid* grid = nullptr;
  u32 id = 0;
  std::vector<Thread> threads;
  std::vector<RaceView> views;
  std::vector<SharedArray> shared;
  std::unique_ptr<std::byte[]> dynamic;
  u32 at_barrier = 0;
  u32 exited = 0;
  /// Of each warp, the lanes that wait at a word of the warp.
  std::vector<u32> waiting_lanes;
  /// Places that stand for the barriers of the block and of each warp.
  std::array<char, 2> block_barriers{};
  std::vector<std::array<char, 2>> warp_barriers;
};

class Scheduler {
 public:
  explicit Scheduler(const Settings& settings);

  void run(const Grid& grid);
  void poison(void* memory, std::size_t bytes) const;
  [[nodiscard]] u64 num_switches() const { return switches_; }

  // Of the running thread, by way of thread.hpp:
  void meet_block(Site site);
  void meet_grid(Site site);
  u64 meet_warp(Wait word, u32 mask, u64 value, u32 lane, Site site);
  void pause();
  void preempt_sometimes();

 private:
  void add_block();
  void remove_block(Block& block);
  [[nodiscard]] u32 next_block_id();
  void run_threads();
  /// What a fiber does: one thread after the other, until none is left to begin with.
  void run_on(Fiber& fiber);
  void end(Thread& thread);
  Thread* take_at_random(std::vector<Thread*>& list);
  /// Suspends the running thread until it is released.
  void wait();
  void release(Thread& thread);
  void complete(Block& block, u32 mask, u32 warp);
  [[noreturn]] void fail_stuck() const;
  void check_lanes_exist(const Thread& thread) const;

  Settings settings_;
  u64 random_;
  u64 switches_ = 0;
  u64 pauses_ = 0;  // since a thread last got anywhere

  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;

  // Of the grid under way:
  const Grid* grid_ = nullptr;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Thread*> fresh_;  // have not begun
  std::vector<Thread*> ready_;  // can go on
  u32 begun_blocks_ = 0;
  u64 block_step_ = 1;
  u64 block_offset_ = 0;
  u64 at_grid_barrier_ = 0;
  RaceView own_view_;
  char grid_begin_ = 0;
  char grid_end_ = 0;
  std::array<char, 2> grid_barriers_{};
};

}  // namespace strider::simt::emulator
