#include "algorithms/bfs/tree_writer.hpp"

#include <utility>

namespace strider::detail {
namespace {

/// `reuse` where it has `size` elements, else `own` where that has, else a new array.
template <class T>
void take(Array<T>& own, Array<T>& reuse, std::size_t size) {
  if (reuse.size() == size) own = std::move(reuse);
  fit(own, size);
}

}  // namespace

void TreeWriter::start(BfsTree& tree, Vertex num_vertices) {
  TreeArrays& arrays = tree.arrays;
  take(parents_, arrays.parents, num_vertices);
  take(narrow_, arrays.levels.narrow, num_vertices);
  take(wide_, arrays.levels.wide, num_vertices);
  arrays = {};
  levels_ = nullptr;
}

void TreeWriter::finish(BfsTree& tree) {
  tree.arrays.parents = std::move(parents_);
  // The narrow levels are still whole where the step to wide ones turned out one level too early.
  if (tree.num_levels <= kFirstWide) {
    tree.arrays.levels.narrow = std::move(narrow_);
  } else {
    tree.arrays.levels.wide = std::move(wide_);
  }
}

void TreeWriter::widen(std::size_t begin, std::size_t end) {
  for (std::size_t v = begin; v < end; ++v) {
    const std::uint8_t level = narrow_[v];
    wide_[v] = level == LevelView::kNarrowUnreached ? kUnreached : level;
  }
}

}  // namespace strider::detail
