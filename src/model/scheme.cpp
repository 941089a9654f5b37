#include "model/scheme.hpp"

#include "model/level_profile.hpp"

namespace strider::model {
namespace {

void choose_directions(const DegreeLaw& law, const Scheme& scheme, Directedness directedness,
                       std::vector<SearchLevel>& levels) {
  if (scheme.kind == PartitionScheme::kDelegate) {
    for (SearchLevel& level : levels) level.direction = BfsDirection::kNone;
  } else if (directedness == Directedness::kDirected) {
    for (SearchLevel& level : levels) level.direction = BfsDirection::kTopDown;
  } else if (scheme.kind == PartitionScheme::k2d) {
    choose_directions_2d(law, scheme.grid, levels);
  } else {
    choose_directions_1d(law, levels);
  }
}

}  // namespace

std::vector<Step> steps_of(const DegreeLaw& law, const Scheme& scheme, Directedness directedness,
                           std::vector<SearchLevel>& levels) {
  choose_directions(law, scheme, directedness, levels);
  const SearchProfile profile(law, levels, law.num_connected());
  switch (scheme.kind) {
    case PartitionScheme::k2d:
      return steps_2d(law, profile, scheme.grid);
    case PartitionScheme::kDelegate:
      return steps_delegate(law, profile,
                            {.ranks = scheme.ranks,
                             .threshold = scheme.threshold,
                             .ranks_per_node = scheme.ranks_per_node});
    default:
      return steps_1d(law, profile, scheme.ranks);
  }
}

}  // namespace strider::model
