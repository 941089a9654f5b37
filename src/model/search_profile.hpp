// A search, level by level.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/degree_law.hpp"
#include "strider/bfs.hpp"

namespace strider::model {

/// The frontier of a level.
struct SearchLevel {
  double vertices = 0;
  double arcs = 0;  ///< share of all arcs, both directions of each edge
  BfsDirection direction = BfsDirection::kTopDown;  ///< kNone: it is not expanded
  std::optional<double> delegates = {};             ///< among the vertices, where counted
};

/// Which vertices of the law's classes are on which level follows from how many are, and how many
/// arcs they have: a vertex is beyond a level if it has no neighbour on an earlier one.
class SearchProfile {
 public:
  /// Levels from that of the source, in a graph of which `connected` vertices have neighbours.
  SearchProfile(const DegreeLaw& law, std::vector<SearchLevel> levels, double connected);

  [[nodiscard]] std::size_t num_levels() const { return levels_.size(); }
  /// The last one's number, of which what comes at the end of a search is counted.
  [[nodiscard]] std::size_t last() const { return levels_.size() - 1; }
  [[nodiscard]] const SearchLevel& level(std::size_t l) const { return levels_[l]; }
  [[nodiscard]] bool is_expanded(std::size_t l) const {
    return l < levels_.size() && levels_[l].direction != BfsDirection::kNone;
  }
  /// Vertices on a level: none beyond the last.
  [[nodiscard]] double vertices(std::size_t l) const {
    return l < levels_.size() ? levels_[l].vertices : 0;
  }
  /// Vertices with neighbours that are on none of the first `l` levels.
  [[nodiscard]] double unvisited(std::size_t l) const;

  // Means of neighbours, for DegreeLaw::share_with:
  /// On the first `l` levels.
  [[nodiscard]] const ByClass& before(std::size_t l) const { return before_[l]; }
  /// On a level, where that decides whether a vertex is found: before(l + 1) less before(l).
  [[nodiscard]] const ByClass& found_by(std::size_t l) const { return found_by_[l]; }
  /// On a level, as its arcs have it.
  [[nodiscard]] const ByClass& on(std::size_t l) const { return on_[l]; }
  /// Among a random `share` of the vertices of a level: these find no more than all do.
  [[nodiscard]] ByClass among(std::size_t l, double share) const;

 private:
  void add_level(const DegreeLaw& law, const ByClass& vertices);

  std::vector<SearchLevel> levels_;
  double connected_;
  std::vector<ByClass> before_;
  std::vector<ByClass> found_by_;
  std::vector<ByClass> on_;
};

}  // namespace strider::model
