// Validation of a tree of shortest paths: one pass over the vertices, one over the edges, and one
// over what the tree edges left.
//
// Why this proves the distances: along the tree each is the sum of the weights of a real path, so
// none is too small; and no edge shows a shorter way, so none is too large.
#include <fmt/format.h>

#include <atomic>
#include <mutex>

#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "strider/validate.hpp"
#include "validate/sssp_claim.hpp"
#include "validate/tree_rules.hpp"

namespace strider {
namespace {

using detail::SsspClaim;
using detail::SsspEdgeFindings;
using detail::SsspEdgeRules;
using detail::TreeFault;
using detail::Witness;

template <class W>
W checked_weight(W weight, Vertex u, Vertex v) {
  if (!(weight >= 0)) {
    throw WeightError(
        fmt::format("the edge {} - {} has the weight {}: shortest paths need weights of at least 0",
                    u, v, weight));
  }
  return weight;
}

/// The edges of a list, with its weights or with 1 each.
template <class W>
class ListEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 12U;

  explicit ListEdges(const EdgeList& list) : list_(list) {
    if (const auto* weights = std::get_if<Array<W>>(&list.weights)) {
      weights_ = weights->span();
      if (weights_.size() != list.edges.size()) {
        throw UsageError(
            fmt::format("validation: {} weights of {} edges", weights_.size(), list.edges.size()));
      }
    } else if (!std::holds_alternative<std::monostate>(list.weights) ||
               !std::is_same_v<W, std::uint32_t>) {
      throw UsageError(
          "validation: the distances are not of the type that the list's weights need");
    }
  }
  [[nodiscard]] Vertex num_vertices() const { return list_.num_vertices; }
  [[nodiscard]] Directedness directedness() const { return list_.directedness; }
  [[nodiscard]] std::size_t size() const { return list_.edges.size(); }
  template <class F>
  void for_each(std::size_t begin, std::size_t end, F&& body) const {
    const Vertex n = list_.num_vertices;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [u, v] = list_.edges[i];
      if (u >= n || v >= n) {
        throw UsageError(
            fmt::format("edge {} has the end {}, of {} vertices", i, std::max(u, v), n));
      }
      body(u, v, weights_.empty() ? W{1} : checked_weight(weights_[i], u, v));
    }
  }

 private:
  const EdgeList& list_;
  std::span<const W> weights_;
};

/// The edges of a graph, row by row; undirected ones from their smaller end.
template <class W>
class GraphEdges {
 public:
  static constexpr std::size_t kChunk = 1U << 8U;

  explicit GraphEdges(const WeightedGraph<W>& graph) : graph_(graph) {}
  [[nodiscard]] Vertex num_vertices() const { return graph_.topology().num_vertices(); }
  [[nodiscard]] Directedness directedness() const { return graph_.topology().directedness(); }
  [[nodiscard]] std::size_t size() const { return num_vertices(); }
  template <class F>
  void for_each(std::size_t begin, std::size_t end, F&& body) const {
    const bool both_ways = !graph_.topology().is_directed();
    for (auto u = static_cast<Vertex>(begin); u < end; ++u) {
      const auto row = graph_.topology().out().neighbors(u);
      const auto weights = graph_.weights(u);
      for (std::size_t e = 0; e < row.size(); ++e) {
        if (both_ways && row[e] < u) continue;
        body(u, row[e], checked_weight(weights[e], u, row[e]));
      }
    }
  }

 private:
  const WeightedGraph<W>& graph_;
};

/// What the vertices show by themselves.
struct VertexFindings {
  Vertex num_reached = 0;
  Witness tree;
  Witness distances;
  /// Whether some parent is as far as its child, as on edges of weight 0: then there may be cycles.
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
  VertexFindings all;
  std::mutex mutex;
  parallel_shares(claim.parents.size(), threads, [&](std::size_t begin, std::size_t end, int) {
    VertexFindings mine;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      const bool is_reached = claim.is_reached(v);
      mine.num_reached += is_reached ? 1 : 0;
      if (tree_fault(claim, v) != TreeFault::kNone) {
        mine.tree.merge({v, claim.parents[v]});
      } else if (is_reached &&
                 (!claim.is_distance(v) || (v == claim.source && claim.distances[v] != 0))) {
        mine.distances.merge({v, claim.parents[v]});
      } else if (is_reached && v != claim.source) {
        mine.may_have_cycles |= !(claim.distances[claim.parents[v]] < claim.distances[v]);
      }
    }
    const std::lock_guard lock(mutex);
    all.merge(mine);
  });
  if (all.tree.found() || all.may_have_cycles) all.tree.merge(find_cycle(claim));
  return all;
}

template <class W, class Edges>
SsspEdgeFindings check_edges(const SsspEdgeRules<W>& rules, const Edges& edges, int threads) {
  SsspEdgeFindings all;
  std::mutex mutex;
  std::atomic<std::size_t> next{0};
  parallel_region(threads, [&](int, int) {
    SsspEdgeFindings mine;
    for (;;) {
      const std::size_t begin = next.fetch_add(Edges::kChunk, std::memory_order_relaxed);
      if (begin >= edges.size()) break;
      edges.for_each(begin, std::min(edges.size(), begin + Edges::kChunk),
                     [&](Vertex u, Vertex v, W weight) { rules.check(u, v, weight, mine); });
    }
    const std::lock_guard lock(mutex);
    all.merge(mine);
  });
  return all;
}

struct TreeEdgeFindings {
  Witness missing;  ///< a parent that is no neighbour
  Witness open;     ///< no edge from the parent closes the distance
};

template <class W>
TreeEdgeFindings check_tree_edges(const SsspClaim<W>& claim,
                                  std::span<const std::uint8_t> tree_edges, int threads) {
  TreeEdgeFindings all;
  std::mutex mutex;
  const Vertex n = claim.num_vertices();
  parallel_shares(n, threads, [&](std::size_t begin, std::size_t end, int) {
    TreeEdgeFindings mine;
    for (auto v = static_cast<Vertex>(begin); v < end; ++v) {
      if (v == claim.source || claim.parents[v] >= n) continue;
      const Witness at{v, claim.parents[v]};
      if (tree_edges[v] == detail::kUnseen) {
        mine.missing.merge(at);
      } else if ((tree_edges[v] & detail::kCloses) == 0) {
        mine.open.merge(at);
      }
    }
    const std::lock_guard lock(mutex);
    all.missing.merge(mine.missing);
    all.open.merge(mine.open);
  });
  return all;
}

template <class W>
std::string tree_message(const SsspClaim<W>& claim, const Witness& at) {
  const auto [v, parent] = at;
  switch (detail::tree_fault(claim, v)) {
    case TreeFault::kSourceUnreached:
      return fmt::format("source {} has no parent; it must be its own", v);
    case TreeFault::kSourceHasParent:
      return fmt::format("source {} has parent {}; it must be its own", v, parent);
    case TreeFault::kLevelWithoutParent:
      return fmt::format("vertex {} has distance {}, but no parent", v, claim.distances[v]);
    case TreeFault::kParentWithoutLevel:
      return fmt::format("vertex {} has parent {}, but no distance", v, parent);
    case TreeFault::kParentOutOfRange:
      return fmt::format("vertex {} has parent {}, of {} vertices", v, parent,
                         claim.num_vertices());
    case TreeFault::kOwnParent:
      return fmt::format("vertex {} is its own parent, but source {} is the root", v, claim.source);
    case TreeFault::kParentUnreached:
      return fmt::format("vertex {} has parent {}, which was not reached", v, parent);
    case TreeFault::kNone:
      break;
  }
  return fmt::format("vertex {} is on a cycle of parents; its own is {}", v, parent);
}

template <class W>
std::string distance_message(const SsspClaim<W>& claim, const Witness& at) {
  const auto [v, parent] = at;
  if (!claim.is_distance(v)) {
    return fmt::format("vertex {} has distance {}; distances are 0 to {}", v, claim.distances[v],
                       claim.cutoff);
  }
  if (v == claim.source) {
    return fmt::format("source {} has distance {}; it must be 0", v, claim.distances[v]);
  }
  return fmt::format("vertex {} has distance {}, which no edge from parent {} of distance {} makes",
                     v, claim.distances[v], parent, claim.distances[parent]);
}

template <class W, class Edges>
SsspValidation validate(const SsspClaim<W>& claim, const Edges& edges, int threads) {
  const VertexFindings vertices = check_vertices(claim, threads);
  require_memory(claim.num_vertices(), "the validation");
  Array<std::uint8_t> tree_edges(claim.num_vertices(), detail::kUnseen);
  const SsspEdgeFindings found =
      check_edges(SsspEdgeRules<W>(claim, edges.directedness(), tree_edges.span()), edges, threads);
  const TreeEdgeFindings tree = check_tree_edges(claim, std::as_const(tree_edges).span(), threads);
  Witness distances = vertices.distances;
  distances.merge(tree.open);

  SsspValidation result;
  result.num_reached = vertices.num_reached;
  result.edges_traversed = found.traversed;
  const auto add = [&](SsspRule rule, const Witness& at, auto&& message) {
    if (at.found()) result.violations.push_back({rule, at.vertex, message(at)});
  };
  add(SsspRule::kTree, vertices.tree, [&](const Witness& at) { return tree_message(claim, at); });
  add(SsspRule::kTreeDistances, distances,
      [&](const Witness& at) { return distance_message(claim, at); });
  add(SsspRule::kEdgeDistances, found.distances, [&](const Witness& at) {
    return fmt::format("vertex {} has distance {}, but a shorter way by vertex {} of distance {}",
                       at.vertex, claim.distances[at.vertex], at.other, claim.distances[at.other]);
  });
  add(SsspRule::kSpan, found.span, [&](const Witness& at) {
    return fmt::format("vertex {} was not reached, but has an edge from vertex {}, which was",
                       at.vertex, at.other);
  });
  add(SsspRule::kTreeEdges, tree.missing, [](const Witness& at) {
    return fmt::format("vertex {} has parent {}, but no edge from it", at.vertex, at.other);
  });
  return result;
}

template <class W, class Edges>
SsspValidation validate(const Edges& edges, Vertex source, std::span<const Vertex> parents,
                        std::span<const SsspDistance<W>> distances,
                        const SsspValidationOptions& options) {
  const Vertex n = edges.num_vertices();
  if (parents.size() != n || distances.size() != n) {
    throw UsageError(
        fmt::format("validation: {} parents and {} distances of a graph of {} vertices",
                    parents.size(), distances.size(), n));
  }
  if (source >= n) {
    throw UsageError(fmt::format("validation: source {} is not one of {} vertices", source, n));
  }
  if (!(options.tolerance >= 0 && options.tolerance < 1)) {
    throw UsageError(
        fmt::format("validation: the tolerance {} is not in 0 to 1", options.tolerance));
  }
  if (!(options.cutoff >= 0)) {
    throw UsageError(fmt::format("validation: the cutoff {} is no distance", options.cutoff));
  }
  const SsspClaim<W> claim{source, parents, distances, options.cutoff, options.tolerance};
  return validate(claim, edges, resolve_threads(options.threads));
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

#define STRIDER_INSTANTIATE(W)                                                                    \
  template SsspValidation validate_sssp<W>(const EdgeList&, Vertex, std::span<const Vertex>,      \
                                           std::span<const SsspDistance<W>>,                      \
                                           const SsspValidationOptions&);                         \
  template SsspValidation validate_sssp<W>(                                                       \
      const WeightedGraph<W>&, Vertex, std::span<const Vertex>, std::span<const SsspDistance<W>>, \
      const SsspValidationOptions&);
STRIDER_INSTANTIATE(float)
STRIDER_INSTANTIATE(double)
STRIDER_INSTANTIATE(std::uint32_t)
#undef STRIDER_INSTANTIATE

}  // namespace strider
