#include "strider/pagerank.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "place.hpp"
#include "strider/error.hpp"
#include "strider/label_propagation.hpp"
#include "strider/local_clustering.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

using Jumps = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

PageRankMethod method_named(const std::string& name) {
  if (name == "auto") return PageRankMethod::kAuto;
  if (name == "power") return PageRankMethod::kPower;
  if (name == "accelerated") return PageRankMethod::kAccelerated;
  throw UsageError("method must be 'auto', 'power' or 'accelerated', got '" + name + "'");
}

/// (scores, iterations, change, converged).
nb::tuple rank_pages(PyGraph& graph, double damping, std::optional<double> tolerance,
                     std::optional<std::uint32_t> iterations, std::uint32_t max_iterations,
                     const std::optional<Jumps>& personalization, bool weighted,
                     const std::string& method, const std::string& device, int threads) {
  PageRankOptions options{.damping = damping,
                          .tolerance = tolerance,
                          .iterations = iterations,
                          .max_iterations = max_iterations,
                          .method = method_named(method),
                          .threads = threads};
  if (personalization) {
    options.personalization.assign(personalization->data(),
                                   personalization->data() + personalization->size());
  }
  Place* const place = place_named(device);
  if (place != nullptr && weighted) throw UsageError("weights are for the host only");
  PageRankResult found = call_at(place, threads, [&] {
    if (place != nullptr) return page_rank_on_device(graph, *place, options);
    if (!weighted) return pagerank(graph.topology(), options);
    return std::visit([&](const auto& typed) { return pagerank(typed, options); }, graph.graph);
  });
  return nb::make_tuple(to_numpy(std::move(found.scores)), found.iterations, found.change,
                        found.converged);
}

nb::any propagate_labels(PyGraph& graph, std::uint32_t iterations, const std::string& device,
                         int threads) {
  const LabelPropagationOptions options{.iterations = iterations, .threads = threads};
  Place* const place = place_named(device);
  LabelPropagationResult found = call_at(place, threads, [&] {
    return place == nullptr ? label_propagation(graph.topology(), options)
                            : labels_on_device(graph, *place, options);
  });
  return vertices_to_numpy(std::move(found.labels), graph.topology().num_vertices());
}

/// (coefficients, links).
nb::tuple cluster_locally(PyGraph& graph, const std::string& device, int threads) {
  Place* const place = place_named(device);
  LocalClusteringResult found = call_at(place, threads, [&] {
    return place == nullptr ? local_clustering(graph.topology(), {.threads = threads})
                            : clustering_on_device(graph, *place);
  });
  return nb::make_tuple(to_numpy(std::move(found.coefficients)), to_numpy(std::move(found.links)));
}

}  // namespace

void add_pagerank(nb::module_& module) {
  module.def("pagerank", rank_pages, "graph"_a, "damping"_a, "tolerance"_a.none(),
             "iterations"_a.none(), "max_iterations"_a, "personalization"_a.none(), "weighted"_a,
             "method"_a, "device"_a, "threads"_a);
  module.def("label_propagation", propagate_labels, "graph"_a, "iterations"_a, "device"_a,
             "threads"_a);
  module.def("local_clustering", cluster_locally, "graph"_a, "device"_a, "threads"_a);
}

}  // namespace strider::python
