// The first scores of all ranks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "strider/array.hpp"

namespace strider::detail {

/// The first `count` in the order of comes_first(a, b), in that order.
template <class Score, class Before>
void keep_first(std::vector<Score>& scores, std::size_t count, const Before& comes_first) {
  const auto middle = scores.begin() + static_cast<std::ptrdiff_t>(std::min(count, scores.size()));
  std::partial_sort(scores.begin(), middle, scores.end(), comes_first);
  scores.erase(middle, scores.end());
}

/// Those of all ranks, from those of each; the same on all ranks. Collective.
template <class Score, class Before>
std::vector<Score> first_of_all(const comm::Communicator& comm, std::vector<Score> mine,
                                std::size_t count, const Before& comes_first) {
  std::vector<Score> copies;
  std::vector<std::uint64_t> counts;
  std::vector<std::uint64_t> came;
  comm::try_on_all_ranks(comm, [&] {
    keep_first(mine, count, comes_first);
    came.resize(static_cast<std::size_t>(comm.size()));
    for (int r = 0; r < comm.size(); ++r) {
      copies.insert(copies.end(), mine.begin(), mine.end());
      counts.push_back(mine.size());
    }
  });
  const Array<Score> all =
      comm::checked_all_to_all(comm, std::span<const Score>(copies), counts, std::span(came));
  return comm::try_on_all_ranks(comm, [&] {
    std::vector<Score> first(all.begin(), all.end());
    keep_first(first, count, comes_first);
    return first;
  });
}

}  // namespace strider::detail
