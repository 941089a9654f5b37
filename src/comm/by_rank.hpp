// What goes to each rank, one rank after the other: as exchanges take it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strider::comm {

/// Where the elements for each rank begin, of which there are counts[r] for rank r.
[[nodiscard]] inline std::vector<std::uint64_t> begins_by_rank(
    std::span<const std::uint64_t> counts) {
  std::vector<std::uint64_t> begins(counts.size(), 0);
  for (std::size_t r = 1; r < begins.size(); ++r) begins[r] = begins[r - 1] + counts[r - 1];
  return begins;
}

/// Copies `elements` to `grouped`, as many places, by the one of `ranks` ranks that
/// rank_of(element) says; those for one rank stay in their order. Returns how many are for each.
/// rank_of is asked twice for each element. O(elements + ranks).
template <class T, class RankOf>
std::vector<std::uint64_t> group_by_rank(std::span<const T> elements, int ranks, RankOf&& rank_of,
                                         std::span<T> grouped) {
  std::vector<std::uint64_t> counts(static_cast<std::size_t>(ranks), 0);
  for (const T& element : elements) ++counts[static_cast<std::size_t>(rank_of(element))];
  std::vector<std::uint64_t> places = begins_by_rank(counts);
  for (const T& element : elements) {
    grouped[places[static_cast<std::size_t>(rank_of(element))]++] = element;
  }
  return counts;
}

}  // namespace strider::comm
