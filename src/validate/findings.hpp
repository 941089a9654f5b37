// Looking through all vertices or edges by several threads, each with findings of its own.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.hpp"
#include "base/stop.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What look(v, findings) finds at the vertices 0 .. n-1; merged, in whatever order threads end.
template <class Findings, class F>
Findings find_in_vertices(std::size_t n, int threads, F&& look) {
  Findings all;
  std::mutex mutex;
  parallel_chunks(n, threads, [&](std::size_t begin, std::size_t end, int) {
    Findings mine;
    sequential_for(begin, end, [&](std::size_t v) { look(static_cast<Vertex>(v), mine); });
    const std::lock_guard lock(mutex);
    all.merge(mine);
  });
  return all;
}

/// What look(begin, end, findings) finds in the edges, chunk by chunk as threads become free: rows
/// and lists are of uneven work.
template <class Findings, class Edges, class F>
Findings find_in_edges(const Edges& edges, int threads, F&& look) {
  Findings all;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  parallel_region(threads, [&](int, int) {
    Findings mine;
    for (;;) {
      // Relaxed: a chunk is claimed by its number only.
      const std::size_t begin = next.fetch_add(Edges::kChunk, std::memory_order_relaxed);
      if (begin >= edges.size()) break;
      throw_if_stopped();
      look(begin, std::min(edges.size(), begin + Edges::kChunk), mine);
    }
    const std::lock_guard lock(mutex);
    all.merge(mine);
  });
  return all;
}

}  // namespace strider::detail
