// Parents from levels, by a rule that leaves no choice: each vertex looks through the edges that
// lead to it.
#pragma once

#include <cstdint>

#include "base/parallel.hpp"
#include "comm/collective_error.hpp"
#include "ranks/edges/tuples.hpp"
#include "ranks/memory/node_memory.hpp"
#include "strider/dist.hpp"

namespace strider::detail {

/// Of this rank's block of vertices, whose levels these are: of the vertices one level nearer with
/// an edge to it the smallest; kNoGlobalParent where there is none; itself on level 0. The ranks
/// tell one another the levels. The caller knows what else it takes: `bytes_more` a vertex. Throws
/// MemoryError. Collective.
template <class W>
[[nodiscard]] Array<GlobalVertex> smallest_parents(const comm::Communicator& comm,
                                                   const Tuples<W>& tuples,
                                                   const Array<Level>& levels, int threads,
                                                   std::uint64_t bytes_more = 0) {
  Array<GlobalVertex> parents;
  comm::try_on_all_ranks(comm, [&] {
    NodeMemory(comm).require(tuples.ghosts().size() * sizeof(Level) +
                                 levels.size() * (sizeof(GlobalVertex) + bytes_more),
                             "the smallest parents");
    parents = Array<GlobalVertex>(levels.size());
  });
  const Array<Level> level_of = tuples.to_local_ids(comm, levels.span());
  const auto parent_of = [&](std::uint32_t v) {
    if (levels[v] == kUnreached) return kNoGlobalParent;
    if (levels[v] == 0) return tuples.owners().global(comm.rank(), local_vertex(v));
    std::uint32_t smallest = Ghosts::kNone;
    for (const std::uint32_t u : tuples.row(v)) {
      if (u < smallest && level_of[u] == levels[v] - 1) smallest = u;
    }
    return smallest == Ghosts::kNone ? kNoGlobalParent : tuples.ghosts()[smallest];
  };
  parallel_for(0, levels.size(), threads,
               [&](std::size_t v) { parents[v] = parent_of(static_cast<std::uint32_t>(v)); });
  return parents;
}

}  // namespace strider::detail
