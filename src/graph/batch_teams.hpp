// Many batches of searches, shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/parallel.hpp"
#include "graph/batched_bfs.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// How many teams search side by side: one a thread where the arrays of a search take no more than
/// 32 MiB, as workers of a team wait for one another on every level; else one of all threads.
[[nodiscard]] inline int num_batch_teams(std::uint64_t bytes, std::size_t num_sources,
                                         int threads) {
  constexpr std::uint64_t kMostBytesAlone = std::uint64_t{32} << 20U;
  const std::size_t batches = (num_sources + BatchedBfs::kSources - 1) / BatchedBfs::kSources;
  return batches >= static_cast<std::size_t>(threads) && bytes <= kMostBytesAlone ? threads : 1;
}

/// body(team, first, batch) for the batches of `sources`, which begin at number `first`, as teams
/// become free, and for no more once one has thrown. A body of one of several teams uses no other
/// threads.
template <class F>
void for_batches(int teams, std::span<const Vertex> sources, const F& body) {
  std::atomic<std::size_t> next = 0;
  parallel_region(teams, [&](int team, int) {
    constexpr std::size_t kSize = BatchedBfs::kSources;
    for (std::size_t first = next.fetch_add(kSize); first < sources.size();
         first = next.fetch_add(kSize)) {
      throw_if_stopped();
      try {
        body(static_cast<std::size_t>(team), first,
             sources.subspan(first, std::min(kSize, sources.size() - first)));
      } catch (...) {
        next = sources.size();  // no team begins another
        throw;
      }
    }
  });
}

}  // namespace strider::detail
