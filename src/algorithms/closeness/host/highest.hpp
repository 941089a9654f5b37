// The highest scores of closeness, without those of all other vertices.
#pragma once

#include <optional>

#include "algorithms/closeness/distance_sums.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Exact scores of the `count` vertices that have the highest ones, of those with an equal score,
/// and of some others; of all others NaN. None where searches have looked at more than `most_edges`
/// and not all are done. Throws MemoryError, InterruptedError.
[[nodiscard]] std::optional<ClosenessResult> highest_closeness(const Graph& graph,
                                                               const DistanceSums& sums,
                                                               std::uint64_t count,
                                                               EdgeIndex most_edges,
                                                               const ClosenessOptions& options);

}  // namespace strider::detail
