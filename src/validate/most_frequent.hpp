// The label that most neighbours have, by sorting: the methods count in tables.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace strider::detail {

/// Of the longest run of equal labels, the first. Sorts them. Precondition: there is one.
template <class Label>
[[nodiscard]] Label most_frequent(std::vector<Label>& labels) {
  std::ranges::sort(labels);
  std::size_t longest = 0;
  Label best = 0;
  for (std::size_t begin = 0, end = 0; begin < labels.size(); begin = end) {
    while (end < labels.size() && labels[end] == labels[begin]) ++end;
    if (end - begin <= longest) continue;
    longest = end - begin;
    best = labels[begin];
  }
  return best;
}

}  // namespace strider::detail
