// The rules that need no edges: parents form a tree rooted at the source, with levels to match.
#pragma once

#include <mutex>

#include "base/parallel.hpp"
#include "strider/array.hpp"
#include "validate/claim.hpp"

namespace strider::detail {

enum class TreeFault : std::uint8_t {
  kNone,
  kSourceUnreached,
  kSourceHasParent,     ///< other than itself
  kLevelWithoutParent,  ///< level or distance
  kParentWithoutLevel,
  kParentOutOfRange,
  kOwnParent,  ///< without being the source
  kParentUnreached
};

/// What is wrong with v's parent, looking no further than the parent itself. Claim is a BfsClaim or
/// an SsspClaim; is_reached(v) of it tells whether v has a level or a distance.
template <class Claim>
TreeFault tree_fault(const Claim& claim, Vertex v) {
  const Vertex parent = claim.parents[v];
  if (v == claim.source && !claim.has_parent(v)) return TreeFault::kSourceUnreached;
  if (claim.has_parent(v) && !claim.is_reached(v)) return TreeFault::kParentWithoutLevel;
  if (!claim.has_parent(v) && claim.is_reached(v)) return TreeFault::kLevelWithoutParent;
  if (!claim.has_parent(v)) return TreeFault::kNone;
  if (parent >= claim.num_vertices()) return TreeFault::kParentOutOfRange;
  if (v == claim.source) return parent == v ? TreeFault::kNone : TreeFault::kSourceHasParent;
  if (parent == v) return TreeFault::kOwnParent;
  return claim.has_parent(parent) ? TreeFault::kNone : TreeFault::kParentUnreached;
}

/// Whether v's level is 0 at the source and its parent's plus one elsewhere. Vertices that have a
/// tree fault are not judged.
template <class L>
bool level_follows(const BfsClaim<L>& claim, Vertex v) {
  if (!claim.has_parent(v)) return true;
  if (v == claim.source) return claim.level(v) == 0;
  return claim.level(v) == claim.level(claim.parents[v]) + 1;
}

struct TreeFindings {
  Vertex num_reached = 0;
  Witness tree;
  Witness levels;
  [[nodiscard]] bool consistent() const { return !tree.found() && !levels.found(); }
};

/// The smallest vertex on a cycle of parents. Sequential: it runs only where
/// other rules leave room for a cycle. O(n).
template <class Claim>
Witness find_cycle(const Claim& claim) {
  const Vertex n = claim.num_vertices();
  const auto has_next = [&](Vertex v) {
    return claim.has_parent(v) && claim.parents[v] < n && claim.parents[v] != v;
  };
  Witness smallest;
  Array<Vertex> walk(n, kNoVertex);  // the vertex from which the walk came that passed first
  for (Vertex start = 0; start < n; ++start) {
    Vertex v = start;
    while (walk[v] == kNoVertex && has_next(v)) {
      walk[v] = start;
      v = claim.parents[v];
    }
    if (walk[v] != start || !has_next(v)) continue;
    const Vertex closing = v;
    do {
      smallest.merge({v, claim.parents[v]});
      v = claim.parents[v];
    } while (v != closing);
  }
  return smallest;
}

template <class L>
TreeFindings check_tree(const BfsClaim<L>& claim, int threads) {
  TreeFindings all;
  std::mutex mutex;
  parallel_shares(claim.parents.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    TreeFindings mine;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      mine.num_reached += claim.has_level(v) ? 1 : 0;
      if (tree_fault(claim, v) != TreeFault::kNone) {
        mine.tree.merge({v, claim.parents[v]});
      } else if (!level_follows(claim, v)) {
        mine.levels.merge({v, claim.parents[v]});
      }
    }
    const std::lock_guard lock(mutex);
    all.num_reached += mine.num_reached;
    all.tree.merge(mine.tree);
    all.levels.merge(mine.levels);
  });
  // Levels that fall by one from child to parent and end at 0 leave no room for a cycle.
  if (!all.consistent()) all.tree.merge(find_cycle(claim));
  return all;
}

}  // namespace strider::detail
