// Which scheme a graph is cut by where nobody says so.
#pragma once

#include <cstdint>

#include "partition/delegates.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// What the choice goes by.
struct PartitionFacts {
  std::uint64_t num_vertices = 0;
  Directedness directedness = Directedness::kUndirected;
  int ranks = 1;
  /// Of the whole graph.
  DegreeHistogram degrees;
};

struct PartitionChoice {
  enum class Scheme : std::uint8_t { k1d, k2d, kDelegate };
  Scheme scheme = Scheme::k1d;
  /// Of kDelegate.
  std::uint64_t threshold = kNoDelegates;
};

/// Up to so many ranks, a frontier sent to each of them as bits costs less than what the other
/// schemes add on every level.
inline constexpr int kFewRanks = 16;

/// 1d on at most kFewRanks ranks. Beyond them `delegate` for undirected graphs with hubs, with
/// choose_threshold's; for others `1d` where the mean degree is small, so that a rank has few
/// peers' vertices among its ends, else `2d`, whose ranks talk to those of their row and column
/// alone. O(1).
[[nodiscard]] PartitionChoice choose_partition(const PartitionFacts& facts);

}  // namespace strider::detail
