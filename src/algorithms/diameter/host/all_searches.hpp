// Eccentricities by searches from all vertices of a component, many side by side: the bounds of
// other vertices follow from none where a directed graph is not strongly connected.
//
//   ecc(v) = 0, for every vertex v
//   for every batch of vertices s: search from all of them, against the arcs
//     where level d finds v: ecc(v) = max(ecc(v), d)
//
// The distance from v to s is the one from s to v against the arcs: so a vertex that is found takes
// one comparison, for all searches of the batch (graph/batched_bfs.hpp).
#pragma once

#include <span>

#include "algorithms/diameter/bounds.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Lower and upper bounds become the eccentricities. The facts lack the second of the ends.
/// O((n + m) * members / BatchedBfs::kSources) work, or more where searches differ. Precondition:
/// `members` are a component, and no fewer than 2. Throws MemoryError.
[[nodiscard]] DiameterFacts<Level> search_all(const Graph& graph, std::span<const Vertex> members,
                                              const BoundArrays<Level>& bounds,
                                              const DiameterOptions& options, int threads);

}  // namespace strider::detail
