// Messages between the threads of a rank.
#pragma once

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

#include "algorithms/msf/ranks/ghs/message.hpp"

namespace strider::detail::ghs {

/// A box for each thread, and one for what leaves the rank. Any thread puts messages in; those of
/// one thread come out in their order.
class ThreadMail {
 public:
  explicit ThreadMail(std::size_t boxes) : boxes_(boxes) {}

  /// Forgets all messages. No other thread uses the mail meanwhile.
  void clear() {
    for (Box& box : boxes_) {
      box.messages.clear();
      box.has_some.store(false, std::memory_order_relaxed);
    }
  }

  /// Empties `messages`.
  void put(std::size_t box, std::vector<Message>& messages) {
    if (messages.empty()) return;
    Box& to = boxes_[box];
    const std::lock_guard lock(to.mutex);
    to.messages.insert(to.messages.end(), messages.begin(), messages.end());
    // Only a hint for take(): the mutex orders the messages.
    to.has_some.store(true, std::memory_order_relaxed);
    messages.clear();
  }

  /// Fills `messages`, which is empty, with what is there. One thread takes from a box.
  void take(std::size_t box, std::vector<Message>& messages) {
    Box& from = boxes_[box];
    // What is missed here is found by the next look.
    if (!from.has_some.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(from.mutex);
    messages.swap(from.messages);
    from.has_some.store(false, std::memory_order_relaxed);
  }

 private:
  struct alignas(64) Box {
    std::mutex mutex;
    std::vector<Message> messages;
    std::atomic<bool> has_some{false};
  };
  std::vector<Box> boxes_;
};

}  // namespace strider::detail::ghs
