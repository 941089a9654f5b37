// Sixteen sources at a time on one thread, a lane of vectors each.
#pragma once

#include <memory>

#include "algorithms/bc/engine.hpp"

namespace strider::detail {

/// Whether searches side by side are possible and of use: paths by hops, one weight a target for
/// all sources, scores of vertices, and few levels.
[[nodiscard]] bool suits_lanes(const BcProblem& problem);
/// Bytes of its workspace.
[[nodiscard]] std::uint64_t lane_search_bytes(const BcProblem& problem);
/// Precondition: suits_lanes.
[[nodiscard]] std::unique_ptr<BcEngine> make_lane_search(const BcProblem& problem);

}  // namespace strider::detail
