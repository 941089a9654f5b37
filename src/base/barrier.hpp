// A barrier cheap enough for levels of a few microseconds.
#pragma once

#include <omp.h>

#include <atomic>
#include <thread>

namespace strider {

/// How often a thread looks before it lets others have its core. About 50 microseconds: longer than
/// the imbalance of a short level, far below a time slice.
inline constexpr int kPatientSpins = 2000;

/// How a thread waits for another: it spins, then yields its core. A pure spin loses a whole time
/// slice when the thread it waits for has none.
class SpinWait {
 public:
  void pause() {
    if (++spins_ < kPatientSpins) {
      relax();
    } else {
      std::this_thread::yield();
    }
  }

  /// Tells the core that this thread spins.
  static void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }

 private:
  int spins_ = 0;
};

/// Threads of a region wait for one another. A waiting thread spins, then sleeps: on a machine with
/// other work, or fewer cores than threads, spinning and yielding keep those who are waited for
/// from their core.
class SpinBarrier {
 public:
  explicit SpinBarrier(int threads)
      : threads_(threads), spins_(threads <= omp_get_num_procs() ? kPatientSpins : 0) {}

  void wait() {
    if (threads_ == 1) return;
    const unsigned generation = generation_.load(std::memory_order_relaxed);
    // acq_rel: what any thread wrote before arriving is seen by the last to arrive, and through
    // its store of the generation by all.
    if (arrived_.fetch_add(1, std::memory_order_acq_rel) == threads_ - 1) {
      arrived_.store(0, std::memory_order_relaxed);
      // seq_cst, as in sleep(): either this thread sees the sleeper or the sleeper the generation.
      generation_.store(generation + 1, std::memory_order_seq_cst);
      if (sleepers_.load(std::memory_order_seq_cst) > 0) generation_.notify_all();
      return;
    }
    for (int spins = 0; spins < spins_; ++spins) {
      if (generation_.load(std::memory_order_acquire) != generation) return;
      SpinWait::relax();
    }
    sleep(generation);
  }

 private:
  void sleep(unsigned generation) {
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    generation_.wait(generation, std::memory_order_seq_cst);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }

  int threads_;
  int spins_;
  // On lines of their own: arrivals must not disturb those who wait.
  alignas(64) std::atomic<int> arrived_{0};
  std::atomic<int> sleepers_{0};
  alignas(64) std::atomic<unsigned> generation_{0};
};

}  // namespace strider
