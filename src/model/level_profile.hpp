// How searches of Kronecker graphs go: how many vertices their levels have, and which way the
// schemes expand them. Nothing is searched.
#pragma once

#include <vector>

#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "partition/grid.hpp"

namespace strider::model {

/// Scales at which searches from 65 random vertices were counted, in graphs of edge factor 16.
inline constexpr int kFirstCountedScale = 14;
inline constexpr int kLastCountedScale = 20;
/// The levels of one of these, whose mean distance is the median of those that reach a tenth of the
/// vertices or more. Precondition: the scale is one of these.
[[nodiscard]] std::vector<SearchLevel> counted_levels(int scale);

/// The levels of a search from a vertex of `degree` neighbours, by the law: every vertex is on the
/// level after the first one that it has a neighbour on. Until a level has no vertex.
/// O(levels scale^2).
[[nodiscard]] std::vector<SearchLevel> levels_by_law(const DegreeLaw& law, double degree);

/// Of a graph of that scale and edge factor 16 as counted, else by the law, from a vertex of as
/// many neighbours as the source had in what was counted.
[[nodiscard]] std::vector<SearchLevel> typical_levels(const DegreeLaw& law, int scale,
                                                      double edge_factor);

/// Sets the directions of the levels as 1D does, and as grids do (graph/direction_rule.hpp).
void choose_directions_1d(const DegreeLaw& law, std::vector<SearchLevel>& levels);
void choose_directions_2d(const DegreeLaw& law, strider::detail::Grid grid,
                          std::vector<SearchLevel>& levels);

}  // namespace strider::model
