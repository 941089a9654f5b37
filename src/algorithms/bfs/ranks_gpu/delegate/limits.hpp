// The blocks of threads that the kernels of a search take. Only for local.cpp.
#pragma once

#include "algorithms/bfs/ranks_gpu/delegate/previsit.hpp"
#include "algorithms/bfs/ranks_gpu/examined_by_rank.hpp"
#include "gpu/advance_by_edges.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Throws UsageError where the device has no registers for blocks of so many threads of one of the
/// search's kernels.
inline void require_blocks(const Queue& queue, u32 block_threads) {
  const auto require = [&](auto* kernel) { require_block_threads(queue, kernel, block_threads); };
  require(&previsit_delegates);
  require(&previsit_normals);
  require(&advance_rows<Rows<u32>, SomeRows, FindDelegates, Nowhere, ByMergePath>);
  require(&advance_rows<Rows<u32>, SomeRows, FindDelegates, Nowhere, ByClasses>);
  require(&advance_rows<Rows<u32>, SomeRows, FindNormals, VertexQueue, ByClasses>);
  require(&advance_rows<Rows<u32>, SomeRows, FindNeighbours, VertexQueue, ByClasses>);
  require(&advance_rows<Rows<u32>, SomeRows, FindNeighbourArcs, NormalsAndGhosts, ByClasses>);
  require(&visit_backward<FindDelegates, Nowhere, NoArcs>);
  require(&visit_backward<FindDelegates, Nowhere, ArcCount>);
  require(&visit_backward<FindNormals, VertexQueue, NoArcs>);
  require(&visit_backward<FindNormals, VertexQueue, ArcCount>);
}

}  // namespace strider::detail::STRIDER_DEVICE
