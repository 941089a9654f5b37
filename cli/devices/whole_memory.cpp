#include "devices/whole_memory.hpp"

#include <algorithm>

namespace strider::cli {

void WholeMemory::refuse_graph(const DeviceMemoryError& error) {
  throw MemoryError(error.purpose() + " on the device, without a search's memory",
                    error.needed_bytes(), error.free_bytes());
}

void WholeMemory::refuse_with_graph(const DeviceMemoryError& error) const {
  const std::uint64_t taken = before_ - std::min(before_, error.free_bytes());
  throw MemoryError("the graph and " + error.purpose() + " on the device",
                    taken + error.needed_bytes(), before_);
}

}  // namespace strider::cli
