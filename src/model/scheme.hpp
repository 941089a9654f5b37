// A search by a scheme, level by level and step by step.
#pragma once

#include <vector>

#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "model/search_steps.hpp"
#include "partition/grid.hpp"

namespace strider::model {

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
