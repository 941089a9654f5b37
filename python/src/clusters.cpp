#include "strider/clusters.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

template <class F>
auto with_forest(PyGraph& graph, int threads, const F& body) {
  return visit_weighted(graph, threads, [&]<class W>(const WeightedGraph<W>& weighted) {
    const MsfResult<W> forest = msf(weighted, MsfOptions{.threads = threads});
    return body(forest.edges(), weighted.topology().num_vertices());
  });
}

nb::any labels_to_numpy(const ComponentsResult& found, Vertex n) {
  return vertices_to_numpy(Array<Vertex>::copy_of(found.labels()), n);
}

/// (labels, number of clusters, distance of the last merge, and of the next).
nb::tuple find_single_linkage(PyGraph& graph, double distance, std::uint64_t count, int threads) {
  const LinkedClusters found = call_at(nullptr, threads, [&] {
    LinkedClusters clusters = with_forest(graph, threads, [&](const auto& forest, Vertex n) {
      return single_linkage(forest, n, {.distance = distance, .count = count});
    });
    static_cast<void>(clusters.sizes());
    return clusters;
  });
  return nb::make_tuple(labels_to_numpy(found, graph.topology().num_vertices()),
                        found.num_components(), found.last_distance, found.next_distance);
}

/// scipy's matrix, row after row.
NumpyArray<double> find_linkage(PyGraph& graph, int threads) {
  Array<double> all = call_at(nullptr, threads, [&] {
    const std::vector<ClusterMerge> merges = with_forest(
        graph, threads, [](const auto& forest, Vertex n) { return linkage(forest, n); });
    Array<double> rows(4 * merges.size());
    double* next = rows.data();
    for (const ClusterMerge& merge : merges) {
      *next++ = static_cast<double>(merge.first);
      *next++ = static_cast<double>(merge.second);
      *next++ = merge.distance;
      *next++ = static_cast<double>(merge.size);
    }
    return rows;
  });
  return to_numpy(std::move(all));
}

/// Labels.
nb::any find_split(PyGraph& graph, std::uint64_t count, int threads) {
  const SplitClusters found = call_at(
      nullptr, threads, [&] { return split_by_betweenness(graph.topology(), count, threads); });
  return labels_to_numpy(found, graph.topology().num_vertices());
}

}  // namespace

void add_clusters(nb::module_& module) {
  module.def("single_linkage", find_single_linkage, "graph"_a, "distance"_a, "count"_a,
             "threads"_a);
  module.def("linkage", find_linkage, "graph"_a, "threads"_a);
  module.def("split_by_betweenness", find_split, "graph"_a, "count"_a, "threads"_a);
}

}  // namespace strider::python
