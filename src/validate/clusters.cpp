// Validation of single linkage, against all edges of the graph: no forest is found.
#include "strider/clusters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/workspace.hpp"
#include "graph/union_find.hpp"
#include "strider/error.hpp"
#include "validate/merge_limit.hpp"

namespace strider {

template <class W>
ClustersValidation validate_single_linkage(const WeightedGraph<W>& graph,
                                           const LinkedClusters& claim,
                                           const ClusterLimits& limits) {
  const Csr& rows = graph.topology().out();
  const Vertex n = rows.num_vertices();
  const std::span<const Vertex> labels = claim.labels();
  if (labels.size() != n) {
    throw UsageError(
        fmt::format("validation: got {} labels for a graph of {} vertices", labels.size(), n));
  }
  const auto broken = [](ClustersRule rule, Vertex v, std::string message) {
    return ClustersValidation{{{rule, v, fmt::format("vertex {} {}", v, message)}}};
  };
  const detail::MergeLimit limit(limits, claim.last_distance, claim.num_components());
  for (Vertex v = 0; v < n; ++v) {
    if (labels[v] > v || labels[labels[v]] != labels[v]) {
      return broken(ClustersRule::kLeastVertex, v, fmt::format("has label {}", labels[v]));
    }
  }
  auto parents = detail::take_array<Array<Vertex>>(n, "the validation of clusters");
  DisjointSets linked(parents.span());
  linked.make_singletons();
  for (Vertex u = 0; u < n; ++u) {
    for (EdgeIndex arc = rows.offsets()[u]; arc < rows.offsets()[u + std::size_t{1}]; ++arc) {
      const Vertex v = rows.targets()[arc];
      const auto weight = static_cast<double>(graph.weights()[arc]);
      if (labels[u] == labels[v]) {
        if (limit.may(weight)) linked.unite(u, v);
      } else if (limit.must(weight)) {
        return broken(ClustersRule::kApart, u,
                      fmt::format("is in another cluster than {}, at the distance {}", v, weight));
      }
    }
  }
  for (Vertex v = 0; v < n; ++v) {
    if (linked.find(v) != labels[v]) {
      return broken(ClustersRule::kLinked, v,
                    fmt::format("is not linked with {}, its label", labels[v]));
    }
  }
  return {};
}

template ClustersValidation validate_single_linkage(const WeightedGraph<float>&,
                                                    const LinkedClusters&, const ClusterLimits&);
template ClustersValidation validate_single_linkage(const WeightedGraph<double>&,
                                                    const LinkedClusters&, const ClusterLimits&);
template ClustersValidation validate_single_linkage(const WeightedGraph<std::uint32_t>&,
                                                    const LinkedClusters&, const ClusterLimits&);

ClustersValidation validate_split(const Graph& graph, const SplitClusters& claim) {
  return visit_weighted(AnyGraph(graph), [&](const auto& each) {
    LinkedClusters linked(Array<Vertex>::copy_of(claim.labels()));
    // All edges weigh 1: none has to link, as there are so many clusters, and each may.
    linked.last_distance = 1;
    return validate_single_linkage(each, linked, {.count = linked.num_components()});
  });
}

}  // namespace strider
