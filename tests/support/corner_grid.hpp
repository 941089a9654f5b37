// Dependencies in square grids, in closed form: no search is asked for them.
#pragma once

#include <span>

#include "strider/graph.hpp"

namespace strider::test {

/// Fails the running test where the scores of a grid_edges(side, side) graph are not the
/// dependencies of its corner, vertex 0: at some vertices by closed form, at all by symmetry. Of
/// 1024^2 vertices 10^600 paths join the corners, where double ends at 10^308.
void expect_corner_dependencies(std::span<const double> scores, Vertex side);

}  // namespace strider::test
