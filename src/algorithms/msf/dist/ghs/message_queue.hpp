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

  /// serve(message) for each message that is there now; it may push further ones.
  template <class Serve>
  void serve_all(Serve&& serve) {
    served_.swap(messages_);
    for (const Message& message : served_) serve(message);
    served_.clear();
  }

 private:
  std::vector<Message> messages_;
  std::vector<Message> served_;
};

}  // namespace strider::detail
