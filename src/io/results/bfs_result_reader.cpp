#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/text.hpp"
#include "io/input_file.hpp"
#include "io/results/claimed_rows.hpp"
#include "strider/results.hpp"

namespace strider {
namespace {

constexpr std::array<std::string_view, 3> kTreeColumns{"vertex", "level", "parent"};

Level parse_level(std::string_view text, const RowPlace& place) {
  if (text == "-1") return kUnreached;
  const auto level = parse_number(text);
  if (!level) place.fail(fmt::format("expected a level, found {}", in_quotes(text)));
  constexpr std::uint64_t kLdbcUnreached = std::numeric_limits<std::int64_t>::max();
  if (*level == kLdbcUnreached) return kUnreached;
  // A level past all others is as wrong as any: it must only stay a level.
  return static_cast<Level>(std::min<std::uint64_t>(*level, kUnreached - 1));
}

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
