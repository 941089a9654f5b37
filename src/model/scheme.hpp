// A scheme with its numbers, and the steps of a search by it.
#pragma once

#include <limits>
#include <vector>

#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "model/search_steps.hpp"
#include "partition/grid.hpp"
#include "strider/dist_graph.hpp"
#include "strider/types.hpp"

namespace strider::model {

struct Scheme {
  PartitionScheme kind = PartitionScheme::k1d;  ///< not kAuto
  int ranks = 1;
  strider::detail::Grid grid = {};  ///< of k2d
  /// Of kDelegate; infinite: no vertex is a delegate.
  double threshold = std::numeric_limits<double>::infinity();
  int ranks_per_node = 1;
};

/// Of a search with these levels, whose directions become those that the scheme chooses; of
/// delegates kNone: every subgraph has its own.
[[nodiscard]] std::vector<Step> steps_of(const DegreeLaw& law, const Scheme& scheme,
                                         Directedness directedness,
                                         std::vector<SearchLevel>& levels);

}  // namespace strider::model
