// From every vertex to the root of the tree that it hooked itself to.
#pragma once

#include <span>

#include "base/parallel.hpp"
#include "strider/types.hpp"

namespace strider::detail {

/// Writes the roots of some vertices to `roots`, by vertex. Ways lead from a vertex to
/// first_other of it and end in two vertices that choose each other, of which the smaller one is
/// the root; a vertex whose first_other is kNoVertex is its own. No longer cycles may exist. Uses
/// the best vectors that the machine has.
void find_roots(std::span<const Vertex> first_other, Range range, Vertex* roots);

/// The same without vectors.
void find_roots_scalar(std::span<const Vertex> first_other, Range range, Vertex* roots);

}  // namespace strider::detail
