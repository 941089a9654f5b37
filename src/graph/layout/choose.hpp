// Which layout suits a graph, judged by a quick look.
#pragma once

#include "strider/graph.hpp"
#include "strider/prepare.hpp"

namespace strider::detail {

/// Whether searches go through many small levels, as on road networks, meshes and grids: where a
/// few sampled searches, cut short, reach far without reaching many. Deterministic; under a few
/// milliseconds on a graph of any size.
[[nodiscard]] bool has_high_diameter(const Graph& graph);

/// Whether a quarter of all arcs end at vertices of four times the mean degree or more. O(n).
[[nodiscard]] bool has_hubs(const Csr& csr);

/// kLocality for graphs of high diameter, kDegree for others; kNone where the graph is directed, or
/// so small that any search is done before a layout could help. As has_high_diameter.
[[nodiscard]] Layout suitable_layout(const Graph& graph);

}  // namespace strider::detail
