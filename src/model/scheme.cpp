#include "model/scheme.hpp"

#include <utility>

#include "model/level_profile.hpp"

namespace strider::model {
namespace {

void choose_directions(const DegreeLaw& law, const Scheme& scheme,
                       std::vector<SearchLevel>& levels) {
  if (scheme.kind == PartitionScheme::kDelegate) {
    for (SearchLevel& level : levels) level.direction = BfsDirection::kNone;
  } else if (scheme.direction == DistDirection::kTopDown) {
    for (SearchLevel& level : levels) level.direction = BfsDirection::kTopDown;
  } else if (scheme.kind == PartitionScheme::k2d) {
    choose_directions_2d(law, scheme.grid, levels);
  } else {
    choose_directions_1d(law, levels);
  }
}

}  // namespace

SearchProfile profile_of(const DegreeLaw& law, const Scheme& scheme,
                         std::vector<SearchLevel> levels) {
  choose_directions(law, scheme, levels);
  return {law, std::move(levels), law.num_connected()};
}

std::vector<Step> steps_of(const DegreeLaw& law, const SearchProfile& profile,
                           const Scheme& scheme) {
  switch (scheme.kind) {
    case PartitionScheme::k2d:
      return steps_2d(law, profile, scheme);
    case PartitionScheme::kDelegate:
      return steps_delegate(law, profile, scheme);
    default:
      return steps_1d(law, profile, scheme);
  }
}

}  // namespace strider::model
