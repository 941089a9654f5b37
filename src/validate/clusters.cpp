// Validation of clusters, against all edges of the graph: no forest is found.
#include "strider/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/parallel.hpp"
#include "base/workspace.hpp"
#include "graph/union_find.hpp"
#include "strider/error.hpp"
#include "validate/merge_limit.hpp"

namespace strider {
namespace {

/// Sets of vertices that some edges connect.
class Parts {
 public:
  explicit Parts(Vertex num_vertices)
      : parents_(detail::take_array<Array<Vertex>>(num_vertices, "the validation of clusters")) {
    sets().make_singletons();
  }
  void unite(Vertex u, Vertex v) { sets().unite(u, v); }
  /// The least of its part.
  [[nodiscard]] Vertex find(Vertex v) { return sets().find(v); }
  [[nodiscard]] std::uint64_t count() {
    std::uint64_t parts = 0;
    for (Vertex v = 0; v < parents_.size(); ++v) parts += find(v) == v ? 1 : 0;
    return parts;
  }

 private:
  [[nodiscard]] DisjointSets sets() { return DisjointSets(parents_.span()); }

  Array<Vertex> parents_;
};

ClustersValidation broken(ClustersRule rule, Vertex v, std::string message) {
  return {{{rule, v, fmt::format("vertex {} {}", v, message)}}};
}
ClustersValidation wrong_count(std::uint64_t found) {
  return {{{ClustersRule::kCount, 0, fmt::format("there are {} clusters", found)}}};
}

/// body(u, v, weight) for each arc; weight_of(arc) is its weight.
template <class WeightOf, class Body>
void for_each_arc(const Csr& rows, const WeightOf& weight_of, const Body& body) {
  sequential_for(0, rows.num_vertices(), [&](std::size_t i) {
    const auto u = static_cast<Vertex>(i);
    for (EdgeIndex arc = rows.offsets()[i]; arc < rows.offsets()[i + 1]; ++arc) {
      body(u, rows.targets()[arc], static_cast<double>(weight_of(arc)));
    }
  });
}

void require_size(std::span<const Vertex> labels, Vertex n) {
  if (labels.size() == n) return;
  throw UsageError(
      fmt::format("validation: got {} labels for a graph of {} vertices", labels.size(), n));
}

/// Whether the edges that may connect clusters do, and those that must.
template <class WeightOf, class Limit>
ClustersValidation check_labels(const Csr& rows, const WeightOf& weight_of,
                                std::span<const Vertex> labels, const Limit& limit) {
  for (Vertex v = 0; v < labels.size(); ++v) {
    if (labels[v] > v || labels[labels[v]] != labels[v]) {
      return broken(ClustersRule::kLeastVertex, v, fmt::format("has label {}", labels[v]));
    }
  }
  Parts linked(rows.num_vertices());
  ClustersValidation apart;
  for_each_arc(rows, weight_of, [&](Vertex u, Vertex v, double weight) {
    if (labels[u] == labels[v]) {
      if (limit.may(weight)) linked.unite(u, v);
    } else if (limit.must(weight) && apart.passed()) {
      apart = broken(ClustersRule::kApart, u,
                     fmt::format("is in another cluster than {}, at the distance {}", v, weight));
    }
  });
  if (!apart.passed()) return apart;
  for (Vertex v = 0; v < labels.size(); ++v) {
    if (linked.find(v) != labels[v]) {
      return broken(ClustersRule::kLinked, v,
                    fmt::format("is not linked with {}, its label", labels[v]));
    }
  }
  return {};
}

}  // namespace

template <class W>
ClustersValidation validate_single_linkage(const WeightedGraph<W>& graph,
                                           const LinkedClusters& claim,
                                           const ClusterLimits& limits) {
  const Csr& rows = graph.topology().out();
  const std::span<const Vertex> labels = claim.labels();
  require_size(labels, rows.num_vertices());
  const auto weight_of = [&](EdgeIndex arc) { return graph.weights()[arc]; };
  const std::uint64_t count = claim.num_components();
  const detail::MergeLimit limit(limits, claim.last_distance, count, rows.num_vertices());
  if (limit.has_too_few_clusters()) return wrong_count(count);
  ClustersValidation found = check_labels(rows, weight_of, labels, limit);
  if (!found.passed()) return found;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double next = kInfinity;
  Parts before_last(rows.num_vertices());
  for_each_arc(rows, weight_of, [&](Vertex u, Vertex v, double weight) {
    if (labels[u] != labels[v]) {
      next = std::min(next, weight);
    } else if (limit.is_before_last(weight)) {
      before_last.unite(u, v);
    }
  });
  const bool has_merged = count < rows.num_vertices();
  const bool is_last = has_merged ? before_last.count() > count : claim.last_distance == -kInfinity;
  if (!is_last || next != claim.next_distance) {
    return {{{ClustersRule::kDistances, 0,
              fmt::format("the last merge at {}, the next one at {}", claim.last_distance,
                          claim.next_distance)}}};
  }
  return {};
}

template ClustersValidation validate_single_linkage(const WeightedGraph<float>&,
                                                    const LinkedClusters&, const ClusterLimits&);
template ClustersValidation validate_single_linkage(const WeightedGraph<double>&,
                                                    const LinkedClusters&, const ClusterLimits&);
template ClustersValidation validate_single_linkage(const WeightedGraph<std::uint32_t>&,
                                                    const LinkedClusters&, const ClusterLimits&);

ClustersValidation validate_split(const Graph& graph, const SplitClusters& claim,
                                  std::uint64_t count) {
  const Csr& rows = graph.out();
  const std::span<const Vertex> labels = claim.labels();
  require_size(labels, rows.num_vertices());
  const auto one = [](EdgeIndex) { return 1.0; };
  ClustersValidation found = check_labels(rows, one, labels, detail::AnyEdge());
  if (!found.passed()) return found;
  Parts whole(rows.num_vertices());
  for_each_arc(rows, one, [&](Vertex u, Vertex v, double) { whole.unite(u, v); });
  if (claim.num_components() == std::max(count, whole.count())) return {};
  return wrong_count(claim.num_components());
}

}  // namespace strider
