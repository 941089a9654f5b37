#include "algorithms/bfs/ranks_gpu/delegate/state.hpp"

#include "gpu/bitmap_words.hpp"

namespace strider::detail::STRIDER_DEVICE {
namespace {

[[nodiscard]] std::vector<u32> bits_of_no_normals(const GraphDelegate& graph) {
  std::vector<u32> words(bitmap_words(graph.num_local), ~0U);
  for (u32 v = 0; v < graph.num_local; ++v) {
    if (graph.has_arcs(v) || graph.in().has_arcs(v)) words[v / 32] &= ~(1U << v % 32);
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

DelegateState::DelegateState(Workspace& workspace, Queue& queue, const GraphDelegate& graph) {
  Context& context = queue.context();
  const u32 normals = graph.num_local;
  const u32 delegates = graph.num_delegates;
  workspace.declare("what is no normal vertex", no_normals, bitmap_words(normals), context);
  workspace.declare("the visited vertices", visited, bitmap_words(normals), context);
  workspace.declare("the levels", levels, normals, context);
  workspace.declare("the parents", parent_ids, normals, context);
  workspace.declare("the frontier", found, normals, context);
  workspace.declare("normal vertices next to delegates", nd_queue, normals, context);
  workspace.declare("normal vertices next to others", nn_queue, normals, context);
  workspace.declare("ends of the frontier", marks, 1, context);
  workspace.declare("counts of normal vertices", counts, 1, context);

  for (DeviceBuffer<u32>* words : {&delegates_visited, &delegates_reached, &found_here, &mask}) {
    workspace.declare("sets of delegates", *words, bitmap_words(delegates), context);
  }
  workspace.declare("the levels of delegates", delegate_levels, delegates, context);
  workspace.declare("the parents of delegates", delegate_parents, delegates, context);
  workspace.declare("delegates next to delegates", dd_queue, delegates, context);
  workspace.declare("delegates next to normal vertices", dn_queue, delegates, context);
  workspace.declare("whether any was found", any_found, 1, context);
  workspace.declare("counts of delegates", delegate_counts, 1, context);

  workspace.declare("the own delegates", own_delegates, graph.own_delegates.size(), context);
  workspace.declare("their vertices", own_vertices, graph.own_delegates.size(), context);
  workspace.when_taken([this, &queue, &graph] {
    upload<u32>(queue, no_normals, bits_of_no_normals(graph));
    upload<u32>(queue, own_delegates, own(graph, &GraphDelegate::Own::delegate));
    upload<u32>(queue, own_vertices, own(graph, &GraphDelegate::Own::vertex));
  });
}

void DelegateState::restart(Queue& delegate_queue, Queue& normal_queue) const {
  normal_queue.copy(visited.data(), no_normals.data(), visited.size_bytes());
  fill(normal_queue, parent_ids, 0xFF);
  fill(normal_queue, marks, 0);
  for (const DeviceBuffer<u32>* words : {&delegates_visited, &delegates_reached, &found_here}) {
    fill(delegate_queue, *words, 0);
  }
}

}  // namespace strider::detail::STRIDER_DEVICE
