// A scheme with its numbers, and the steps of a search by it.
#pragma once

#include <limits>
#include <vector>

#include "comm/encoding/encoding.hpp"
#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "model/search_steps.hpp"
#include "partition/grid.hpp"
#include "strider/dist.hpp"
#include "strider/dist_graph.hpp"

namespace strider::model {

struct Scheme {
  PartitionScheme kind = PartitionScheme::k1d;  ///< not kAuto
  int ranks = 1;
  strider::detail::Grid grid = {};  ///< of k2d
  /// Of kDelegate; infinite: no vertex is a delegate.
  double threshold = std::numeric_limits<double>::infinity();
  int ranks_per_node = 1;
  DistDirection direction = DistDirection::kDirectionOptimizing;  ///< kTopDown: of directed graphs
  comm::Encoding encoding = {};
  double kept = 1;  ///< share of the vertices that a grid has numbers for
};

/// Share of the vertices that a run has rows and columns for, where this share is connected.
[[nodiscard]] constexpr double kept_share(double connected) {
  constexpr double kLeftOut = 1.0 / static_cast<double>(strider::detail::kLeftOutFrom);
  return connected <= 1 - kLeftOut ? connected : 1;
}

/// A search with these levels, and the directions that the scheme chooses; of delegates kNone:
/// every subgraph has its own. Keeps no reference to the law.
[[nodiscard]] SearchProfile profile_of(const DegreeLaw& law, const Scheme& scheme,
                                       std::vector<SearchLevel> levels);

[[nodiscard]] std::vector<Step> steps_of(const DegreeLaw& law, const SearchProfile& profile,
                                         const Scheme& scheme);

}  // namespace strider::model
