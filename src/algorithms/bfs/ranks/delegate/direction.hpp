// When a subgraph is searched forward, by the rows of the frontier, and when backward, by the rows
// of those not visited (Pan, Pearce and Owens 2018, section IV-B).
#pragma once

#include <algorithm>
#include <cstdint>

namespace strider::detail {

/// A subgraph searched forward goes backward when FV > to_backward * BV, and forward again when
/// FV < to_forward * BV.
struct SwitchFactors {
  double to_backward;
  double to_forward;
};

/// What a level of a subgraph would cost each way, in arcs looked at.
struct SubgraphWork {
  double forward = 0;   ///< FV
  double backward = 0;  ///< BV
};

/// The arcs that a level may be found by.
struct BackwardEstimate {
  std::uint64_t unvisited = 0;  ///< |U|: not visited, with a row in the reversed subgraph
  double arcs = 0;              ///< of the subgraph
  double mean_row = 0;          ///< of the reversed subgraph, of rows with arcs
};

/// BV = |U| / a, where a parent is in the frontier with probability a, and no row is longer than it
/// is. The paper takes a = q / (q + s), as if all parents were equally likely, and long rows; but
/// arcs lead to a vertex as often as it has arcs, so that a = FV / arcs: with few hubs in the
/// frontier the difference is a factor of hundreds. Rows start with parents of high degree, which
/// makes it less still.
[[nodiscard]] inline double backward_work(const BackwardEstimate& estimate, double forward) {
  const double looks =
      forward > 0 ? std::min(estimate.arcs / forward, estimate.mean_row) : estimate.mean_row;
  return static_cast<double>(estimate.unvisited) * std::max(1.0, looks);
}

[[nodiscard]] constexpr bool goes_backward(bool was_backward, const SubgraphWork& work,
                                           const SwitchFactors& factors) {
  if (was_backward) return work.forward >= factors.to_forward * work.backward;
  return work.forward > factors.to_backward * work.backward;
}

}  // namespace strider::detail
