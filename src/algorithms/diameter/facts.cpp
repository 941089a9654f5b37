// What several components have in common.
#include <algorithm>

#include "strider/diameter.hpp"

namespace strider {

template <class T>
void DiameterFacts<T>::merge(const DiameterFacts& other) {
  if (other.num_vertices == 0) return;
  const bool is_first = num_vertices == 0;
  if (is_first || other.diameter > diameter) {
    diameter = other.diameter;
    ends = other.ends;
  }
  if (is_first || other.radius < radius) {
    radius = other.radius;
    center = other.center;
  }
  diameter_bound = std::max(diameter_bound, other.diameter_bound);
  radius_bound = is_first ? other.radius_bound : std::min(radius_bound, other.radius_bound);
  num_vertices += other.num_vertices;
  searches += other.searches;
  sources.insert(sources.end(), other.sources.begin(), other.sources.end());
  balls.insert(balls.end(), other.balls.begin(), other.balls.end());
}

template struct DiameterFacts<Level>;
template struct DiameterFacts<float>;
template struct DiameterFacts<double>;
template struct DiameterFacts<std::uint64_t>;

}  // namespace strider
