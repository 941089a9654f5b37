// The CPUs that a process may use.
#pragma once

#include <sched.h>

#include <array>
#include <cstddef>

namespace strider {

/// A bit for each CPU of the machine; room for 2^16 of them, several times what Linux is built for.
struct CpuMask {
  std::array<cpu_set_t, 64> sets{};

  /// Of this process; empty where the system does not tell.
  [[nodiscard]] static CpuMask of_process() {
    CpuMask mask;
    if (sched_getaffinity(0, sizeof(mask.sets), mask.sets.data()) != 0) mask.sets = {};
    return mask;
  }
  [[nodiscard]] int count() const { return CPU_COUNT_S(sizeof(sets), sets.data()); }
  [[nodiscard]] bool operator==(const CpuMask& other) const {
    return CPU_EQUAL_S(sizeof(sets), sets.data(), other.sets.data()) != 0;
  }
};

}  // namespace strider
