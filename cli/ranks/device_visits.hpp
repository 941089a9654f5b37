// What the devices of ranks did when, for the JSON of pages, and for traces.
#pragma once

#include "ranks/job.hpp"

namespace strider::cli {

/// Rows of what the device of each rank visited, up to a level of which none is missing; none where
/// neither is written, where the search recorded nothing, and on other ranks than 0. Collective.
[[nodiscard]] Json device_visits_json(const Cluster& cluster, const RunOptions& run,
                                      const DistBfsResult& traced);

}  // namespace strider::cli
