// The sources of a search, put where it begins. Only for local.cpp.
#pragma once

#include <span>
#include <vector>

#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"
#include "gpu/launch_shape.hpp"
#include "simt/simt.hpp"

namespace strider::detail::STRIDER_DEVICE {

/// Whether a bit is set. Waits for the queue.
[[nodiscard]] inline bool is_set(Queue& queue, const DeviceBuffer<u32>& words, u32 bit) {
  u32 word = 0;
  download_bytes(queue, &word, words.data() + bit / 32, sizeof(word));
  return (word >> bit % 32 & 1U) != 0;
}

STRIDER_KERNEL put_source_delegate(u32 delegate, u32* mask) {
  if (simt::global_id() == 0) mask[delegate / 32] = 1U << delegate % 32;
}

/// What is known of normal vertices.
struct NormalTree {
  u32* visited;
  u32* parent_ids;
  u32* found;  ///< the sources are the first
  QueueMarks* marks;
  u32 first_id;
};
STRIDER_DEVICE_FUNCTION void visit_source(const NormalTree& tree, u32 source) {
  simt::atomic_or(&tree.visited[source / 32], 1U << source % 32);
  tree.parent_ids[source] = tree.first_id + source;
}
STRIDER_KERNEL put_source(NormalTree tree, u32 source) {
  if (simt::global_id() != 0) return;
  visit_source(tree, source);
  tree.found[0] = source;
  *tree.marks = {1, 1};
}
STRIDER_KERNEL visit_sources(NormalTree tree, u32 count) {
  for (u32 i = simt::global_id(); i < count; i += simt::global_size()) {
    visit_source(tree, tree.found[i]);
  }
  if (simt::global_id() == 0) *tree.marks = {count, count};
}

/// The delegates are the mask of level 0. Waits where they are many.
inline void put_source_delegates(Queue& queue, std::span<const u32> delegates,
                                 const DelegateState& state) {
  if (state.mask.size() == 0) return;
  if (delegates.size() > 1) {
    std::vector<u32> words(state.mask.size());
    for (const u32 delegate : delegates) words[delegate / 32] |= 1U << delegate % 32;
    upload(queue, state.mask, std::span<const u32>(words));
    return;
  }
  queue.fill(state.mask.data(), 0, state.mask.size_bytes());
  if (delegates.empty()) return;
  simt::launch(queue.handle(), {.grid = 1, .block = simt::kWarp}, put_source_delegate,
               delegates.front(), state.mask.data());
}

/// Normal vertices of this rank are found on level 0; each is its own parent, whose id is
/// `first_id` more than its number. Waits where they are many.
inline void put_sources(Queue& queue, std::span<const u32> sources, u32 first_id,
                        const DelegateState& state) {
  const auto count = static_cast<u32>(sources.size());
  if (count == 0) return;
  const NormalTree tree{state.visited.data(), state.parent_ids.data(), state.found.data(),
                        state.marks.data(), first_id};
  if (count == 1) {
    simt::launch(queue.handle(), {.grid = 1, .block = simt::kWarp}, put_source, tree,
                 sources.front());
    return;
  }
  upload_bytes(queue, state.found.data(), sources.data(), sources.size_bytes());
  simt::launch(queue.handle(), shape_for(queue.context(), count, simt::kWarp), visit_sources, tree,
               count);
}

}  // namespace strider::detail::STRIDER_DEVICE
