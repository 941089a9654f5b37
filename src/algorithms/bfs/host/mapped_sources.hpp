// The sources of a search that keeps its frontiers as lists and bitmaps.
#pragma once

#include <algorithm>
#include <span>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/host/frontier_lists.hpp"
#include "algorithms/bfs/tree_writer.hpp"

namespace strider::detail {

/// Puts the sources, which ascend, on level 0; marks and lists those that have edges, and returns
/// how many these are. `queue` is empty, and split among `threads` by blocks.
inline Vertex list_sources(std::span<const Vertex> sources, const Csr& graph, int threads,
                           std::uint32_t* visited, TreeWriter& writer, FrontierLists& queue) {
  Vertex listed = 0;
  int thread = 0;  // whose chunk has the source: its list holds any vertices of it
  const auto chunk_end = [&] {
    return static_chunk(graph.num_vertices(), thread, threads, BlockMasks::kVertices).end;
  };
  for (const Vertex source : sources) {
    writer.set(source, source, 0);
    if (graph.degree(source) == 0) continue;
    visited[source >> 5U] |= 1U << (source & 31U);
    while (source >= chunk_end()) ++thread;
    queue.list(thread).push(source, graph.degree(source));
    ++listed;
  }
  return listed;
}

/// The same of those in `blocks` once more at the end of a search, which takes isolated ones, not
/// being connected, for unreached.
inline void restore_sources(std::span<const Vertex> sources, Range blocks,
                            const BottomUpStep& step) {
  const auto first_of = [&](std::size_t block) {
    return std::ranges::lower_bound(sources, block * BlockMasks::kVertices);
  };
  for (auto source = first_of(blocks.begin); source < first_of(blocks.end); ++source) {
    step.parents[*source] = *source;
    step.levels.set(*source, 0);
  }
}

}  // namespace strider::detail
