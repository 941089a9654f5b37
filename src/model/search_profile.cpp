#include "model/search_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace strider::model {

SearchProfile::SearchProfile(const DegreeLaw& law, std::vector<SearchLevel> levels,
                             double connected)
    : levels_(std::move(levels)), connected_(connected), before_{0.0 * law.draws()} {
  // The source is any vertex with neighbours.
  ByClass vertices = law.vertices() * (1.0 - std::exp(-law.draws()));
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    add_level(law, vertices);
    vertices = law.vertices() * (std::exp(-before_[l]) - std::exp(-before_[l + 1]));
  }
}

/// Of about these vertices, times factors: that which leaves as many vertices for the levels beyond
/// the next as were counted, and that which gives as many arcs.
void SearchProfile::add_level(const DegreeLaw& law, const ByClass& vertices) {
  const std::size_t l = neighbours_.size();
  const ByClass before = before_.back();
  const ByClass draws = law.draws_among(vertices);
  const double isolated = law.share_without(law.draws());
  const double left = isolated + (1 - isolated) * unvisited(l + 2) / connected_;
  double low = 0;
  double high = 1;
  const auto leaves_more = [&](double factor) {
    return law.share_without(before + factor * draws) > left;
  };
  constexpr double kMost = 0x1p20;
  constexpr double kLeast = 1e-300;
  while (high < kMost && leaves_more(high)) high *= 2;
  for (int step = 0; step < 80; ++step) {
    const double middle = (low + high) / 2;
    (leaves_more(middle) ? low : high) = middle;
  }
  ByClass after = before + low * draws;
  // No vertex has more neighbours than there are.
  for (std::size_t i = 0; i < after.size(); ++i) after[i] = std::min(after[i], law.draws()[i]);
  before_.push_back(after);
  const ByClass neighbours = law.neighbours_among(vertices);
  const double arcs = levels_[l].arcs * law.num_arcs();
  neighbours_.emplace_back(neighbours *
                           (arcs / std::max((law.vertices() * neighbours).sum(), kLeast)));
}

double SearchProfile::unvisited(std::size_t l) const {
  double visited = 0;
  for (std::size_t i = 0; i < std::min(l, levels_.size()); ++i) visited += levels_[i].vertices;
  return std::max(0.0, connected_ - visited);
}

}  // namespace strider::model
