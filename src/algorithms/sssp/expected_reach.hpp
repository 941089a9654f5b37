// How far a search spreads, by what a few arcs of a graph tell of its degrees and weights; and when
// to stop relaxing, and to let the vertices that are left look for their nearest neighbour.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "strider/graph.hpp"

namespace strider::detail {

/// Some arcs of a graph, evenly spaced in its adjacency.
template <class W>
struct ArcSample {
  static constexpr EdgeIndex kMost = 4096;
  [[nodiscard]] static EdgeIndex stride(EdgeIndex num_arcs) { return num_arcs / kMost + 1; }

  std::vector<Vertex> ends;
  std::vector<EdgeIndex> degrees;  ///< of the ends
  std::vector<W> weights;          ///< ascending

  ArcSample() = default;
  explicit ArcSample(const WeightedGraph<W>& graph) {
    const Csr& out = graph.topology().out();
    for (EdgeIndex e = 0; e < out.num_arcs(); e += stride(out.num_arcs())) {
      ends.push_back(out.targets()[e]);
      degrees.push_back(out.degree(ends.back()));
      weights.push_back(graph.weights()[e]);
    }
    std::ranges::sort(weights);
  }
};

/// One arc in so many belongs to settled vertices when a search counts as spread.
inline constexpr double kSpread = 1000;
/// The share of arcs that belong to settled vertices when little is left.
inline constexpr double kSettled = 0.92;

/// Times the mean weight that the heaviest may be: beyond it, rings of buckets would be too long.
/// And times the reach of a search that the mean may be: beyond it, light arcs are so light that
/// bounds and buckets made for them would be far too many for the others.
inline constexpr double kWidestSpread = 512;

/// An estimate, from degrees, of the share of all arcs that a search follows, the lightest, from
/// where it has spread to where nearly all arcs belong to settled vertices; 1 or more where it
/// needs all: vertices have few arcs, and diameters are high. Where vertices have d arcs, a search
/// follows d s of each. First it grows by a factor of e for each 1 / d of s, d being that of the
/// ends of arcs, of which hubs are most. Then, as from all around, it leaves out a vertex with a
/// probability of exp(-d s).
template <class W>
[[nodiscard]] double expected_share(const ArcSample<W>& sample) {
  const auto mean = [&](const auto& value_of) {
    double sum = 0;
    for (const EdgeIndex degree : sample.degrees) sum += value_of(static_cast<double>(degree));
    return sum / static_cast<double>(sample.degrees.size());
  };
  double low = 0;
  double high = 1;
  for (int bit = 0; bit < 14; ++bit) {
    const double share = (low + high) / 2;
    const double left_out = mean([&](double degree) { return std::exp(-degree * share); });
    (left_out > 1 - kSettled ? low : high) = share;
  }
  return high + std::log(kSpread) / mean([](double degree) { return degree; });
}

/// The same as a distance: a share s of all arcs weighs up to w.
template <class W>
[[nodiscard]] double expected_reach(const ArcSample<W>& sample, W max_finite) {
  const auto place =
      std::min(1.0, expected_share(sample)) * static_cast<double>(sample.weights.size() - 1);
  return static_cast<double>(std::min(sample.weights[static_cast<std::size_t>(place)], max_finite));
}

/// Whether so few arcs belong to vertices that are not settled that these should look for their
/// nearest neighbour: of each arc between settled vertices relaxing has seen to, and pulling sees
/// to few of the others.
[[nodiscard]] constexpr bool few_unsettled(double settled_arcs, double arcs) {
  constexpr double kMaxPullFraction = 0.15;
  return arcs - settled_arcs < kMaxPullFraction * arcs;
}

}  // namespace strider::detail
