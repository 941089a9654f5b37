// Which scheme a graph is cut by where no option says so.
#pragma once

#include <cstdint>

#include "partition/delegates.hpp"
#include "partition/grid.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What the choice goes by.
struct PartitionFacts {
  std::uint64_t num_vertices = 0;
  std::uint64_t num_edges = 0;  ///< as listed
  Directedness directedness = Directedness::kUndirected;
  int ranks = 1;
  /// Nothing but breadth-first search: shortest paths are not searched on `2d`.
  bool for_levels_only = false;
  /// Of the whole graph; not looked at on at most kFewRanks ranks.
  DegreeHistogram degrees = {};
};

struct PartitionChoice {
  enum class Scheme : std::uint8_t { k1d, k2d, kDelegate };
  Scheme scheme = Scheme::k1d;
  /// Of kDelegate.
  std::uint64_t threshold = kNoDelegates;
  /// Of k2d.
  Grid grid = {};
};

/// Up to so many ranks, a frontier sent to each of them as bits costs less than what other schemes
/// add on every level.
inline constexpr int kFewRanks = 16;

/// On at most kFewRanks ranks `2d` on a grid of one column for undirected graphs of 8 listed arcs a
/// vertex or more where nothing but levels is searched for, else `1d`. Beyond them `delegate` for
/// undirected graphs with hubs, with choose_threshold's; for others `1d` where the mean degree is
/// small, so that a rank has few peers' vertices among its ends, else `2d` on a grid near to a
/// square, whose ranks talk to those of their row and column only. O(1). docs/notes/ranks.md has
/// the figures.
[[nodiscard]] PartitionChoice choose_partition(const PartitionFacts& facts);

}  // namespace strider::detail
