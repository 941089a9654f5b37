// Whether a rank waits for others, as another thread of it may look.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "comm/communicator.hpp"
#include "comm/traffic.hpp"

namespace strider::comm {

/// Written by the thread that communicates. Without a clock: a wait costs two stores.
class WaitRecord {
 public:
  void begin(Phase phase) {
    phase_.store(phase, std::memory_order_relaxed);
    // Whoever sees the step sees its phase.
    step_.store(++own_step_, std::memory_order_release);
  }
  /// Something has come, and the rank waits for more.
  void progress() { step_.store(own_step_ += 2, std::memory_order_release); }
  void end() { step_.store(++own_step_, std::memory_order_release); }

  struct Look {
    std::uint64_t step = 0;  ///< another one as soon as a wait begins, ends or gets something
    Phase phase = Phase::kControl;
    [[nodiscard]] bool is_waiting() const { return step % 2 != 0; }
  };
  [[nodiscard]] Look peek() const {
    const std::uint64_t step = step_.load(std::memory_order_acquire);
    return {step, phase_.load(std::memory_order_relaxed)};
  }

 private:
  std::uint64_t own_step_ = 0;
  std::atomic<std::uint64_t> step_{0};
  std::atomic<Phase> phase_{Phase::kControl};
};

/// Of all that `comm` and the communicators made from it wait for.
[[nodiscard]] std::shared_ptr<const WaitRecord> wait_record(const Communicator& comm);

/// A wait of the thread that communicates.
class WaitScope {
 public:
  WaitScope(WaitRecord& record, Phase phase) : record_(record) { record_.begin(phase); }
  ~WaitScope() { record_.end(); }
  void progress() const { record_.progress(); }
  WaitScope(const WaitScope&) = delete;
  WaitScope& operator=(const WaitScope&) = delete;

 private:
  WaitRecord& record_;
};

}  // namespace strider::comm
