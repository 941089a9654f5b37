// Degrees as those of a social network: both ends of an edge are drawn independently, each vertex
// as often as its expected degree says (Chung and Lu 2002), which is a power of its number, cut at
// the largest degree.
#include <algorithm>
#include <cmath>

#include "base/random.hpp"
#include "generators/generators.hpp"
#include "generators/parameters.hpp"
#include "generators/scramble.hpp"

namespace strider::detail {

// With y uniform in [a, 1), the vertex at (y^3 - a^3) / (1 - a^3) of all is drawn: so the expected
// degree there is (1 + a + a^2) / (3 y^2) of the mean. At y = a that is the largest, which gives a.
// Degrees above k are as rare as y^3, as k^-1.5. No function is called but the square root, so that
// all machines round alike.
SocialGenerator::SocialGenerator(const SocialParameters& parameters)
    : parameters_(parameters),
      size_(size_of_scale("social", parameters.scale, parameters.edge_factor)),
      active_(size_.num_vertices / 2) {
  require_in_range("social", "hub factor", parameters.hub_factor, 1, 1e9);
  const double b = 3 * parameters.hub_factor - 1;
  lowest_ = (1 + std::sqrt(1 + 4 * b)) / (2 * b);
}

void SocialGenerator::fill(EdgeRange range, std::span<GlobalEdge> edges) const {
  for (std::size_t i = 0; i < edges.size(); ++i) {
    CounterRng rng(parameters_.seed, range.first + i);
    const GlobalVertex source = vertex(rng.uniform());
    edges[i] = {source, vertex(rng.uniform())};
  }
}

GlobalVertex SocialGenerator::vertex(double draw) const {
  const double a = lowest_;
  const double y = a + draw * (1 - a);
  // (y^3 - a^3) / (1 - a^3), without the differences of what is nearly alike.
  const double place = draw * (y * y + y * a + a * a) / (1 + a + a * a);
  const auto drawn = static_cast<std::uint64_t>(place * static_cast<double>(active_));
  const GlobalVertex vertex = std::min(drawn, active_ - 1);
  return parameters_.scramble ? scramble_vertex(vertex, parameters_.scale, parameters_.seed)
                              : vertex;
}

}  // namespace strider::detail
