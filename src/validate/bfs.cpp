// Validation of a breadth-first tree: one pass over the vertices, one over the edges, and one over
// the marks that the tree edges left.
#include <fmt/format.h>

#include "base/parallel.hpp"
#include "graph/sources.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "validate/claim.hpp"
#include "validate/edge_rules.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"
#include "validate/tree_rules.hpp"

namespace strider {
namespace {

using detail::BfsClaim;
using detail::EdgeFindings;
using detail::EdgeRules;
using detail::GraphEdges;
using detail::ListEdges;
using detail::TreeFindings;
using detail::Unweighted;
using detail::Witness;

/// Checks edges [begin, end), by a copy of the rules, which stays in registers. No look-up waits
/// for another, and broken edges are sought out in a second loop, so that the first is short and
/// many edges are in flight at once.
template <class Rules, class Edges>
void check_chunk(const Rules rules, const Edges& edges, std::size_t begin, std::size_t end,
                 EdgeFindings& findings) {
  EdgeIndex traversed = 0;
  bool broken = false;
  edges.for_each(begin, end, [&](Vertex u, Vertex v, Unweighted) {
    traversed += rules.is_traversed(u, v) ? 1 : 0;
    broken |= rules.is_broken(u, v);
    rules.mark_tree_edge(u, v);
  });
  findings.traversed += traversed;
  if (!broken) return;
  edges.for_each(begin, end, [&](Vertex u, Vertex v, Unweighted) {
    if (rules.is_broken(u, v)) rules.report(u, v, findings);
  });
}

template <class Rules, class Edges>
EdgeFindings check_edges(const Rules& rules, const Edges& edges, int threads) {
  return detail::find_in_edges<EdgeFindings>(
      edges, threads, [&](std::size_t begin, std::size_t end, EdgeFindings& mine) {
        check_chunk(rules, edges, begin, end, mine);
      });
}

/// The smallest vertex whose parent is a vertex, but no neighbour.
template <class L>
Witness missing_tree_edge(const BfsClaim<L>& claim, std::span<const std::uint8_t> seen,
                          int threads) {
  const Vertex n = claim.num_vertices();
  return detail::find_in_vertices<Witness>(n, threads, [&](Vertex v, Witness& smallest) {
    if (claim.is_source(v) || claim.parents[v] >= n || seen[v] != 0) return;
    smallest.merge({v, claim.parents[v]});
  });
}

template <class L, class Edges>
BfsValidation validate(const BfsClaim<L>& claim, const Edges& edges, int threads) {
  const TreeFindings tree = check_tree(claim, threads);
  Array<std::uint8_t> seen(claim.num_vertices(), 0);
  using Undirected = EdgeRules<L, Directedness::kUndirected>;
  using Directed = EdgeRules<L, Directedness::kDirected>;
  const EdgeFindings found = edges.directedness() == Directedness::kUndirected
                                 ? check_edges(Undirected(claim, seen.span()), edges, threads)
                                 : check_edges(Directed(claim, seen.span()), edges, threads);
  const Witness no_edge = missing_tree_edge<L>(claim, seen.span(), threads);

  BfsValidation result;
  result.num_reached = tree.num_reached;
  result.edges_traversed = found.traversed;
  const auto with_levels = [&](const Witness& at) { return detail::described<Level>(claim, at); };
  const detail::RuleFindings<Vertex, Level> all{with_levels(tree.tree), with_levels(tree.levels),
                                                with_levels(found.levels), with_levels(found.span),
                                                with_levels(no_edge)};
  add_violations(detail::LevelRules{claim.depth_limit}, all, claim.sources.front(),
                 claim.num_vertices(), result.violations);
  return result;
}

template <class Edges>
BfsValidation validate(const Edges& edges, const BfsQuery& query, std::span<const Vertex> parents,
                       LevelView levels, int threads) {
  const Vertex n = edges.num_vertices();
  if (parents.size() != n || levels.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} parents and {} levels for a graph of {} vertices",
                    parents.size(), levels.size(), n));
  }
  const std::vector<Vertex> sources = detail::checked_sources(query, n, "validation: ");
  threads = resolve_threads(threads);
  if (levels.wide().empty()) {
    return validate(BfsClaim<std::uint8_t>{sources, query.depth, parents, levels.narrow()}, edges,
                    threads);
  }
  return validate(BfsClaim<Level>{sources, query.depth, parents, levels.wide()}, edges, threads);
}

}  // namespace

BfsValidation validate_bfs(const EdgeList& edges, const BfsQuery& query,
                           std::span<const Vertex> parents, LevelView levels, int threads) {
  return validate(ListEdges<Unweighted>(edges), query, parents, levels, threads);
}

BfsValidation validate_bfs(const Graph& graph, const BfsQuery& query,
                           std::span<const Vertex> parents, LevelView levels, int threads) {
  return validate(GraphEdges<Unweighted>(graph), query, parents, levels, threads);
}

BfsValidation validate_bfs(const EdgeList& edges, Vertex source, std::span<const Vertex> parents,
                           LevelView levels, int threads) {
  return validate_bfs(edges, BfsQuery{.sources = {&source, 1}}, parents, levels, threads);
}

BfsValidation validate_bfs(const Graph& graph, Vertex source, std::span<const Vertex> parents,
                           LevelView levels, int threads) {
  return validate_bfs(graph, BfsQuery{.sources = {&source, 1}}, parents, levels, threads);
}

}  // namespace strider
