#include "strider/components.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "place.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// (labels, number of components, label of the largest, its size).
nb::tuple find_components(PyGraph& graph, const std::string& device, int threads) {
  Place* const place = place_named(device);
  Array<Vertex> labels;
  const ComponentSizes sizes = call_at(place, threads, [&] {
    const ComponentsResult found = place == nullptr
                                       ? components(graph.topology(), {.threads = threads})
                                       : components_on_device(graph, *place);
    labels = Array<Vertex>::copy_of(found.labels());
    return found.sizes();
  });
  const Vertex n = graph.topology().num_vertices();
  return nb::make_tuple(vertices_to_numpy(std::move(labels), n), sizes.num_components,
                        n == 0 ? nb::object(nb::none()) : nb::cast(sizes.largest),
                        sizes.largest_size);
}

}  // namespace

void add_components(nb::module_& module) {
  module.def("components", find_components, "graph"_a, "device"_a, "threads"_a);
}

}  // namespace strider::python
