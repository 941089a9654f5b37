// Searches of graphs on devices. If nothing else is said, they run at the place of the device.
#pragma once

#include <span>
#include <string>
#include <variant>

#include "graph.hpp"
#include "place.hpp"
#include "strider/betweenness.hpp"
#include "strider/betweenness_estimate.hpp"
#include "strider/closeness.hpp"
#include "strider/components.hpp"
#include "strider/core.hpp"
#include "strider/diameter.hpp"
#include "strider/distance_matrix.hpp"
#include "strider/label_propagation.hpp"
#include "strider/local_clustering.hpp"
#include "strider/pagerank.hpp"

namespace strider::python {

using AnyPaths = std::variant<SsspResult<float>, SsspResult<double>, SsspResult<std::uint32_t>>;
using AnyForest = std::variant<MsfResult<float>, MsfResult<double>, MsfResult<std::uint32_t>>;

// The graph is copied to the device at the first search there, and stays as long as it lives.
BfsResult bfs_on_device(PyGraph& graph, Place& place, const BfsQuery& query,
                        const std::string& method, BfsTrace trace);
/// Of `options`, target, cutoff and delta count.
AnyPaths paths_on_device(PyGraph& graph, Place& place, Vertex source, const std::string& method,
                         const SsspOptions& options);
AnyForest forest_on_device(PyGraph& graph, Place& place, MsfObjective objective,
                           const std::string& method, int threads);
ComponentsResult components_on_device(PyGraph& graph, Place& place);
CoreResult core_numbers_on_device(PyGraph& graph, Place& place);
ComponentsResult strong_components_on_device(PyGraph& graph, Place& place);
PageRankResult page_rank_on_device(PyGraph& graph, Place& place, const PageRankOptions& options);
LabelPropagationResult labels_on_device(PyGraph& graph, Place& place,
                                        const LabelPropagationOptions& options);
LocalClusteringResult clustering_on_device(PyGraph& graph, Place& place);
DiameterResult diameter_on_device(PyGraph& graph, Place& place, const DiameterOptions& options);
ClosenessResult closeness_on_device(PyGraph& graph, Place& place, const ClosenessOptions& options);
DistanceMatrix distances_on_device(PyGraph& graph, Place& place, std::span<const Vertex> sources);
/// By hops.
BetweennessResult betweenness_on_device(PyGraph& graph, Place& place,
                                        const BetweennessOptions& options,
                                        const std::string& method);
/// By the weights of the graph; hops if it has none.
BetweennessResult weighted_betweenness_on_device(PyGraph& graph, Place& place,
                                                 const BetweennessOptions& options,
                                                 const std::string& method);
BetweennessEstimate estimate_on_device(PyGraph& graph, Place& place,
                                       const EstimateOptions& options);

// Arrays in the memory of the device, as objects that other packages take by DLPack. Called with
// the GIL. Throw UsageError if `place` is the host.

/// T is std::int32_t, std::int64_t, std::uint64_t, float or double.
template <class T>
nanobind::object array_on_device(Place* place, const Array<T>& values);
/// As vertices_to_numpy.
nanobind::object vertices_on_device(Place* place, const Array<Vertex>& vertices,
                                    Vertex num_vertices);

}  // namespace strider::python
