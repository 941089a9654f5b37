// Messages that wait at their vertices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/msf/ranks/ghs/message.hpp"
#include "base/workspace.hpp"
#include "strider/array.hpp"

namespace strider::detail::ghs {

/// A list for each vertex of a block.
class ParkedMessages {
 public:
  /// Counts a message for each vertex.
  ParkedMessages(Workspace& workspace, std::uint32_t vertices) {
    workspace.declare("lists of messages that wait", first_, vertices);
    workspace.count("messages that wait", vertices * sizeof(Parked));
  }

  void restart() {
    std::fill(first_.begin(), first_.end(), kNone);
    pool_.clear();
    free_ = kNone;
  }
  void park(std::uint32_t v, const Message& message) {
    const Parked parked{message, first_[v]};
    if (free_ == kNone) {
      pool_.push_back(parked);
      first_[v] = static_cast<std::uint32_t>(pool_.size() - 1);
    } else {
      first_[v] = std::exchange(free_, pool_[free_].next);
      pool_[first_[v]] = parked;
    }
  }
  /// give(message) for each that waits at v, and none is left.
  template <class Give>
  void release(std::uint32_t v, Give&& give) {
    while (first_[v] != kNone) {
      Parked& parked = pool_[first_[v]];
      give(parked.message);
      free_ = std::exchange(first_[v], std::exchange(parked.next, free_));
    }
  }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  struct Parked {
    Message message;
    std::uint32_t next;
  };

  Array<std::uint32_t> first_;  // by vertex
  std::vector<Parked> pool_;
  std::uint32_t free_ = kNone;
};

}  // namespace strider::detail::ghs
