// From the vertices of a thread to those of others.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/ghs/message_queue.hpp"
#include "algorithms/msf/ranks/ghs/run_counts.hpp"
#include "algorithms/msf/ranks/ghs/thread_mail.hpp"
#include "algorithms/msf/ranks/ghs/vertex_threads.hpp"
#include "strider/dist_msf.hpp"

namespace strider::detail::ghs {

/// What is the same for all threads of a rank.
struct SharedState {
  const VertexThreads& threads;
  const GhsOptions& options;
  ThreadMail mail;
  /// Messages of this rank that are neither served nor handed to the stream.
  alignas(64) std::atomic<std::int64_t> open{0};
  /// Termination, or an error of a thread.
  alignas(64) std::atomic<bool> over{false};

  [[nodiscard]] std::size_t box_out() const { return threads.count(); }
};

/// Takes what a thread's vertices send to where it belongs.
class Outbox {
 public:
  Outbox(SharedState& shared, std::size_t thread)
      : shared_(shared), thread_(thread), for_box_(shared.threads.count() + 1) {}

  /// Forgets messages and counts.
  void restart() {
    messages_.clear();
    tests_.clear();
    for (std::vector<Message>& messages : for_box_) messages.clear();
    num_put_ = 0;
    counts_ = {};
  }

  void operator()(const Message& message) {
    ++counts_.sent[static_cast<std::size_t>(message.type)];
    ++num_put_;
    if (!shared_.threads.is_here(message.receiver)) {
      ++counts_.wired[static_cast<std::size_t>(message.type)];
      for_box_[shared_.box_out()].push_back(message);
      return;
    }
    const std::size_t thread = shared_.threads.thread(message.receiver);
    if (thread == thread_) {
      queue(message);
    } else {
      for_box_[thread].push_back(message);
    }
  }
  /// For this thread's vertices, once more.
  void again(const Message& message) { queue(message); }
  /// For this thread's vertices.
  void queue(const Message& message) {
    const bool apart =
        message.type == MessageType::kTest && shared_.options.test_queue == GhsTestQueue::kSeparate;
    (apart ? tests_ : messages_).push(message);
  }

  /// Hands out what is for other threads.
  void post() {
    for (std::size_t box = 0; box < for_box_.size(); ++box) shared_.mail.put(box, for_box_[box]);
  }

  [[nodiscard]] MessageQueue& messages() { return messages_; }
  [[nodiscard]] const MessageQueue& messages() const { return messages_; }
  [[nodiscard]] MessageQueue& tests() { return tests_; }
  [[nodiscard]] const MessageQueue& tests() const { return tests_; }
  [[nodiscard]] RunCounts& counts() { return counts_; }
  /// Messages put here by this thread's vertices since the last call.
  [[nodiscard]] std::int64_t take_num_put() { return std::exchange(num_put_, 0); }

 private:
  SharedState& shared_;
  std::size_t thread_;
  MessageQueue messages_;
  MessageQueue tests_;
  std::vector<std::vector<Message>> for_box_;
  std::int64_t num_put_ = 0;
  RunCounts counts_;
};

}  // namespace strider::detail::ghs
