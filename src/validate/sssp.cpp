// Validation of a tree of shortest paths: one pass over the vertices, one over the edges, and one
// over what the tree edges left.
//
// Why this proves the distances: along the tree each is the sum of the weights of a real path, so
// none is too small; and no edge shows a shorter way, so none is too large.
#include <fmt/format.h>

#include <utility>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/bad_weight.hpp"
#include "graph/weight_message.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "validate/findings.hpp"
#include "validate/listed_edges.hpp"
#include "validate/sssp_claim.hpp"
#include "validate/tree_rules.hpp"

namespace strider {
namespace {

using detail::GraphEdges;
using detail::ListEdges;
using detail::SsspClaim;
using detail::SsspEdgeFindings;
using detail::SsspEdgeRules;
using detail::TreeFault;
using detail::Witness;

/// What the vertices show by themselves.
struct VertexFindings {
  Vertex num_reached = 0;
  Witness tree;
  Witness distances;
  /// Whether some parent is as far as its child, as on edges of weight 0, or a distance is none:
  /// then there may be cycles.
  bool may_have_cycles = false;
  void merge(const VertexFindings& findings) {
    num_reached += findings.num_reached;
    tree.merge(findings.tree);
    distances.merge(findings.distances);
    may_have_cycles |= findings.may_have_cycles;
  }
};

template <class W>
VertexFindings check_vertices(const SsspClaim<W>& claim, int threads) {
  VertexFindings all = detail::find_in_vertices<VertexFindings>(
      claim.parents.size(), threads, [&](Vertex v, VertexFindings& mine) {
        const bool is_reached = claim.is_reached(v);
        mine.num_reached += is_reached ? 1 : 0;
        if (tree_fault(claim, v) != TreeFault::kNone) {
          mine.tree.merge({v, claim.parents[v]});
        } else if (is_reached &&
                   (!claim.is_distance(v) || (v == claim.source && claim.distances[v] != 0))) {
          mine.distances.merge({v, claim.parents[v]});
          mine.may_have_cycles = true;
        } else if (is_reached && v != claim.source) {
          mine.may_have_cycles |= !(claim.distances[claim.parents[v]] < claim.distances[v]);
        }
      });
  if (all.tree.found() || all.may_have_cycles) all.tree.merge(find_cycle(claim));
  return all;
}

/// What one thread found in edges and their weights.
template <class W>
struct WeightedEdgeFindings : SsspEdgeFindings {
  detail::BadWeight<Vertex, W> bad;
  void merge(const WeightedEdgeFindings& findings) {
    SsspEdgeFindings::merge(findings);
    bad.merge(findings.bad);
  }
};

/// Throws WeightError.
template <class W, class Edges>
SsspEdgeFindings check_edges(const SsspEdgeRules<W>& rules, const Edges& edges,
                             SelfLoops self_loops, int threads) {
  using Findings = WeightedEdgeFindings<W>;
  const bool both_ways = edges.directedness() == Directedness::kUndirected;
  const auto report_weight = [&](Vertex u, Vertex v, W weight, Findings& mine) {
    if (u == v && self_loops == SelfLoops::kRemove) return;
    if (both_ways && v < u) std::swap(u, v);
    mine.bad.merge({u, v, weight});
  };
  const Findings found = detail::find_in_edges<Findings>(
      edges, threads, [&](std::size_t begin, std::size_t end, Findings& mine) {
        edges.for_each(begin, end, [&](Vertex u, Vertex v, W weight) {
          if (detail::is_bad_weight(weight)) [[unlikely]] {
            report_weight(u, v, weight, mine);
          } else {
            rules.check(u, v, weight, mine);
          }
        });
      });
  if (found.bad.found()) {
    const Labels& labels = edges.labels();
    throw WeightError(detail::weight_message(labels.label(found.bad.from),
                                             labels.label(found.bad.to), found.bad.weight));
  }
  return found;
}

struct TreeEdgeFindings {
  Witness missing;  ///< a parent that is no neighbour
  Witness open;     ///< no edge from the parent closes the distance
  void merge(const TreeEdgeFindings& findings) {
    missing.merge(findings.missing);
    open.merge(findings.open);
  }
};

template <class W>
TreeEdgeFindings check_tree_edges(const SsspClaim<W>& claim,
                                  std::span<const std::uint8_t> tree_edges, int threads) {
  const Vertex n = claim.num_vertices();
  return detail::find_in_vertices<TreeEdgeFindings>(
      n, threads, [&](Vertex v, TreeEdgeFindings& mine) {
        if (v == claim.source || claim.parents[v] >= n) return;
        const Witness at{v, claim.parents[v]};
        if (tree_edges[v] == detail::kUnseen) {
          mine.missing.merge(at);
        } else if ((tree_edges[v] & detail::kCloses) == 0) {
          mine.open.merge(at);
        }
      });
}

template <class W, class Edges>
SsspValidation validate(const SsspClaim<W>& claim, const Edges& edges, SelfLoops self_loops,
                        int threads) {
  const VertexFindings vertices = check_vertices(claim, threads);
  auto tree_edges = detail::take_array<Array<std::uint8_t>>(claim.num_vertices(), "the validation");
  std::fill(tree_edges.begin(), tree_edges.end(), detail::kUnseen);
  const SsspEdgeFindings found = check_edges(
      SsspEdgeRules<W>(claim, edges.directedness(), tree_edges.span()), edges, self_loops, threads);
  const TreeEdgeFindings tree = check_tree_edges(claim, std::as_const(tree_edges).span(), threads);
  Witness distances = vertices.distances;
  distances.merge(tree.open);

  SsspValidation result;
  result.num_reached = vertices.num_reached;
  result.edges_traversed = found.traversed;
  using Distance = SsspDistance<W>;
  const auto with_distances = [&](const Witness& at) {
    return detail::described<Distance>(claim, at);
  };
  const detail::RuleFindings<Vertex, Distance> all{
      with_distances(vertices.tree), with_distances(distances), with_distances(found.distances),
      with_distances(found.span), with_distances(tree.missing)};
  add_violations(detail::DistanceRules<W>{claim}, all, claim.source, claim.num_vertices(),
                 result.violations);
  return result;
}

template <class W, class Edges>
SsspValidation validate(const Edges& edges, Vertex source, std::span<const Vertex> parents,
                        std::span<const SsspDistance<W>> distances,
                        const SsspValidationOptions& options) {
  const Vertex n = edges.num_vertices();
  if (parents.size() != n || distances.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} parents and {} distances for a graph of {} vertices",
                    parents.size(), distances.size(), n));
  }
  if (source >= n) {
    throw UsageError(
        fmt::format("validation: source {} is not a vertex; the graph has {} vertices", source, n));
  }
  if (!(options.tolerance >= 0 && options.tolerance < 1)) {
    throw UsageError(fmt::format("validation: the tolerance must be between 0 and 1, got {}",
                                 options.tolerance));
  }
  if (!(options.cutoff >= 0)) {
    throw UsageError(
        fmt::format("validation: the cutoff must be at least 0, got {}", options.cutoff));
  }
  const SsspClaim<W> claim{{options.cutoff, options.tolerance}, source, parents, distances};
  return validate(claim, edges, options.self_loops, resolve_threads(options.threads));
}

}  // namespace

template <class W>
SsspValidation validate_sssp(const EdgeList& edges, Vertex source, std::span<const Vertex> parents,
                             std::span<const SsspDistance<W>> distances,
                             const SsspValidationOptions& options) {
  return validate<W>(ListEdges<W>(edges), source, parents, distances, options);
}

template <class W>
SsspValidation validate_sssp(const WeightedGraph<W>& graph, Vertex source,
                             std::span<const Vertex> parents,
                             std::span<const SsspDistance<W>> distances,
                             const SsspValidationOptions& options) {
  return validate<W>(GraphEdges<W>(graph), source, parents, distances, options);
}

template SsspValidation validate_sssp<float>(const EdgeList&, Vertex, std::span<const Vertex>,
                                             std::span<const SsspDistance<float>>,
                                             const SsspValidationOptions&);
template SsspValidation validate_sssp<float>(const WeightedGraph<float>&, Vertex,
                                             std::span<const Vertex>,
                                             std::span<const SsspDistance<float>>,
                                             const SsspValidationOptions&);
template SsspValidation validate_sssp<double>(const EdgeList&, Vertex, std::span<const Vertex>,
                                              std::span<const SsspDistance<double>>,
                                              const SsspValidationOptions&);
template SsspValidation validate_sssp<double>(const WeightedGraph<double>&, Vertex,
                                              std::span<const Vertex>,
                                              std::span<const SsspDistance<double>>,
                                              const SsspValidationOptions&);
template SsspValidation validate_sssp<std::uint32_t>(const EdgeList&, Vertex,
                                                     std::span<const Vertex>,
                                                     std::span<const SsspDistance<std::uint32_t>>,
                                                     const SsspValidationOptions&);
template SsspValidation validate_sssp<std::uint32_t>(const WeightedGraph<std::uint32_t>&, Vertex,
                                                     std::span<const Vertex>,
                                                     std::span<const SsspDistance<std::uint32_t>>,
                                                     const SsspValidationOptions&);

}  // namespace strider
