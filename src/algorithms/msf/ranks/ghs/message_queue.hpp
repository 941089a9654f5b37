// Messages that wait to be served.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/msf/ranks/ghs/message.hpp"

namespace strider::detail::ghs {

/// First in, first out.
class MessageQueue {
 public:
  void clear() {
    messages_.clear();
    served_.clear();
  }
  void push(const Message& message) { messages_.push_back(message); }
  [[nodiscard]] bool empty() const { return messages_.empty(); }

  /// program.ask_for(message), program.ask_for_arc(message) and serve(message) for each message
  /// that is there now, each some messages after the one before it; serve may push further ones.
  template <class Program, class Serve>
  void serve_all(const Program& program, Serve&& serve) {
    served_.swap(messages_);
    const std::size_t size = served_.size();
    for (std::size_t i = 0; i < size; ++i) {
      if (i + 2 * kAhead < size) program.ask_for(served_[i + 2 * kAhead]);
      if (i + kAhead < size) program.ask_for_arc(served_[i + kAhead]);
      serve(served_[i]);
    }
    served_.clear();
  }

 private:
  /// As long as memory takes, in messages that are served meanwhile.
  static constexpr std::size_t kAhead = 8;

  std::vector<Message> messages_;
  std::vector<Message> served_;
};

}  // namespace strider::detail::ghs
