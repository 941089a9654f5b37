#include <algorithm>

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
  return tree_->sources.empty() ? kNoVertex : tree_->sources.front();
}
BfsQuery BfsResult::query() const {
  return {.sources = tree_->sources, .depth = tree_->depth, .output = tree_->output};
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
  if (tree_->output == BfsOutput::kLevels) return {};
  return arrays_of(*tree_).parents.span();
}
LevelView BfsResult::levels() const {
  return arrays_of(*tree_).levels.view();
}
std::vector<Vertex> BfsResult::path_to(Vertex target) const {
  const std::span<const Vertex> parent_of = parents();
  std::vector<Vertex> path;
  if (parent_of[target] == kNoVertex) return path;
  path.push_back(target);
  for (Vertex v = target; parent_of[v] != v; v = parent_of[v]) path.push_back(parent_of[v]);
  std::ranges::reverse(path);
  return path;
}
std::span<const BfsLevelTrace> BfsResult::trace() const {
  if (tree_->count_trace) {
    tree_->count_trace(levels(), tree_->trace);
    tree_->count_trace = nullptr;
  }
  return tree_->trace;
}

namespace detail {

void count_by_level(const Graph& graph, const LevelView& levels,
                    std::vector<BfsLevelTrace>& trace) {
  for (Vertex v = 0; v < graph.num_vertices(); ++v) {
    const Level level = levels[v];
    if (level == kUnreached) continue;
    ++trace[level].vertices;
    trace[level].edges += graph.out().degree(v);
  }
}

}  // namespace detail
}  // namespace strider
