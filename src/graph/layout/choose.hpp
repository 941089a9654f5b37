// Which layout suits a graph, judged by a quick look.
#pragma once

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

/// kPatches where searches go through many small levels, as on road networks, meshes and grids;
/// kDegree where they go through few large ones; kNone where the graph is directed, or so small
/// that any search is done before a layout could help. Deterministic; under a few milliseconds on a
/// graph of any size.
[[nodiscard]] Layout suitable_layout(const Graph& graph);

}  // namespace strider::detail
