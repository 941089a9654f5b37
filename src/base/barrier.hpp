// A barrier cheap enough for levels of a few microseconds.
#pragma once

#include <atomic>
#include <thread>

namespace strider {

/// How a thread waits for another: it spins, then yields its core. A pure spin loses a whole time
/// slice when the thread it waits for has none.
class SpinWait {
 public:
  void pause() {
    if (++spins_ < kSpinsBeforeYield) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }

 private:
  // About 50 microseconds: longer than the imbalance of a short level, far below a time slice.
  static constexpr int kSpinsBeforeYield = 2000;

  static void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

  int spins_ = 0;
};

/// Threads of a region wait for one another.
class SpinBarrier {
 public:
  explicit SpinBarrier(int threads) : threads_(threads) {}

  void wait() {
    if (threads_ == 1) return;
    const unsigned generation = generation_.load(std::memory_order_relaxed);
    // acq_rel: what any thread wrote before arriving is seen by the last to arrive, and through
    // its release of the generation by all.
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
      arrived_.store(0, std::memory_order_relaxed);
      generation_.store(generation + 1, std::memory_order_release);
      return;
    }
    SpinWait spin;
    while (generation_.load(std::memory_order_acquire) == generation) spin.pause();
  }

 private:
  int threads_;
  // On lines of their own: arrivals must not disturb those who wait.
  alignas(64) std::atomic<int> arrived_{0};
  alignas(64) std::atomic<unsigned> generation_{0};
};

}  // namespace strider
