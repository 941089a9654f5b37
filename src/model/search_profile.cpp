#include "model/search_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace strider::model {

SearchProfile::SearchProfile(const DegreeLaw& law, std::vector<SearchLevel> levels,
                             double connected)
    : levels_(std::move(levels)), connected_(connected), before_{0.0 * law.draws()} {
  // The source is any vertex with neighbours.
  ByClass vertices = law.vertices_with(law.draws(), before_[0]) / law.num_connected();
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    add_level(law, vertices);
    vertices = law.vertices_with(found_by_[l], before_[l]);
  }
}

/// Of about these vertices, times factors: that which finds as many vertices as are on the next
/// level, and that which gives as many arcs as were counted.
void SearchProfile::add_level(const DegreeLaw& law, const ByClass& vertices) {
  const std::size_t l = on_.size();
  const ByClass& before = before_.back();
  const ByClass draws = law.draws_among(vertices);
  const double wanted = this->vertices(l + 1) * law.num_connected() / connected_;
  // No vertex has more neighbours than there are.
  const ByClass others = law.draws() - before;
  const auto found_by = [&](double factor) {
    ByClass found = factor * draws;
    for (std::size_t i = 0; i < found.size(); ++i) {
      found[i] = std::clamp(found[i], 0.0, std::max(0.0, others[i]));
    }
    return found;
  };
  const auto finds_fewer = [&](double factor) {
    return law.vertices_with(found_by(factor), before).sum() < wanted;
  };
  constexpr double kMost = 0x1p20;
  double low = 0;
  double high = 1;
  while (high < kMost && finds_fewer(high)) high *= 2;
  for (int step = 0; step < 80; ++step) {
    const double middle = (low + high) / 2;
    (finds_fewer(middle) ? low : high) = middle;
  }
  found_by_.push_back(found_by(low));
  before_.push_back(before + found_by_.back());
  const ByClass neighbours = law.neighbours_among(vertices);
  const double arcs = levels_[l].arcs * law.num_arcs();
  on_.emplace_back(neighbours * (arcs / std::max((law.vertices() * neighbours).sum(), kLeast)));
}

ByClass SearchProfile::among(std::size_t l, double share) const {
  ByClass number = share * on_[l] + share * share * (found_by_[l] - on_[l]);
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = std::min(number[i], found_by_[l][i]);
  return number;
}

double SearchProfile::unvisited(std::size_t l) const {
  double visited = 0;
  for (std::size_t i = 0; i < std::min(l, levels_.size()); ++i) visited += levels_[i].vertices;
  return std::max(0.0, connected_ - visited);
}

}  // namespace strider::model
