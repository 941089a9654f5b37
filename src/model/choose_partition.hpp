// Which scheme a graph is cut by where no option says so: that of the least predicted time.
#pragma once

#include <cstdint>

#include "partition/delegates.hpp"
#include "partition/grid.hpp"
#include "strider/dist_graph.hpp"
#include "strider/model.hpp"

namespace strider::detail {

/// The machine of known_machines() whose network is the fastest.
[[nodiscard]] const Machine& cluster_of_today();

/// What the choice goes by.
struct PartitionFacts {
  std::uint64_t num_vertices = 0;
  std::uint64_t num_edges = 0;  ///< as listed
  Directedness directedness = Directedness::kUndirected;
  int ranks = 1;
  /// The network, and how many ranks share a node.
  Machine machine = cluster_of_today();
  GraphPurpose purpose = GraphPurpose::kAnySearch;
  /// Of the whole graph; not looked at on at most kFewRanks ranks.
  DegreeHistogram degrees = {};
};

struct PartitionChoice {
  PartitionScheme scheme = PartitionScheme::k1d;
  /// Of kDelegate.
  std::uint64_t threshold = kNoDelegates;
  /// Of k2d.
  Grid grid = {};
};

/// Up to so many ranks, a frontier sent to each of them as bits costs less than what other schemes
/// add on every level.
inline constexpr int kFewRanks = 16;

/// On at most kFewRanks ranks `2d` on a grid of one column for undirected graphs of 8 listed arcs a
/// vertex or more where nothing but levels is searched for, else `1d`. Beyond them `1d` for graphs
/// with a small mean degree and no hubs, such as roads, and for those of fewer vertices than ranks.
/// For others the scheme of the least predicted time: `1d`, `delegate` for undirected graphs with
/// hubs, with choose_threshold's threshold, and, unless shortest paths are searched, `2d` on a grid
/// near to a square. `delegate` is not for directed graphs, of which the model does not know the
/// degrees by way. O(levels (classes of degrees)^2). docs/notes/ranks.md has the figures.
[[nodiscard]] PartitionChoice choose_partition(const PartitionFacts& facts);

}  // namespace strider::detail
