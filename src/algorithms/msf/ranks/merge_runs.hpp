// Sorted runs made one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace strider::detail {

/// Merges runs that are sorted, [starts[i], starts[i + 1]) of `edges`, two by two. Returns where
/// the result is: in `edges` or in `buffer`, which is as long. O(edges log runs).
template <class Edge>
[[nodiscard]] std::span<Edge> merge_runs(std::span<Edge> edges, std::span<Edge> buffer,
                                         std::vector<std::size_t> starts) {
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());  // of empty runs
  const auto at = [](std::span<Edge> list, std::size_t i) {
    return list.begin() + static_cast<std::ptrdiff_t>(i);
  };
  while (starts.size() > 2) {
    std::vector<std::size_t> merged(1, 0);
    for (std::size_t run = 0; run + 1 < starts.size(); run += 2) {
      const std::size_t middle = starts[run + 1];
      const std::size_t end = starts[std::min(run + 2, starts.size() - 1)];
      std::merge(at(edges, starts[run]), at(edges, middle), at(edges, middle), at(edges, end),
                 at(buffer, starts[run]));
      merged.push_back(end);
    }
    starts = std::move(merged);
    std::swap(edges, buffer);
  }
  return edges;
}

}  // namespace strider::detail
