// What ranks ask of each other's part of a tree.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "comm/collective_error.hpp"
#include "comm/communicator.hpp"
#include "partition/ids.hpp"
#include "ranks/search/run_search.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// values[vertex], which its owner has; `none` is the greatest value. Collective.
template <class Tree, class T>
[[nodiscard]] T value_of(const SearchRecord<Tree>& record, std::span<const T> values,
                         GlobalVertex vertex, T none) {
  const OwnedVertex owned = record.owners.locate(vertex);
  const bool is_mine = owned.rank == record.rank;
  return record.cluster->comm().all_reduce(is_mine ? values[index(owned.vertex)] : none,
                                           comm::Reduction::kMin);
}

/// The path from the source to `target`, the same on all ranks; empty if that is unreached. One
/// all-reduce an edge. Collective.
template <class Tree>
[[nodiscard]] std::vector<GlobalVertex> path_to(const SearchRecord<Tree>& record,
                                                std::span<const GlobalVertex> parents,
                                                GlobalVertex target) {
  const auto parent_of = [&](GlobalVertex v) {
    return value_of(record, parents, v, kNoGlobalParent);
  };
  std::vector<GlobalVertex> path;
  GlobalVertex parent = parent_of(target);
  if (parent == kNoGlobalParent) return path;
  const auto add = [&](GlobalVertex v) {
    // All ranks have the same path, and run out of room together.
    if (path.size() == path.capacity()) {
      comm::try_on_all_ranks(record.cluster->comm(), [&] { path.reserve(2 * path.size() + 64); });
    }
    path.push_back(v);
  };
  for (GlobalVertex v = target; parent != v; parent = parent_of(v)) {
    add(v);
    v = parent;
  }
  add(parent);
  std::ranges::reverse(path);
  return path;
}

}  // namespace strider::detail
