#include "algorithms/bfs/ranks/one_d/host/rank_top_down.hpp"

#include <algorithm>

#include "base/atomics.hpp"
#include "base/parallel.hpp"
#include "base/prefetch.hpp"

namespace strider::detail {
namespace {

/// Rows lie anywhere in memory, and so do their offsets: this many misses are under way at a time.
constexpr std::size_t kRowsAhead = 8;
constexpr std::size_t kOffsetsAhead = 2 * kRowsAhead;

[[gnu::always_inline]] inline void prefetch_row(const Csr& rows, Vertex u) {
  const Vertex* row = rows.targets().data() + rows.offsets()[u];
  prefetch_to_read(row);
  prefetch_to_read(row + 16);
  prefetch_to_read(row + 32);
}

/// body(u) for rows, which are fetched ahead.
template <class Body>
void for_rows(const Csr& rows, std::span<const Vertex> list, const Body& body) {
  const std::size_t size = list.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (i + kOffsetsAhead < size) {
      prefetch_to_read(rows.offsets().data() + list[i + kOffsetsAhead]);
    }
    if (i + kRowsAhead < size) prefetch_row(rows, list[i + kRowsAhead]);
    body(list[i]);
  }
}

/// Sets the bit of a local id; false where it was set.
[[gnu::always_inline]] inline bool mark(std::uint32_t* bitmap, Vertex local_id) {
  std::uint32_t& word = bitmap[local_id >> 5U];
  const std::uint32_t bit = 1U << (local_id & 31U);
  if ((word & bit) != 0) return false;
  word |= bit;
  return true;
}

}  // namespace

RankTopDown::RankTopDown(Workspace& workspace, const Csr& rows, std::size_t local_id_blocks,
                         int threads)
    : rows_(rows),
      blocks_(local_id_blocks),
      threads_(threads),
      seen_(static_cast<std::size_t>(threads)) {
  for (auto& seen : seen_) workspace.declare("what threads have seen", seen, 2 * blocks_);
}

void RankTopDown::expand(const FrontierLists& frontier, std::uint32_t* visited,
                         std::uint32_t* found, Vertex* parents) {
  std::size_t next_chunk = 0;
  int threads_used = 0;
  parallel_region(threads_, [&](int thread, int threads) {
    auto& seen = seen_[static_cast<std::size_t>(thread)];
    std::copy_n(visited, seen.size(), seen.data());
    expand_chunk(frontier, thread, threads, seen.data(), parents, next_chunk);
    if (thread == 0) threads_used = threads;
  });
  parallel_chunks(blocks_, threads_, [&](std::size_t begin, std::size_t end, int) {
    for (std::size_t block = begin; block < end; ++block) {
      std::uint64_t seen = 0;
      for (int t = 0; t < threads_used; ++t) {
        seen |= load_block(seen_[static_cast<std::size_t>(t)].data(), block);
      }
      store_block(found, block, seen & ~load_block(visited, block));
      store_block(visited, block, seen);
    }
  });
}

void RankTopDown::expand_chunk(const FrontierLists& frontier, int thread, int threads,
                               std::uint32_t* seen, Vertex* parents,
                               std::size_t& next_chunk) const {
  const auto visit_row = [&](Vertex u, std::span<const Vertex> row) {
    for (const Vertex local_id : row) {
      // Another thread may write its own parent of the local id at the same time; either will do.
      if (mark(seen, local_id)) store_relaxed(parents[local_id], u);
    }
  };
  for (const auto& list : frontier.lists()) {
    for (const Vertex u : list.long_rows()) {
      const auto row = rows_.neighbors(u);
      const Range part = static_chunk(row.size(), thread, threads, 16);
      visit_row(u, row.subspan(part.begin, part.end - part.begin));
    }
  }
  for (;;) {
    const auto chunk = frontier.chunk(fetch_add_relaxed(next_chunk, std::size_t{1}));
    if (chunk.empty()) return;
    for_rows(rows_, chunk, [&](Vertex u) { visit_row(u, rows_.neighbors(u)); });
  }
}

void RankTopDown::expand_serially(const FrontierLists& frontier, std::uint32_t* visited,
                                  Vertex* parents, Lists& lists) const {
  const Vertex own = rows_.num_vertices();
  const auto visit_row = [&](Vertex u) {
    for (const Vertex local_id : rows_.neighbors(u)) {
      if (!mark(visited, local_id)) continue;
      parents[local_id] = u;
      if (local_id < own) {
        lists.own[lists.num_own++] = local_id;
      } else {
        lists.others[lists.num_others++] = local_id;
      }
    }
  };
  for (const auto& list : frontier.lists()) {
    for_rows(rows_, list.short_rows(), visit_row);
    for_rows(rows_, list.long_rows(), visit_row);
  }
}

}  // namespace strider::detail
