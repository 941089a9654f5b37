// Cycles of parents, by pointer jumping: after k rounds every vertex points to its 2^k-th ancestor.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "ranks/edges/ask_owners.hpp"

namespace strider::detail {

/// The smallest vertex on a cycle of two or more parents, kNoGlobalVertex where there is none.
/// parents[v] of this rank's vertices may hold any value: what is no vertex, or the vertex itself,
/// ends a walk. O(log n) exchanges of the vertices whose walk has not ended. Collective.
inline GlobalVertex smallest_on_cycle(const comm::Communicator& comm, const OwnerMap& owners,
                                      std::span<const GlobalVertex> parents) {
  const std::uint64_t n = owners.num_vertices();
  Array<GlobalVertex> ancestors(parents.size());
  std::vector<std::uint32_t> walking;
  for (std::uint32_t v = 0; v < parents.size(); ++v) {
    const bool has_parent =
        parents[v] < n && parents[v] != owners.global(comm.rank(), local_vertex(v));
    ancestors[v] = has_parent ? parents[v] : kNoGlobalVertex;
    if (has_parent) walking.push_back(v);
  }
  // A walk of n steps that has not ended is on a cycle, and those of a cycle end all over it.
  for (int round = 0; round < static_cast<int>(std::bit_width(n)); ++round) {
    const auto left =
        comm.all_reduce(static_cast<std::uint64_t>(walking.size()), comm::Reduction::kSum);
    if (left == 0) return kNoGlobalVertex;
    std::vector<GlobalVertex> asked;
    asked.reserve(walking.size());
    for (const std::uint32_t v : walking) asked.push_back(ancestors[v]);
    const Array<GlobalVertex> farther = ask_owners<GlobalVertex>(
        comm, owners, asked, [&](std::uint32_t v) { return ancestors[v]; });
    std::vector<std::uint32_t> still;
    for (std::size_t i = 0; i < walking.size(); ++i) {
      ancestors[walking[i]] = farther[i];
      if (farther[i] != kNoGlobalVertex) still.push_back(walking[i]);
    }
    walking = std::move(still);
  }
  GlobalVertex smallest = kNoGlobalVertex;
  for (const std::uint32_t v : walking) smallest = std::min(smallest, ancestors[v]);
  return comm.all_reduce(smallest, comm::Reduction::kMin);
}

}  // namespace strider::detail
