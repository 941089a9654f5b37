#include "base/parallel.hpp"

#include <fmt/format.h>

#include "strider/error.hpp"

namespace strider {

int resolve_threads(int requested) {
  constexpr int kMostThreads = 4096;
  if (requested < 0 || requested > kMostThreads) {
    throw UsageError(fmt::format("threads must be between 1 and {1}, or 0 for all cores, got {0}",
                                 requested, kMostThreads));
  }
  // omp_get_num_procs respects the process's affinity mask, omp_get_max_threads OMP_NUM_THREADS.
  return requested == 0 ? std::min(omp_get_num_procs(), omp_get_max_threads()) : requested;
}

}  // namespace strider
