// Where a grid of ranks holds the arcs of an edge.
#pragma once

#include "partition/grid.hpp"
#include "partition/owner_map.hpp"
#include "strider/graph.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// take(ArcPlace) of a directed edge's arc, or of both arcs of an undirected one. A self-loop has
/// none.
template <class Take>
void for_each_arc_place(const GridRank& grid, const OwnerMap& owners, Directedness directedness,
                        GlobalVertex source, GlobalVertex target, const Take& take) {
  if (source == target) return;
  const auto place = [&](const OwnedVertex& from, const OwnedVertex& to) {
    take(place_arc(grid, owners.block_size(), from.rank, index(from.vertex), to.rank,
                   index(to.vertex)));
  };
  const OwnedVertex u = owners.locate(source);
  const OwnedVertex v = owners.locate(target);
  place(u, v);
  if (directedness == Directedness::kUndirected) place(v, u);
}

}  // namespace strider::detail
