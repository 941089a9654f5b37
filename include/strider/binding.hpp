// Whether ranks have the cores for their threads. Defined in strider::ranks.
#pragma once

#include <optional>

#include "strider/cluster.hpp"

namespace strider {

/// Ranks with more threads than cores, so that threads take turns.
struct CrowdedCores {
  int rank = 0;     ///< the lowest of them
  int ranks = 0;    ///< of its machine, that use these cores
  int threads = 0;  ///< of all these ranks
  int cores = 0;    ///< that the launcher lets them use
};

/// The ranks with the most threads per core, if that is more than one; `threads` are those of this
/// rank. Looks at ranks that are bound to the same cores, and at all ranks of a machine. The
/// same on all ranks; nullopt where the system does not tell. Collective.
[[nodiscard]] std::optional<CrowdedCores> crowded_cores(const Cluster& cluster, int threads);

}  // namespace strider
