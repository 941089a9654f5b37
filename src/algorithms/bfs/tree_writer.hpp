// How searches write their trees: parents as they come, levels in a byte while a byte holds them.
#pragma once

#include <algorithm>

#include "algorithms/bfs/tree.hpp"
#include "base/atomics.hpp"

namespace strider::detail {

/// The arrays of one search at a time. Levels start narrow (a byte a vertex: a quarter of the
/// memory traffic); a search that comes to level kFirstWide copies them into words once and goes
/// on there. Different threads may write different vertices.
class TreeWriter {
 public:
  /// The first level that a byte does not hold, 255 being "unreached".
  static constexpr Level kFirstWide = LevelView::kNarrowUnreached;

  /// Takes the arrays of `tree` where they fit, else new ones. All memory that the search may need
  /// is taken here, so that nothing throws while threads wait for one another; what a shallow
  /// search leaves untouched is never backed by pages. Throws MemoryError.
  void start(BfsTree& tree, Vertex num_vertices);
  /// Hands the arrays over to `tree`, whose num_levels is set already.
  void finish(BfsTree& tree);

  /// Marks the vertices [begin, end) unreached.
  void clear(std::size_t begin, std::size_t end) {
    std::fill(parents_.begin() + begin, parents_.begin() + end, kNoVertex);
    std::fill(narrow_.begin() + begin, narrow_.begin() + end, LevelView::kNarrowUnreached);
  }

  /// The step to wide levels, needed before a vertex is put on level kFirstWide: widen() the shares
  /// of all vertices, wait for all shares, then use_wide() once, and let all see it.
  void widen(std::size_t begin, std::size_t end);
  void use_wide() { levels_ = wide_.data(); }

  [[nodiscard]] Vertex* parents() { return parents_.data(); }
  [[nodiscard]] std::uint8_t* narrow_levels() { return narrow_.data(); }
  /// Null until use_wide().
  [[nodiscard]] Level* wide_levels() { return levels_; }
  /// Relaxed, as is_on_level: a method may ask for levels while others are written.
  void set_level(Vertex v, Level level) {
    if (levels_ == nullptr) {
      store_relaxed(narrow_[v], static_cast<std::uint8_t>(level));
    } else {
      store_relaxed(levels_[v], level);
    }
  }
  /// Whether v was put on that level; precondition: not kUnreached.
  [[nodiscard]] bool is_on_level(Vertex v, Level level) const {
    return levels_ == nullptr ? load_relaxed(narrow_[v]) == level
                              : load_relaxed(levels_[v]) == level;
  }
  void set(Vertex v, Vertex parent, Level level) {
    parents_[v] = parent;
    set_level(v, level);
  }

 private:
  Array<Vertex> parents_;
  Array<std::uint8_t> narrow_;
  Array<Level> wide_;
  Level* levels_ = nullptr;  // the wide levels once they are in use
};

}  // namespace strider::detail
