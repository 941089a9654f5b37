#include <vector>

#include "io/input_file.hpp"
#include "io/results/claimed_cells.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

/// A vertex's level is its parent's plus one. What hangs on a cycle gets none.
void derive_levels(ClaimedTree<Level>& tree) {
  if (!tree.source) return;
  const auto num_vertices = static_cast<Vertex>(tree.parents.size());
  tree.depths[*tree.source] = 0;
  std::vector<Vertex> path;
  // 1: has a row; 2: on a path walked already, with its level known if it has one.
  std::vector<std::uint8_t>& state = tree.has_row;
  state[*tree.source] = 2;
  for (Vertex start = 0; start < num_vertices; ++start) {
    Vertex v = start;
    while (v < num_vertices && state[v] != 2) {
      state[v] = 2;
      path.push_back(v);
      v = tree.parents[v];
    }
    Level level = v < num_vertices ? tree.depths[v] : kUnreached;
    for (; !path.empty(); path.pop_back()) {
      if (level != kUnreached) ++level;
      tree.depths[path.back()] = level;
    }
  }
}

}  // namespace

SubmittedBfs read_bfs_result(const std::string& path, const Labels& labels, Vertex num_vertices) {
  const InputFile file = InputFile::open(path);
  ClaimedTree<Level> tree = read_claimed_tree(path, file.bytes(), {kTreeColumns, "level"},
                                              {labels, num_vertices}, kUnreached, parse_level);
  if (!tree.has_depths) derive_levels(tree);
  SubmittedBfs claim;
  claim.parents = std::move(tree.parents);
  claim.levels = std::move(tree.depths);
  claim.source = tree.source;
  claim.has_levels = tree.has_depths;
  return claim;
}

}  // namespace strider
