#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"

#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] std::vector<u32> bits_of_no_normals(const GraphDelegate& graph) {
  std::vector<u32> words(bitmap_words(graph.num_local), ~0U);
  for (u32 v = 0; v < graph.num_local; ++v) {
    if (graph.nn.degree(v) + graph.nd.degree(v) > 0) words[v / 32] &= ~(1U << v % 32);
  }
  return words;
}

template <class Member>
[[nodiscard]] std::vector<u32> own(const GraphDelegate& graph, Member GraphDelegate::Own::*member) {
  std::vector<u32> values;
  values.reserve(graph.own_delegates.size());
  for (const GraphDelegate::Own& one : graph.own_delegates) values.push_back(index(one.*member));
  return values;
}

}  // namespace

std::uint64_t DelegateState::predict_bytes(const GraphDelegate& graph) {
  const std::uint64_t normals = graph.num_local;
  const std::uint64_t delegates = graph.num_delegates;
  const std::uint64_t words = 5 * normals + 2 * bitmap_words(graph.num_local) + 4 * delegates +
                              4 * bitmap_words(graph.num_delegates) + 1 +
                              2 * graph.own_delegates.size();
  return sizeof(u32) * words + sizeof(QueueMarks) + sizeof(NormalCounts) + sizeof(DelegateCounts);
}

DelegateState::DelegateState(Queue& queue, const GraphDelegate& graph)
    : no_normals(uploaded<u32>(queue, bits_of_no_normals(graph))),
      visited(queue.context(), no_normals.size()),
      levels(queue.context(), graph.num_local),
      parent_ids(queue.context(), graph.num_local),
      found(queue.context(), graph.num_local),
      nd_queue(queue.context(), graph.num_local),
      nn_queue(queue.context(), graph.num_local),
      marks(queue.context(), 1),
      counts(queue.context(), 1),
      delegates_visited(queue.context(), bitmap_words(graph.num_delegates)),
      delegates_reached(queue.context(), delegates_visited.size()),
      found_here(queue.context(), delegates_visited.size()),
      mask(queue.context(), delegates_visited.size()),
      delegate_levels(queue.context(), graph.num_delegates),
      delegate_parents(queue.context(), graph.num_delegates),
      dd_queue(queue.context(), graph.num_delegates),
      dn_queue(queue.context(), graph.num_delegates),
      any_found(queue.context(), 1),
      delegate_counts(queue.context(), 1),
      own_delegates(uploaded<u32>(queue, own(graph, &GraphDelegate::Own::delegate))),
      own_vertices(uploaded<u32>(queue, own(graph, &GraphDelegate::Own::vertex))) {}

}  // namespace strider::detail::STRIDER_DEVICE
