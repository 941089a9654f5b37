// Memory that several ranks take from one machine.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "base/memory.hpp"
#include "base/workspace.hpp"
#include "comm/communicator.hpp"

namespace strider::detail {

/// Asks for memory as require_memory does, where the other ranks of the machine are about to take
/// as much as this one: each of them by itself would find enough. Does not communicate.
class NodeMemory {
 public:
  static constexpr MemoryPlace kPlace = MemoryPlace::kHost;

  explicit NodeMemory(const comm::Communicator& comm)
      : ranks_(static_cast<std::uint64_t>(comm.ranks_on_node())) {}

  /// Throws MemoryError where `bytes` for each rank of the machine are not there.
  void require(std::uint64_t bytes, const std::string& purpose) const {
    if (ranks_ == 1) {
      require_memory(bytes, purpose);
    } else {
      require_memory(saturating_mul(bytes, ranks_),
                     fmt::format("{}, on each of {} ranks of this machine", purpose, ranks_));
    }
  }

 private:
  std::uint64_t ranks_;
};

}  // namespace strider::detail
