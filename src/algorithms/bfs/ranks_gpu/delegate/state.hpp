// What a search keeps on the device.
#pragma once

#include <vector>

#include "algorithms/bfs/ranks_gpu/delegate/counts.hpp"
#include "gpu/buffer.hpp"
#include "ranks/delegate/separated_graph.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// All bytes of a buffer, which may be empty.
template <class T>
void fill(Queue& queue, const DeviceBuffer<T>& buffer, std::uint8_t value) {
  if (buffer.size() > 0) queue.fill(buffer.data(), value, buffer.size_bytes());
}

/// Of normal vertices, by LocalVertex, and delegates, by DelegateId.
struct DelegateState {
  /// `queue` and `graph` outlive this.
  DelegateState(Workspace& workspace, Queue& queue, const GraphDelegate& graph);

  /// Marks every vertex unvisited: delegates in the one queue, normal vertices in the other.
  void restart(Queue& delegate_queue, Queue& normal_queue) const;

  DeviceBuffer<u32> no_normals;  ///< a bit each: delegates, and vertices without arcs
  DeviceBuffer<u32> visited;     ///< a bit each; those above from the start
  DeviceBuffer<u32> levels;
  DeviceBuffer<u32> parent_ids;  ///< of parents
  DeviceBuffer<u32> found;
  DeviceBuffer<u32> nd_queue;
  DeviceBuffer<u32> nn_queue;
  DeviceBuffer<QueueMarks> marks;  ///< of `found`
  DeviceBuffer<NormalCounts> counts;

  DeviceBuffer<u32> delegates_visited;
  DeviceBuffer<u32> delegates_reached;  ///< those, and what was found here on this level
  DeviceBuffer<u32> found_here;         ///< on all levels
  DeviceBuffer<u32> mask;
  DeviceBuffer<u32> delegate_levels;
  DeviceBuffer<u32> delegate_parents;  ///< parent ids of those found here
  DeviceBuffer<u32> dd_queue;
  DeviceBuffer<u32> dn_queue;
  DeviceBuffer<u32> any_found;
  DeviceBuffer<DelegateCounts> delegate_counts;

  DeviceBuffer<u32> own_delegates;
  DeviceBuffer<u32> own_vertices;
};

}  // namespace strider::detail::STRIDER_DEVICE
