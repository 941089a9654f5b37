// Messages that wait to be served.
#pragma once

#include <cstddef>
#include <vector>

#include "algorithms/msf/dist/ghs/message.hpp"

namespace strider::detail {

/// First in, first out.
class MessageQueue {
 public:
  void push(const Message& message) { messages_.push_back(message); }
  [[nodiscard]] bool empty() const { return messages_.empty(); }

  /// Serves each message that is there now, by serve(message), which may push further ones and is
  /// false where the message cannot be served yet: then it goes to the end. Returns how many did.
  template <class Serve>
  std::size_t serve_all(Serve&& serve) {
    std::size_t postponed = 0;
    served_.swap(messages_);
    for (const Message& message : served_) {
      if (serve(message)) continue;
      messages_.push_back(message);
      ++postponed;
    }
    num_served_ += served_.size() - postponed;
    served_.clear();
    return postponed;
  }
  [[nodiscard]] std::size_t num_served() const { return num_served_; }

 private:
  std::vector<Message> messages_;
  std::vector<Message> served_;
  std::size_t num_served_ = 0;
};

}  // namespace strider::detail
