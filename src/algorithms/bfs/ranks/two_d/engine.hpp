// The search on a grid of ranks, for those who make engines.
#pragma once

#include <memory>

#include "algorithms/bfs/ranks/engine.hpp"
#include "algorithms/bfs/ranks/two_d/local.hpp"
#include "comm/communicator.hpp"
#include "ranks/two_d/graph_2d.hpp"

namespace strider::detail {

/// Shares `graph`; `world`, on whose ranks it was built, outlives the engine. Throws
/// MemoryError on all ranks. Collective.
[[nodiscard]] std::unique_ptr<DistBfsEngine> make_two_d(const comm::Communicator& world,
                                                        std::shared_ptr<const Graph2d> graph,
                                                        const TwoDSettings& settings);

}  // namespace strider::detail
