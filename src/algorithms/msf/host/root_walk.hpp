// From every vertex to the root of the tree that it hooked itself to.
#pragma once

#include <span>

#include "base/parallel.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Writes the roots of some vertices to `roots`, by vertex. Ways lead from a vertex to
/// first_other of it and end in two vertices that choose each other, of which the smaller one is
/// the root; a vertex whose first_other is kNoVertex is its own. No longer cycles may exist. False
/// where a way is longer than kMostSteps: some roots are not written then. Uses the best vectors
/// that the machine has. O(vertices of the range) steps where ways are short.
[[nodiscard]] bool find_roots(std::span<const Vertex> first_other, Range range, Vertex* roots);

/// The same without vectors.
[[nodiscard]] bool find_roots_scalar(std::span<const Vertex> first_other, Range range,
                                     Vertex* roots);

/// Ways of random graphs are of some dozens of steps; a line whose weights ascend is one way.
inline constexpr int kMostSteps = 1 << 10;

/// The roots of all vertices, however long the ways are. O(n), one thread.
void find_roots_of_long_ways(std::span<const Vertex> first_other, Vertex* roots);

}  // namespace strider::detail
