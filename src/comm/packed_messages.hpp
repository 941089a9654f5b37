// The messages of a round, one behind the other in one memory: for who writes all of them together.
#pragma once

#include <cstddef>
#include <span>

namespace strider::comm {

struct PackedMessages {
  /// Each message begins where the one before ends, at the next multiple of this.
  static constexpr std::size_t kAlignment = 64;
  [[nodiscard]] static constexpr std::size_t aligned(std::size_t bytes) {
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
  }

  struct Message {
    int rank = 0;           ///< whom it goes to
    std::size_t bound = 0;  ///< of its bytes
    std::size_t bytes = 0;  ///< to be set: none at first
  };
  std::span<Message> messages;
  std::span<std::byte> memory;  ///< aligned; holds the largest messages of all
};

}  // namespace strider::comm
