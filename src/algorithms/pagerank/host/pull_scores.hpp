// The sums of what comes along arcs, row by row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "base/prefetch.hpp"
#include "strider/graph.hpp"

namespace strider::detail {

/// Arcs by target, of equal weight.
struct EqualArcs {
  Csr rows;

  [[nodiscard]] static double weight(EdgeIndex /*arc*/) { return 1; }
};

/// The sum of what the sources of the arcs to `v` sent.
template <class Score, class Arcs>
[[nodiscard]] double pull_scores(const Arcs& arcs, std::span<const Score> sent, Vertex v) {
  // Farther than for other loops: sums do not wait for what is read.
  constexpr EdgeIndex kAhead = 64;
  const EdgeIndex* const offsets = arcs.rows.offsets().data();
  const Vertex* const sources = arcs.rows.targets().data();
  const EdgeIndex last_arc = arcs.rows.num_arcs() - 1;
  const EdgeIndex end = offsets[v + std::size_t{1}];
  double came = 0;
  for (EdgeIndex arc = offsets[v]; arc < end; ++arc) {
    prefetch_to_read(sent.data() + sources[std::min(arc + kAhead, last_arc)]);
    came += static_cast<double>(sent[sources[arc]]) * arcs.weight(arc);
  }
  return came;
}

}  // namespace strider::detail
