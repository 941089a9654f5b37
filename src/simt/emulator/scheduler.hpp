// Runs the threads of a grid, each on a fiber while it needs one.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <unordered_map>
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
  /// What load_stale() has found since the last barrier of the grid.
  std::unordered_map<const void*, u64> stale;
  std::unique_ptr<std::byte[]> dynamic;
  u32 at_barrier = 0;
  bool vote = false;  ///< of those at the barrier
  u32 exited = 0;
  /// Of each warp, the lanes that wait at a word of the warp.
  std::vector<u32> waiting_lanes;
  std::vector<u32> ended_lanes;
  /// Places that stand for the barriers of the block and of each warp.
  std::array<char, 2> block_barriers{};
  std::vector<std::array<char, 2>> warp_barriers;
};

/// What load_constant() has read.
struct Constant {
  const void* place;
  std::size_t bytes;
  std::array<std::byte, 16> value;
  Site site;
};

/// Which threads are starved, kAny for all of them.
struct StarvedThreads {
  static constexpr u32 kAny = ~0U;
  u32 block = kAny;
  u32 warp = kAny;
  u32 lane = kAny;
  [[nodiscard]] bool has(const Thread& thread) const {
    return (block == kAny || block == thread.block->id) &&
           (warp == kAny || warp == thread.id / kWarp) &&
           (lane == kAny || lane == thread.id % kWarp);
  }
};

class Scheduler {
 public:
  explicit Scheduler(const Settings& settings);

  void run(const Grid& grid);
  void poison(void* memory, std::size_t bytes) const;
  [[nodiscard]] u64 num_switches() const { return switches_; }

  // Of the running thread, by way of thread.hpp:
  bool sync_block(Wait word, bool vote, Site site);
  void sync_grid(Site site);
  u64 sync_warp(Wait word, u32 mask, u64 value, u32 lane, Site site);
  void pause();
  void preempt_sometimes();
  [[nodiscard]] u64 stale(const void* place, u64 now);
  void note_constant(const void* place, std::size_t bytes, Site site);

 private:
  void add_block();
  /// Others take their places.
  void remove_ended_blocks();
  [[nodiscard]] u32 next_block_id();
  void run_threads();
  /// What a fiber does: one thread after the other, until none is left to begin with.
  void run_on(Fiber& fiber);
  void end(Thread& thread);
  Thread* take_at_random(std::vector<Thread*>& list);
  /// What runs next, with a fiber to run on.
  Thread* choose();
  /// Puts a thread that can run into the list that it is taken from.
  void enlist(Thread& thread);
  /// Holds other threads back from now on.
  void choose_starved();
  /// Suspends the running thread until it is released.
  void wait();
  void release(Thread& thread);
  void complete(Block& block, u32 mask, u32 warp);
  [[noreturn]] void fail_stuck() const;
  void check_lanes_exist(const Thread& thread) const;
  void check_constants();

  Settings settings_;
  u64 random_;
  u64 switches_ = 0;
  u64 pauses_ = 0;  // since a thread last got anywhere

  std::vector<std::unique_ptr<Fiber>> fibers_;
  std::vector<Fiber*> idle_;

  // Of the grid under way:
  const Grid* grid_ = nullptr;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<Thread*> fresh_;    // have not begun
  std::vector<Thread*> ready_;    // can continue
  std::vector<Thread*> starved_;  // could begin or continue
  StarvedThreads starved_threads_;
  u64 next_change_ = 0;  // of those starved, when so many switches have been made
  std::vector<Constant> constants_;
  u32 begun_blocks_ = 0;
  u32 num_ended_blocks_ = 0;  // that are still held
  u64 block_step_ = 1;
  u64 block_offset_ = 0;
  u64 at_grid_barrier_ = 0;
  RaceView own_view_;
  char grid_begin_ = 0;
  char grid_end_ = 0;
  std::array<char, 2> grid_barriers_{};
};

}  // namespace strider::simt::emulator
