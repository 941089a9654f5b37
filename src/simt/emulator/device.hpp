// An emulated device: runs grids of kernels on one thread of the host, and its queues in an order
// that a seed decides.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "simt/types.hpp"

namespace strider::simt::emulator {

class EmulatedDevice;
class Scheduler;

/// Threads that get a turn only when no other thread can continue. Chance never lets a thread wait
/// that long, and a device does: where blocks begin late, or take turns on a multiprocessor.
enum class Starved : std::uint8_t {
  kNothing,
  kBlock,  ///< the threads of one block
  kWarp,   ///< of one warp of one block, or of every block
  kLane    ///< of one lane of one warp, or of every warp
};

struct Settings {
  /// Orders threads, blocks and queues, and chooses what poisons memory. The same seed, the same
  /// run.
  u64 seed = 1;
  /// Threads are also switched at one atomic word in so many; 0: at collective words only.
  u32 preempt_one_in = 0;
  /// Which block, warp or lane it is changes at random.
  Starved starved = Starved::kNothing;
  /// Of a cooperative launch.
  u32 cooperative_blocks = 4;
  /// Of a block of any kernel: a device has registers for so many.
  u32 max_block_threads = 1024;
  /// Blocks of another launch that are under way at the same time.
  u32 resident_blocks = 4;
  /// What the device pretends to have.
  u64 memory_bytes = u64{1} << 40U;
};

/// Operations one after the other. They run when something waits for them, in turns with those of
/// other queues: what is not ordered by a queue, an event or a wait comes in any order.
class Queue {
 public:
  explicit Queue(EmulatedDevice& device);
  ~Queue();
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  void push(std::function<void()> operation) { operations_.push_back(std::move(operation)); }
  [[nodiscard]] EmulatedDevice& device() const { return device_; }

 private:
  friend class EmulatedDevice;
  EmulatedDevice& device_;
  std::deque<std::function<void()>> operations_;
};

/// A place in a queue that others wait for.
class Event {
 public:
  /// Replaces what it stood for before.
  void record(Queue& queue);
  /// What `queue` is given from now on comes after this. Nothing to wait for where it was never
  /// recorded.
  void make_wait(Queue& queue) const;
  /// Returns when everything before it is over.
  void wait() const;

 private:
  struct Mark {
    bool reached = false;
  };
  std::shared_ptr<Mark> mark_;
  EmulatedDevice* device_ = nullptr;
};

/// Belongs to the thread that made it.
class EmulatedDevice {
 public:
  explicit EmulatedDevice(const Settings& settings);
  ~EmulatedDevice();
  EmulatedDevice(const EmulatedDevice&) = delete;
  EmulatedDevice& operator=(const EmulatedDevice&) = delete;

  [[nodiscard]] const Settings& settings() const { return settings_; }
  /// Runs every thread of a grid to its end. Ends the process with a message on standard error
  /// where the kernel breaks a rule of simt.hpp.
  void run_grid(const LaunchShape& shape, bool cooperative, void (*call)(const void*),
                const void* argument);

  /// Runs operations of all queues, in turns, until `queue` has none left.
  void wait_for(const Queue& queue);
  /// Until no queue has any.
  void wait_for_all();
  /// Until `is_reached`; ends the process where no operation is left that could bring it about.
  void run_until(const std::function<bool()>& is_reached);

  /// Fills unwritten memory, so that reading it shows.
  void poison(void* memory, std::size_t bytes) const;

  /// Grids that ran, since the device was made.
  [[nodiscard]] u64 num_grids() const { return num_grids_; }
  /// How often a fiber was switched to, since the device was made.
  [[nodiscard]] u64 num_switches() const;

 private:
  friend class Queue;
  friend class Event;
  /// Thrown by an operation that must wait: it stays the first of its queue.
  struct NotYet {};
  bool run_one();

  Settings settings_;
  u64 random_;
  u64 num_grids_ = 0;
  std::vector<Queue*> queues_;
  std::unique_ptr<Scheduler> scheduler_;
};

}  // namespace strider::simt::emulator
