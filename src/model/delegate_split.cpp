#include "model/delegate_split.hpp"

#include <algorithm>
#include <cmath>

namespace strider::model {

DelegateSplit::DelegateSplit(const DegreeLaw& law, const SearchProfile& profile, double threshold)
    : law_(law),
      profile_(profile),
      threshold_(threshold),
      delegates_(law.above(threshold).vertices) {
  for (std::size_t l = 0; l < profile.num_levels(); ++l) levels_.push_back(parts_of(l));
}

ByClass DelegateSplit::small_without(const ByClass& mean, double most) const {
  ByClass vertices = law_.vertices() * std::exp(-mean);
  for (std::size_t i = 0; i < vertices.size(); ++i) vertices[i] *= at_most(i, mean[i], most);
  return vertices;
}

ByClass DelegateSplit::small_with(const ByClass& some, const ByClass& mean, double most) const {
  ByClass vertices = law_.vertices_with(some, mean);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double all = mean[i] + some[i];
    // A difference of such has no digits: they have one of the kind, or two with half of `some`.
    constexpr double kFew = 1e-5;
    const auto of_few = [&] {
      return (1 - some[i] / 2) * at_most(i, all, most - 1) +
             some[i] / 2 * at_most(i, all, most - 2);
    };
    const auto of_many = [&] {
      const double small = at_most(i, mean[i], most);
      return small - (at_most(i, all, most) - small) / std::expm1(some[i]);
    };
    vertices[i] *= some[i] < kFew ? of_few() : of_many();
  }
  return vertices;
}

double DelegateSplit::at_most(std::size_t i, double others, double most) const {
  return poisson_tails(std::max(0.0, law_.degrees()[i] - others), most).at_most;
}

LevelParts DelegateSplit::parts_of(std::size_t l) const {
  const ByClass& earlier = profile_.before(l > 0 ? l - 1 : 0);
  // The source is any with neighbours.
  const ByClass& found_by = l > 0 ? profile_.found_by(l - 1) : law_.draws();
  const auto on_level = [&](double most) { return small_with(found_by, earlier, most); };
  LevelParts parts;
  parts.vertices = law_.vertices_with(found_by, earlier);
  const double all = parts.vertices.sum();
  const double normals = std::min(on_level(threshold_).sum(), all);
  const double counted = profile_.vertices(l);
  const double delegates = counted * (all - normals) / std::max(all, kLeast);
  parts.delegates =
      profile_.level(l).delegates.value_or(std::round(std::min(delegates_, delegates)));
  parts.normals = counted - parts.delegates;
  // An arc's end has at most threshold - 1 others.
  const ByClass ends = on_level(threshold_ - 1);
  const ByClass& neighbours = profile_.on(l);
  const ByClass of_all = law_.neighbours_among(parts.vertices);
  const double scale =
      (law_.vertices() * neighbours).sum() / std::max((law_.vertices() * of_all).sum(), kLeast);
  const double anchor = parts.normals / std::max(counted - delegates, kLeast);
  parts.normal = scale * std::min(anchor, 1.0) * law_.neighbours_among(ends);
  parts.delegate = neighbours - parts.normal;
  parts.delegate[parts.delegate < 0.0] = 0.0;
  parts.higher = law_.neighbours_of_higher_degree(parts.vertices) / (of_all + kLeast);
  return parts;
}

}  // namespace strider::model
