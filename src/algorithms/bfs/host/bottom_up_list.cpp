#include "algorithms/bfs/host/bottom_up_list.hpp"

#include <algorithm>

#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

/// Four lines a vertex: what a core can have under way.
constexpr std::size_t kVerticesAhead = 8;

[[gnu::always_inline]] inline void prefetch(const BottomUpStep& step, Vertex v) {
  prefetch_to_read(&step.layout->masks[v / BlockMasks::kVertices]);
  prefetch_to_read(&step.layout->first[v]);
  prefetch_to_read(&step.parents[v]);
  if (step.levels.wide == nullptr) prefetch_to_read(&step.levels.narrow[v]);
}

}  // namespace

BottomUpList::BottomUpList(std::size_t most, int threads)
    : most_(most), lists_(static_cast<std::size_t>(threads)) {
  // All may lie in the blocks of one thread.
  for (List& list : lists_) list.vertices = Array<Vertex>(most);
}

BottomUpList::BottomUpList(Workspace& workspace, std::size_t most, int threads)
    : most_(most), lists_(static_cast<std::size_t>(threads)) {
  for (List& list : lists_) workspace.declare("unvisited vertices", list.vertices, most);
}

void BottomUpList::restart() {
  for (List& list : lists_) list.listed = false;
}

Probed BottomUpList::run(const Member& member, const BottomUpStep& step, Range blocks,
                         FrontierLists::List& found_list) {
  List& list = lists_[static_cast<std::size_t>(member.thread())];
  if (!list.listed) {
    list.listed = true;
    list.size = 0;
    for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
      for_each_vertex(~load_block(step.visited, b), b,
                      [&](Vertex v) { list.vertices[list.size++] = v; });
    }
  }
  found_list.clear();
  std::fill(step.next + 2 * blocks.begin, step.next + 2 * blocks.end, 0);
  Probed probed;
  std::size_t left = 0;
  for (std::size_t i = 0; i < list.size; ++i) {
    if (i + kVerticesAhead < list.size) prefetch(step, list.vertices[i + kVerticesAhead]);
    const Vertex v = list.vertices[i];
    // Top-down steps in between may have visited it.
    if (test_vertex(step.visited, v)) continue;
    const Vertex parent = find_parent(step, v, probed.examined);
    if (parent == kNoVertex) {
      list.vertices[left++] = v;
      continue;
    }
    const std::uint32_t bit = 1U << (v & 31U);
    step.parents[v] = parent;
    step.levels.set(v, step.level);
    step.next[v >> 5U] |= bit;
    step.visited[v >> 5U] |= bit;
    found_list.push(v, step.graph->degree(v));
    ++probed.found;
  }
  list.size = left;
  return probed;
}

}  // namespace strider::detail
