// What a rank computes in a search: arcs and vertices looked at, and words of bitmaps, level by
// level. Messages are not in it: step by step, writing and reading them costs what their bytes do.
//
// An arc and a vertex each cost a place in memory that is not near the one before. Bottom-up a
// vertex looks at its arcs in any order until one leads to the frontier.
#pragma once

#include <vector>

#include "model/degree_law.hpp"
#include "model/scheme.hpp"
#include "model/search_profile.hpp"
#include "strider/model.hpp"

namespace strider::model {

/// Of a rank on a level, on average.
struct Work {
  double arcs = 0;
  double vertices = 0;
  double bytes = 0;  ///< of bitmaps, read and written one word after the other
  Work& operator+=(const Work& other) {
    arcs += other.arcs;
    vertices += other.vertices;
    bytes += other.bytes;
    return *this;
  }
};

/// Of each level that is expanded. O(levels (scale^2 + columns of a grid)).
[[nodiscard]] std::vector<Work> work_of(const DegreeLaw& law, const SearchProfile& profile,
                                        const Scheme& scheme);

[[nodiscard]] double computing_seconds(const Machine& machine, const Work& work);

}  // namespace strider::model
