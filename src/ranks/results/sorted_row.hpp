// The rows of a graph by 1d as one machine has them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "ranks/one_d/rows_1d.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// The entries of row v, ascending by name, then by weight; name(local id) is what an entry is
/// called. `weights` are those of all arcs, or empty.
template <class W, class Name>
void sort_row(const Graph1d& graph, std::span<const W> weights, std::size_t v, const Name& name,
              std::vector<std::pair<GlobalVertex, W>>& row) {
  const auto offsets = graph.rows.offsets().span();
  row.clear();
  for (EdgeIndex i = offsets[v]; i < offsets[v + 1]; ++i) {
    row.emplace_back(name(local_id(graph.rows.targets()[i])), weights.empty() ? W{} : weights[i]);
  }
  std::sort(row.begin(), row.end());
}

}  // namespace strider::detail
