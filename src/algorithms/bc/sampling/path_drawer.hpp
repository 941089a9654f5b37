// Samples of shortest paths, wherever they are drawn.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "algorithms/bc/problem.hpp"
#include "base/random.hpp"
#include "base/workspace.hpp"

namespace strider::detail {

/// Two different vertices, uniform among all pairs.
struct PathEnds {
  Vertex source;
  Vertex target;
};
/// The first two draws of `rng`. Constexpr, so that kernels may call it, too.
[[nodiscard]] constexpr PathEnds draw_ends(CounterRng& rng, Vertex num_vertices) {
  const auto source = static_cast<Vertex>(rng.below(num_vertices));
  const auto other = static_cast<Vertex>(rng.below(num_vertices - 1));
  return {source, other < source ? other : other + 1};
}
/// Those of a sample.
[[nodiscard]] constexpr PathEnds ends_of_sample(std::uint64_t seed, std::uint64_t sample,
                                                Vertex num_vertices) {
  CounterRng rng(seed, sample);
  return draw_ends(rng, num_vertices);
}

class PathDrawer {
 public:
  virtual ~PathDrawer() = default;
  /// For each of the samples [begin, end): draws its ends, and one of the shortest paths between
  /// them, uniformly among these; adds 1 to the hits of each vertex within, or keeps that where it
  /// draws until settle(). What a sample hits is a function of the seed and its number.
  virtual void draw(std::uint64_t begin, std::uint64_t end, std::span<double> hits) = 0;
  /// Adds to `hits` what has been kept; they are those of every draw() since the last time.
  virtual void settle(std::span<double> hits) = 0;
};

/// What has been drawn, and who keeps a part of it.
struct DrawnHits {
  PathDrawer& drawer;
  std::span<double> hits;

  void settle() const { drawer.settle(hits); }
};

/// Makes one for a problem that outlives it.
using PathDrawerMaker = std::function<std::shared_ptr<PathDrawer>(Workspace&, const BcProblem&)>;

/// On the host: searches from both ends, a thread a path.
[[nodiscard]] PathDrawerMaker paths_on_host(std::uint64_t seed);

}  // namespace strider::detail
