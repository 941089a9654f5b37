// The rules that need no edges: parents form a forest rooted at the sources, with levels to match.
#pragma once

#include "strider/array.hpp"
#include "validate/claim.hpp"
#include "validate/depth_rules.hpp"
#include "validate/findings.hpp"

namespace strider::detail {

/// v as the claim has it. Claim is a BfsClaim or an SsspClaim; is_reached(v) of it tells whether v
/// has a level or a distance.
template <class Claim>
TreeVertex<Vertex> tree_vertex(const Claim& claim, Vertex v) {
  return {v,
          claim.parents[v],
          claim.is_source(v) ? v : kNoVertex,
          claim.num_vertices(),
          claim.has_parent(v),
          claim.is_reached(v)};
}

template <class Claim>
TreeFault tree_fault(const Claim& claim, Vertex v) {
  return tree_fault(tree_vertex(claim, v), [&] { return claim.has_parent(claim.parents[v]); });
}

/// A witness with what the claim has of both vertices: their levels or distances, of type Depth,
/// and their fault.
template <class Depth, class Claim>
RuleWitness<Vertex, Depth> described(const Claim& claim, const Witness& at) {
  if (!at.found()) return {};
  const bool is_vertex = at.other < claim.num_vertices();
  return {at.vertex, at.other, claim.depth(at.vertex), is_vertex ? claim.depth(at.other) : Depth{},
          tree_fault(claim, at.vertex)};
}

/// Whether v's level is 0 at a source and its parent's plus one elsewhere, no more than the limit.
/// Vertices that have a tree fault are not judged.
template <class L>
bool level_follows(const BfsClaim<L>& claim, Vertex v) {
  if (!claim.has_parent(v)) return true;
  if (claim.is_source(v)) return claim.level(v) == 0;
  return claim.level(v) <= claim.depth_limit && claim.level(v) == claim.level(claim.parents[v]) + 1;
}

struct TreeFindings {
  Vertex num_reached = 0;
  Witness tree;
  Witness levels;
  [[nodiscard]] bool consistent() const { return !tree.found() && !levels.found(); }
  void merge(const TreeFindings& findings) {
    num_reached += findings.num_reached;
    tree.merge(findings.tree);
    levels.merge(findings.levels);
  }
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
  TreeFindings all = find_in_vertices<TreeFindings>(
      claim.parents.size(), threads, [&](Vertex v, TreeFindings& mine) {
        mine.num_reached += claim.has_level(v) ? 1 : 0;
        if (tree_fault(claim, v) != TreeFault::kNone) {
          mine.tree.merge({v, claim.parents[v]});
        } else if (!level_follows(claim, v)) {
          mine.levels.merge({v, claim.parents[v]});
        }
      });
  // Levels that fall by one from child to parent and end at 0 leave no room for a cycle.
  if (!all.consistent()) all.tree.merge(find_cycle(claim));
  return all;
}

}  // namespace strider::detail
