#include "algorithms/bfs/tree.hpp"
#include "strider/bfs.hpp"

namespace strider {
namespace {

const detail::TreeArrays& arrays_of(detail::BfsTree& tree) {
  if (!tree.translated) {
    tree.translator->translate(tree);
    tree.translated = true;
  }
  return tree.arrays;
}

}  // namespace

BfsResult::BfsResult() : tree_(std::make_unique<detail::BfsTree>()) {}
BfsResult::BfsResult(BfsResult&&) noexcept = default;
BfsResult& BfsResult::operator=(BfsResult&&) noexcept = default;
BfsResult::~BfsResult() = default;

Vertex BfsResult::source() const {
  return tree_->source;
}
Vertex BfsResult::num_reached() const {
  return tree_->num_reached;
}
Level BfsResult::num_levels() const {
  return tree_->num_levels;
}
EdgeIndex BfsResult::num_edges_reached() const {
  if (!tree_->num_edges_reached) {
    tree_->num_edges_reached = tree_->translator->count_edges_reached();
  }
  return *tree_->num_edges_reached;
}
std::span<const Vertex> BfsResult::parents() const {
  return arrays_of(*tree_).parents.span();
}
LevelView BfsResult::levels() const {
  return arrays_of(*tree_).levels.view();
}
std::span<const BfsLevelTrace> BfsResult::trace() const {
  return tree_->trace;
}

}  // namespace strider
