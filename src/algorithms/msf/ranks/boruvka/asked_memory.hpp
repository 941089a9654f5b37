// Memory that is taken and given back again and again within a run.
#pragma once

#include <cstdint>

#include "ranks/memory/node_memory.hpp"

namespace strider::detail {

/// Asks only for more than it has been granted since restart(): asking costs as much as some
/// hundred pages do. An estimate: steps between which others take memory begin with restart().
class AskedMemory {
 public:
  explicit AskedMemory(const comm::Communicator& comm) : memory_(comm) {}
  /// Nothing has been granted.
  void restart() { granted_ = 0; }
  /// As NodeMemory.
  void require(std::uint64_t bytes, const char* purpose) {
    if (bytes <= granted_) return;
    memory_.require(bytes, purpose);
    granted_ = bytes;
  }

 private:
  NodeMemory memory_;
  std::uint64_t granted_ = 0;
};

}  // namespace strider::detail
