// What a search asks of its device before it takes anything. Only for local.cpp.
#pragma once

#include "algorithms/bfs/gpu/merge_path.hpp"
#include "algorithms/bfs/gpu/twc.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/parent_ids.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/predict.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/previsit.hpp"
#include "gpu/device_state.hpp"
#include "gpu/launch_shape.hpp"
#include "strider/error.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// The device's context. Throws UsageError on too many vertices, MemoryError.
[[nodiscard]] inline Context& with_room(const Device& device, const GraphDelegate& graph,
                                        const DelegateBfsSettings& settings,
                                        DeviceTransport transport) {
  const auto ranks = static_cast<u32>(graph.ghost_begin.size());
  if (std::uint64_t{graph.num_delegates} + graph.num_local > arrived_id(0) - ranks) {
    throw UsageError("one rank has too many vertices for a device: start more ranks");
  }
  auto& context = static_cast<Context&>(*device.state().context);
  context.require(predict_device_delegate_bytes(graph, settings, transport),
                  "a search with delegates");
  return context;
}

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
