// The arrays of a tree while a rank's search writes them: levels in bytes as long as they fit.
#pragma once

#include <utility>

#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/ranks/engine.hpp"
#include "algorithms/bfs/tree.hpp"
#include "base/workspace.hpp"
#include "ranks/one_d/local_id_names.hpp"

namespace strider::detail {

class RankTree {
 public:
  /// The first level that a byte does not hold.
  static constexpr Level kFirstWide = LevelView::kNarrowUnreached;

  RankTree(Workspace& workspace, Vertex num_vertices) : num_vertices_(num_vertices) {
    workspace.count("the tree",
                    num_vertices * (sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level)));
  }

  /// Takes the arrays of `tree` that fit. Throws MemoryError.
  void start(DistBfsTree& tree) {
    fit(tree.parents, num_vertices_);
    fit(tree.narrow_levels, num_vertices_);
    // What a shallow search leaves untouched is never backed by pages.
    if (wide_.size() != num_vertices_) wide_ = std::move(tree.wide_levels);
    fit(wide_, num_vertices_);
    tree.wide_levels = {};
    levels_ = {tree.narrow_levels.data(), nullptr};
  }

  [[nodiscard]] const LevelTarget& levels() const { return levels_; }
  [[nodiscard]] bool is_wide() const { return levels_.wide != nullptr; }

  /// Before vertices are put on `level`.
  void make_room_for(Level level) {
    if (level != kFirstWide) return;
    for (Vertex v = 0; v < num_vertices_; ++v) {
      wide_[v] = levels_.narrow[v] == LevelView::kNarrowUnreached ? kUnreached : levels_.narrow[v];
    }
    levels_.wide = wide_.data();
  }
  /// Once the number of levels is known: where the step to wide levels turned out one level too
  /// early, the narrow ones are the result.
  void settle(Level num_levels) {
    if (num_levels <= kFirstWide) levels_.wide = nullptr;
  }

  /// Hands over the levels and, where they are wanted, the names of the parents, which come as
  /// local ids.
  void finish(DistBfsTree& tree, const Vertex* parents, const LocalIdNames& names, int threads) {
    if (tree.has_parents()) names.name(parents, num_vertices_, tree.parents.data(), threads);
    if (is_wide()) {
      tree.wide_levels = std::move(wide_);
      tree.narrow_levels = {};
    }
  }

 private:
  Vertex num_vertices_;
  LevelTarget levels_;
  Array<Level> wide_;
};

}  // namespace strider::detail
