// The steps of searches from several sources side by side on the host.
#pragma once

#include <memory>

#include "algorithms/bc/ranks/partitioned/lane_factory.hpp"

namespace strider::detail {

/// 12 to 16 bytes a column, 16 a column and lane, and 12 for each vertex and lane that is listed:
/// own ones, those of others and those told of. The way back is walked by `threads` threads.
[[nodiscard]] std::shared_ptr<const LaneLocalFactory> make_host_lanes_factory();

}  // namespace strider::detail
