// Parents in the input's numbers, from the parent ids that a device wrote.
#pragma once

#include <cstdint>
#include <span>

#include "ranks/delegate/separated_graph.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Both by LocalVertex. Those that are open get kNoGlobalVertex, those that arrived what
/// kArrivedFrom says.
void name_parents(const GraphDelegate& graph, std::span<const std::uint32_t> parent_ids,
                  int threads, std::span<GlobalVertex> parents);

}  // namespace strider::detail
