// Machines with little shared memory: for programs that link this.
#pragma once

#include <cstdint>
#include <limits>

namespace strider::test {

inline constexpr std::uint64_t kMuchSharedMemory = std::numeric_limits<std::uint64_t>::max();

/// From now on /dev/shm has so many bytes for this rank; at first much.
void pretend_shared_memory(std::uint64_t bytes);

}  // namespace strider::test
