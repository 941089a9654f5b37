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

/// What a level would cost each way, in arcs looked at.
struct LevelWork {
  double forward = 0;   ///< FV
  double backward = 0;  ///< BV
};

/// BV = |U| (q + s) / q: of the arcs of a vertex not visited one in (q + s) / q ends in the
/// frontier. `unvisited` is |U|, those with a row in the reversed subgraph; `frontier` is q;
/// `unvisited_sources` is s, vertices with a row in the forward subgraph that are not visited. No
/// row is longer than it is: the paper's estimate assumes long rows, `mean_row` bounds it for
/// others.
[[nodiscard]] inline double backward_work(std::uint64_t unvisited, std::uint64_t frontier,
                                          std::uint64_t unvisited_sources, double mean_row) {
  const auto u = static_cast<double>(unvisited);
  if (frontier == 0) return u * mean_row;
  const auto q = static_cast<double>(frontier);
  return u * std::min((q + static_cast<double>(unvisited_sources)) / q, mean_row);
}

[[nodiscard]] constexpr bool goes_backward(bool was_backward, const LevelWork& work,
                                           const SwitchFactors& factors) {
  if (was_backward) return work.forward >= factors.to_forward * work.backward;
  return work.forward > factors.to_backward * work.backward;
}

}  // namespace strider::detail
