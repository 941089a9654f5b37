#include "strider/components.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "place.hpp"
#include "strider/strong_components.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// find_here() or find_on(place), as (labels, number of components, label of the largest, its
/// size).
template <class Here, class On>
nb::tuple find(const PyGraph& graph, const std::string& device, int threads, const Here& find_here,
               const On& find_on) {
  Place* const place = place_named(device);
  Array<Vertex> labels;
  const ComponentSizes sizes = call_at(place, threads, [&] {
    const ComponentsResult found = place == nullptr ? find_here() : find_on(*place);
    labels = Array<Vertex>::copy_of(found.labels());
    return found.sizes();
  });
  const Vertex n = graph.topology().num_vertices();
  return nb::make_tuple(vertices_to_numpy(std::move(labels), n), sizes.num_components,
                        n == 0 ? nb::object(nb::none()) : nb::cast(sizes.largest),
                        sizes.largest_size);
}

nb::tuple find_components(PyGraph& graph, const std::string& device, int threads) {
  return find(
      graph, device, threads, [&] { return components(graph.topology(), {.threads = threads}); },
      [&](Place& place) { return components_on_device(graph, place); });
}
nb::tuple find_strong_components(PyGraph& graph, const std::string& device, int threads) {
  return find(
      graph, device, threads,
      [&] { return strong_components(graph.topology(), {.threads = threads}); },
      [&](Place& place) { return strong_components_on_device(graph, place); });
}

/// (graph of the components, the component of each vertex).
nb::tuple condense_components(const PyGraph& graph,
                              const nb::ndarray<nb::ro, const std::uint32_t, nb::ndim<1>,
                                                nb::c_contig, nb::device::cpu>& labels,
                              int threads) {
  Condensation found = call(threads, [&] {
    return condense(graph.topology(), std::span(labels.data(), labels.size()), threads);
  });
  const Vertex n = found.graph.num_vertices();
  return nb::make_tuple(share(std::move(found.graph)),
                        vertices_to_numpy(std::move(found.components), n));
}

}  // namespace

void add_components(nb::module_& module) {
  module.def("components", find_components, "graph"_a, "device"_a, "threads"_a);
  module.def("strong_components", find_strong_components, "graph"_a, "device"_a, "threads"_a);
  module.def("condense", condense_components, "graph"_a, "labels"_a, "threads"_a);
}

}  // namespace strider::python
