// The walk that closes an odd cycle, wherever the graph is.
#pragma once

#include <vector>

#include "strider/types.hpp"

namespace strider::detail {

/// From both ends of the least edge between vertices of one level, of which `end` is the lesser, to
/// the vertex that both ways have in common. least_on_level(u, level) is the least neighbour of u
/// there.
template <class V, class LeastOnLevel>
[[nodiscard]] std::vector<V> odd_cycle(V end, Level level, const LeastOnLevel& least_on_level) {
  std::vector<V> cycle{end};
  std::vector<V> other{least_on_level(end, level)};
  while (cycle.back() != other.back()) {
    --level;
    for (std::vector<V>* way : {&cycle, &other}) way->push_back(least_on_level(way->back(), level));
  }
  cycle.insert(cycle.end(), other.rbegin() + 1, other.rend());
  return cycle;
}

}  // namespace strider::detail
