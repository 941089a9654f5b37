// The blocks of threads that the kernels of a search take. Only for local.cpp.
#pragma once

#include "algorithms/bfs/gpu/merge_path.hpp"
#include "algorithms/bfs/gpu/twc.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/previsit.hpp"
#include "gpu/launch_shape.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Throws UsageError where the device has no registers for blocks of so many threads of one of the
/// search's kernels.
inline void require_blocks(const Queue& queue, u32 block_threads) {
  const auto require = [&](auto* kernel) { require_block_threads(queue, kernel, block_threads); };
  require(&previsit_delegates);
  require(&previsit_normals);
  require(&expand_by_merge_path<Rows<u32>, DelegateVisitor>);
  require(&expand_by_classes<Rows<u32>, DelegateVisitor>);
  require(&expand_by_classes<Rows<u32>, NormalVisitor>);
  require(&expand_by_classes<Rows<u32>, NeighbourVisitor<DistinctGhosts>>);
  require(&expand_by_classes<Rows<u32>, NeighbourVisitor<AllGhosts>>);
  require(&visit_backward<DelegateVisitor>);
  require(&visit_backward<NormalVisitor>);
}

}  // namespace strider::detail::STRIDER_DEVICE
