// When a level is searched forward (top-down), by the rows of the frontier, and when backward
// (bottom-up), by the rows of those not visited (Pan, Pearce and Owens 2018, section IV-B): of the
// subgraphs of delegates, and of a graph on one device.
#pragma once

#include <cstdint>

namespace strider::detail {

/// A search forward goes backward when FV > to_backward * BV, and forward again when
/// FV < to_forward * BV.
struct SwitchFactors {
  double to_backward;
  double to_forward;
};

/// What a level would cost each way, in arcs looked at.
struct LevelCost {
  double forward = 0;   ///< FV
  double backward = 0;  ///< BV
};

/// The arcs that a level may be found by.
struct BackwardEstimate {
  std::uint64_t unvisited = 0;  ///< |U|: not visited, with a row in the reversed graph
  double arcs = 0;              ///< of the graph
  double mean_row = 0;          ///< of the reversed graph, of rows with arcs
  /// Of the arcs that rows in random order would scan. Rows start with neighbours of high degree,
  /// which are in a frontier before others; 1 where the factors account for that.
  double scanned_share = 1;
};

/// BV = |U| / a, where a parent is in the frontier with probability a, and no row is longer than it
/// is. The paper takes a = q / (q + s), as if all parents were equally likely, and long rows; but
/// arcs lead to a vertex as often as it has arcs, so that a = FV / arcs: with few hubs in the
/// frontier the difference is a factor of hundreds. Never rises with `forward`, so that a bound of
/// FV bounds BV, too. constexpr: kernels call it, too.
[[nodiscard]] constexpr double backward_work(const BackwardEstimate& estimate, double forward) {
  const double looks = estimate.scanned_share * estimate.arcs;  // times FV
  const double a_row = looks < estimate.mean_row * forward ? looks / forward : estimate.mean_row;
  return static_cast<double>(estimate.unvisited) * (a_row > 1 ? a_row : 1);
}

/// The paper's own estimate, BV = |U| / a with a = q / (q + s): of q vertices in the frontier and s
/// not visited, both with arcs in the graph. It takes rows to be long.
[[nodiscard]] constexpr double backward_work_by_vertices(std::uint64_t unvisited, std::uint64_t q,
                                                         std::uint64_t s) {
  const auto frontier = static_cast<double>(q > 0 ? q : 1);
  return static_cast<double>(unvisited) * (frontier + static_cast<double>(s)) / frontier;
}

[[nodiscard]] constexpr bool goes_backward(bool was_backward, const LevelCost& cost,
                                           const SwitchFactors& factors) {
  if (was_backward) return cost.forward >= factors.to_forward * cost.backward;
  return cost.forward > factors.to_backward * cost.backward;
}

}  // namespace strider::detail
