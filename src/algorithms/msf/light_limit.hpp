// Which edges are light: so many of the first in the order that they connect most of a graph.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace strider::detail {

// Light edges wanted for each vertex with edges: a random graph has a giant component from one on
// (Erdős and Rényi 1960). Fewer leave more vertices outside of it, more are more to sort.
inline constexpr double kLightPerVertex = 1.25;
// Below as many edges for each light one wanted, all are light: looking twice does not pay.
inline constexpr double kMinFilterRatio = 3;

/// Whether some edges are heavy. `connected`: vertices with edges.
[[nodiscard]] constexpr bool has_heavy_edges(double edges, double connected) {
  return edges > kMinFilterRatio * kLightPerVertex * connected;
}

/// Where light edges end: at those of lesser keys than `key`, and those of this key whose smaller
/// end is among the first `ends` of all vertices, a share. So a limit can lie inside a great class
/// of equal weights.
template <class Key>
struct SampledLimit {
  Key key;
  double ends;  ///< 1: all of this key
};

/// Such that about `share` of the edges are light, by a sample of their keys, which it sorts.
/// Precondition: share < 1, and the sample is not empty.
template <class Key>
[[nodiscard]] SampledLimit<Key> limit_by_sample(std::span<Key> sample, double share) {
  std::sort(sample.begin(), sample.end());
  const auto size = static_cast<double>(sample.size());
  const Key key = sample[static_cast<std::size_t>(share * size)];
  const auto [low, high] = std::equal_range(sample.begin(), sample.end(), key);
  const double below = static_cast<double>(low - sample.begin()) / size;
  const double equal = static_cast<double>(high - low) / size;
  if (equal < share / 8) return {key, 1};
  // Where ends are random, edges whose smaller end is among the first x of all are 1 - (1 - x)^2.
  return {key, 1 - std::sqrt(std::max(0.0, 1 - (share - below) / equal))};
}

}  // namespace strider::detail
