#include "simt/emulator/device.hpp"

#include <algorithm>
#include <cstring>

#include "simt/emulator/failure.hpp"
#include "simt/emulator/random.hpp"
#include "simt/emulator/sanitizers.hpp"
#include "simt/emulator/scheduler.hpp"

namespace strider::simt::emulator {

Queue::Queue(EmulatedDevice& device) : device_(device) {
  device_.queues_.push_back(this);
}
Queue::~Queue() {
  device_.wait_for(*this);
  std::erase(device_.queues_, this);
}

void Event::record(Queue& queue) {
  mark_ = std::make_shared<Mark>();
  device_ = &queue.device();
  queue.push([mark = mark_] { mark->reached = true; });
}
void Event::make_wait(Queue& queue) const {
  if (mark_ == nullptr) return;
  queue.push([mark = mark_] {
    if (!mark->reached) throw EmulatedDevice::NotYet();
  });
}
void Event::wait() const {
  if (mark_ == nullptr) return;
  device_->run_until([this] { return mark_->reached; });
}

EmulatedDevice::EmulatedDevice(const Settings& settings)
    : settings_(settings),
      random_(first_random(settings.seed)),
      scheduler_(std::make_unique<Scheduler>(settings)) {}
EmulatedDevice::~EmulatedDevice() = default;

void EmulatedDevice::run_grid(const LaunchShape& shape, bool cooperative, void (*call)(const void*),
                              const void* argument) {
  if (shape.block == 0 || shape.block > 1024 || shape.block % kWarp != 0) {
    fail("a block has 32 to 1024 threads, in whole warps");
  }
  if (shape.block > settings_.max_block_threads) {
    fail("the device does not have enough registers for a block of that size");
  }
  // What a block of compute capability 9.0 can have.
  constexpr u32 kMostSharedBytes = 227 * 1024;
  if (shape.shared_bytes > kMostSharedBytes) fail("a block has at most 227 KiB of shared memory");
  if (cooperative && shape.grid > settings_.cooperative_blocks) {
    fail("a cooperative grid has more blocks than the device holds");
  }
  scheduler_->run({shape, cooperative, call, argument});
  ++num_grids_;
}

bool EmulatedDevice::run_one() {
  // Each queue is tried once, from a random one on: the first may have to wait for another.
  const std::size_t count = queues_.size();
  const std::size_t first = count == 0 ? 0 : next_random(random_) % count;
  for (std::size_t i = 0; i < count; ++i) {
    Queue& queue = *queues_[(first + i) % count];
    if (queue.operations_.empty()) continue;
    const std::function<void()> operation = std::move(queue.operations_.front());
    queue.operations_.pop_front();
    try {
      operation();
      return true;
    } catch (const NotYet&) {
      queue.operations_.push_front(operation);
    }
  }
  return false;
}

void EmulatedDevice::run_until(const std::function<bool()>& is_reached) {
  while (!is_reached()) {
    if (!run_one()) fail("queues wait for each other, or for an event that is never recorded");
  }
}
void EmulatedDevice::wait_for(const Queue& queue) {
  run_until([&queue] { return queue.operations_.empty(); });
}
void EmulatedDevice::wait_for_all() {
  run_until([this] {
    return std::ranges::all_of(queues_, [](const Queue* q) { return q->operations_.empty(); });
  });
}

void EmulatedDevice::poison(void* memory, std::size_t bytes) const {
  scheduler_->poison(memory, bytes);
}
u64 EmulatedDevice::num_switches() const {
  return scheduler_->num_switches();
}

}  // namespace strider::simt::emulator
