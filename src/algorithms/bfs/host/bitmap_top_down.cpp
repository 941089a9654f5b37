#include "algorithms/bfs/host/bitmap_top_down.hpp"

#include <algorithm>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "base/atomics.hpp"
#include "base/count_ones.hpp"
#include "base/prefetch.hpp"
#include "base/stop.hpp"

namespace strider::detail {
namespace {

/// Rows lie anywhere in memory, and so do their offsets: this many misses are under way at a time.
constexpr std::size_t kRowsAhead = 8;
constexpr std::size_t kOffsetsAhead = 2 * kRowsAhead;

[[gnu::always_inline]] inline void prefetch_offset(const Csr& graph, Vertex u) {
  prefetch_to_read(graph.offsets().data() + u);
}

[[gnu::always_inline]] inline void prefetch_row(const Csr& graph, Vertex u) {
  const Vertex* row = graph.targets().data() + graph.offsets()[u];
  prefetch_to_read(row);
  prefetch_to_read(row + 16);
  prefetch_to_read(row + 32);
}

}  // namespace

BitmapTopDown::BitmapTopDown(const Csr& graph, std::size_t blocks, int threads,
                             EdgeIndex max_serial_edges)
    : graph_(graph), seen_(static_cast<std::size_t>(threads)) {
  for (auto& seen : seen_) seen = Array<std::uint32_t>(2 * blocks);
  found_serially_.reserve(max_serial_edges);
}

void BitmapTopDown::expand(Member& member, const FrontierLists& frontier,
                           const std::uint32_t* visited, Vertex* parents) {
  auto& seen = seen_[static_cast<std::size_t>(member.thread())];
  std::copy_n(visited, seen.size(), seen.data());
  for (const auto& list : frontier.lists()) {
    for (const Vertex u : list.long_rows()) {
      const auto row = graph_.neighbors(u);
      const Range part = member.chunk(row.size(), 16);
      mark(u, row.subspan(part.begin, part.end - part.begin), seen.data(), parents);
    }
  }
  member.attempt([&] { expand_chunks(frontier, seen.span(), parents); });
}

void BitmapTopDown::expand_chunks(const FrontierLists& frontier, std::span<std::uint32_t> seen,
                                  Vertex* parents) {
  for (;;) {
    const auto chunk = frontier.chunk(next_chunk_.fetch_add(1, std::memory_order_relaxed));
    if (chunk.empty()) return;
    throw_if_stopped();
    const std::size_t size = chunk.size();
    for (const Vertex u : chunk.first(std::min(size, kOffsetsAhead))) prefetch_offset(graph_, u);
    for (const Vertex u : chunk.first(std::min(size, kRowsAhead))) prefetch_row(graph_, u);
    for (std::size_t i = 0; i < size; ++i) {
      if (i + kOffsetsAhead < size) prefetch_offset(graph_, chunk[i + kOffsetsAhead]);
      if (i + kRowsAhead < size) prefetch_row(graph_, chunk[i + kRowsAhead]);
      mark(chunk[i], graph_.neighbors(chunk[i]), seen.data(), parents);
    }
  }
}

void BitmapTopDown::mark(Vertex u, std::span<const Vertex> row, std::uint32_t* seen,
                         Vertex* parents) const {
  for (const Vertex v : row) {
    std::uint32_t& word = seen[v >> 5U];
    const std::uint32_t bit = 1U << (v & 31U);
    if ((word & bit) != 0) continue;
    word |= bit;
    // Another member may write its own parent of v at the same time; either will do.
    store_relaxed(parents[v], u);
  }
}

std::uint64_t BitmapTopDown::merge(const Member& member, Range blocks, std::uint32_t* visited,
                                   std::uint32_t* next, TreeWriter& tree, Level level,
                                   FrontierLists::List& list, EdgeIndex list_limit) {
  std::uint64_t count = 0;
  list.clear();
  for (std::size_t block = blocks.begin; block < blocks.end; ++block) {
    std::uint64_t seen = 0;
    for (int t = 0; t < member.threads(); ++t) {
      seen |= load_block(seen_[static_cast<std::size_t>(t)].data(), block);
    }
    const std::uint64_t found = seen & ~load_block(visited, block);
    store_block(next, block, found);
    if (found == 0) continue;
    store_block(visited, block, seen);
    count += count_ones(found);
    for_each_vertex(found, block, [&](Vertex v) {
      tree.set_level(v, level);
      if (list.edges() <= list_limit) list.push(v, graph_.degree(v));
    });
  }
  return count;
}

void BitmapTopDown::find_serially(std::span<const Vertex> rows, std::uint32_t* visited,
                                  TreeWriter& tree, Level level) {
  const std::size_t size = rows.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (i + kOffsetsAhead < size) prefetch_offset(graph_, rows[i + kOffsetsAhead]);
    if (i + kRowsAhead < size) prefetch_row(graph_, rows[i + kRowsAhead]);
    for (const Vertex v : graph_.neighbors(rows[i])) {
      std::uint32_t& word = visited[v >> 5U];
      const std::uint32_t bit = 1U << (v & 31U);
      if ((word & bit) != 0) continue;
      word |= bit;
      tree.set(v, rows[i], level);
      found_serially_.push_back(v);
    }
  }
}

void BitmapTopDown::expand_serially(FrontierLists& frontier, std::uint32_t* visited,
                                    TreeWriter& tree, Level level) {
  found_serially_.clear();
  for (const auto& list : frontier.lists()) {
    find_serially(list.short_rows(), visited, tree, level);
    find_serially(list.long_rows(), visited, tree, level);
  }
  frontier.clear();
  for (const Vertex v : found_serially_) frontier.serial().push(v, graph_.degree(v));
}

}  // namespace strider::detail
