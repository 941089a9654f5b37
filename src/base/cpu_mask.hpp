// The CPUs that a process may use.
#pragma once

#include <omp.h>
#include <sched.h>

#include <array>
#include <cstddef>
#include <vector>

namespace strider {

/// A bit for each CPU of the machine; room for 2^16 of them, several times what Linux is built for.
struct CpuMask {
  std::array<cpu_set_t, 64> sets{};

  /// Of this process; empty where the system does not tell. May throw std::bad_alloc.
  [[nodiscard]] static CpuMask of_process() {
    CpuMask mask;
    // OpenMP may have bound this thread to one place already, but knows those of all.
    for (int place = 0; place < omp_get_num_places(); ++place) {
      std::vector<int> cpus(static_cast<std::size_t>(omp_get_place_num_procs(place)));
      omp_get_place_proc_ids(place, cpus.data());
      for (const int cpu : cpus) {
        CPU_SET_S(static_cast<std::size_t>(cpu), sizeof(mask.sets), mask.sets.data());
      }
    }
    if (mask.count() > 0) return mask;
    if (sched_getaffinity(0, sizeof(mask.sets), mask.sets.data()) != 0) mask.sets = {};
    return mask;
  }
  [[nodiscard]] int count() const { return CPU_COUNT_S(sizeof(sets), sets.data()); }
  [[nodiscard]] bool operator==(const CpuMask& other) const {
    return CPU_EQUAL_S(sizeof(sets), sets.data(), other.sets.data()) != 0;
  }
};

}  // namespace strider
