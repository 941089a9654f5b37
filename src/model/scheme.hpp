// A search by a scheme, level by level and step by step.
#pragma once

#include <vector>

#include "model/degree_law.hpp"
#include "model/search_profile.hpp"
#include "model/search_steps.hpp"

namespace strider::model {

/// A search with these levels, and the directions that the scheme chooses; of delegates kNone:
/// every subgraph has its own. Keeps no reference to the law.
[[nodiscard]] SearchProfile profile_of(const DegreeLaw& law, const Scheme& scheme,
                                       std::vector<SearchLevel> levels);

[[nodiscard]] std::vector<Step> steps_of(const DegreeLaw& law, const SearchProfile& profile,
                                         const Scheme& scheme);

}  // namespace strider::model
