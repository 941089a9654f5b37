// What is decided per vertex and per level, the same for every backend.
#pragma once

#include "base/atomics.hpp"
#include "graph/direction_rule.hpp"
#include "strider/bfs.hpp"

namespace strider::detail {

/// Makes `u` the parent of a vertex, given the place of its parent; true for exactly one of the
/// threads that try. The plain read first: most edges lead to vertices that have a parent, and a
/// read, unlike a failed exchange, leaves the line with the others who read it.
[[nodiscard]] inline bool claim(Vertex& parent, Vertex u) {
  return load_relaxed(parent) == kNoVertex && compare_exchange_relaxed(parent, kNoVertex, u);
}

}  // namespace strider::detail
