// The arrays of a tree while a rank's search writes them: levels in bytes as long as they fit.
#pragma once

#include <utility>

#include "algorithms/bfs/dist/engine.hpp"
#include "algorithms/bfs/host/bottom_up_kernels.hpp"
#include "algorithms/bfs/tree.hpp"
#include "base/parallel.hpp"
#include "dist/graph_1d.hpp"
#include "partition/ids.hpp"

namespace strider::detail {

/// The input's numbers by column; any number for columns that stand for nothing.
[[nodiscard]] inline Array<GlobalVertex> name_columns(const Graph1d& graph, std::size_t size) {
  Array<GlobalVertex> names(size, 0);
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const ColumnSection& section = graph.columns.section(r);
    const bool plain = section.form == ColumnSection::Form::kPlain;
    for (std::uint32_t i = 0; i < section.size; ++i) {
      const std::uint32_t local = plain ? i : section.locals[i];
      names[section.begin + std::size_t{i}] = graph.owners.global(r, local_vertex(local));
    }
  }
  return names;
}

class RankTree {
 public:
  /// The first level that a byte does not hold.
  static constexpr Level kFirstWide = LevelView::kNarrowUnreached;

  explicit RankTree(Vertex num_vertices) : num_vertices_(num_vertices) {}

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

  /// Hands over the levels, and the names of the parents, which come as columns.
  void finish(DistBfsTree& tree, const Vertex* parents, const GlobalVertex* names, int threads) {
    GlobalVertex* to = tree.parents.data();
    parallel_shares(num_vertices_, threads, [=](std::size_t begin, std::size_t end, int) {
      for (std::size_t v = begin; v < end; ++v) {
        const Vertex parent = parents[v];
        // Read in either case: whether a vertex is reached is a guess that goes wrong too often.
        const GlobalVertex name = names[parent == kNoVertex ? 0 : parent];
        to[v] = parent == kNoVertex ? kNoGlobalVertex : name;
      }
    });
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
