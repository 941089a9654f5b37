// Which vertices and neighbours of a search are delegates.
#pragma once

#include <cstddef>
#include <vector>

#include "model/degree_law.hpp"
#include "model/search_profile.hpp"

namespace strider::model {

/// What a level has of each kind, by class.
struct LevelParts {
  ByClass vertices;    ///< of the class
  ByClass normal;      ///< means of neighbours: normal ones, ...
  ByClass delegate;    ///< ... and delegates
  ByClass higher;      ///< share of these that have a higher degree
  double normals = 0;  ///< vertices
  double delegates = 0;
};

class DelegateSplit {
 public:
  /// Vertices of more neighbours than `threshold` are delegates. Keeps references.
  DelegateSplit(const DegreeLaw& law, const SearchProfile& profile, double threshold);

  [[nodiscard]] double delegates() const { return delegates_; }  ///< of all levels
  [[nodiscard]] const std::vector<LevelParts>& levels() const { return levels_; }

  /// By class: vertices of at most `most` neighbours, and none of a kind that they have `mean` of.
  [[nodiscard]] ByClass small_without(const ByClass& mean, double most) const;
  /// Of these, the ones that have neighbours of another kind, of which they have `some`.
  [[nodiscard]] ByClass small_with(const ByClass& some, const ByClass& mean, double most) const;

 private:
  [[nodiscard]] LevelParts parts_of(std::size_t l) const;
  /// The probability that a vertex of class i has at most `most` neighbours but for `others` ones.
  [[nodiscard]] double at_most(std::size_t i, double others, double most) const;

  const DegreeLaw& law_;
  const SearchProfile& profile_;
  double threshold_;
  double delegates_;
  std::vector<LevelParts> levels_;
};

}  // namespace strider::model
