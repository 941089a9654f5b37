// A frontier's way from lists to a bitmap and back.
#pragma once

#include <algorithm>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/frontier_lists.hpp"

namespace strider::detail {

/// Sets `bitmap` to the vertices listed in `queue`.
inline void map_lists(const FrontierLists& queue, std::span<std::uint32_t> bitmap) {
  std::fill(bitmap.begin(), bitmap.end(), 0);
  const auto mark_all = [&](std::span<const Vertex> rows) {
    for (const Vertex v : rows) bitmap[v >> 5U] |= 1U << (v & 31U);
  };
  for (const auto& list : queue.lists()) {
    mark_all(list.short_rows());
    mark_all(list.long_rows());
  }
}

/// Lists the vertices of `blocks` of the bitmap, and no others, in `list`.
inline void list_map(const std::uint32_t* bitmap, Range blocks, const Csr& graph,
                     FrontierLists::List& list) {
  list.clear();
  for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
    for_each_vertex(load_block(bitmap, b), b, [&](Vertex v) { list.push(v, graph.degree(v)); });
  }
}

/// The adjacency entries of the vertices of `blocks` of the bitmap.
[[nodiscard]] inline EdgeIndex count_edges(const std::uint32_t* bitmap, Range blocks,
                                           const Csr& graph) {
  EdgeIndex edges = 0;
  for (std::size_t b = blocks.begin; b < blocks.end; ++b) {
    for_each_vertex(load_block(bitmap, b), b, [&](Vertex v) { edges += graph.degree(v); });
  }
  return edges;
}

}  // namespace strider::detail
