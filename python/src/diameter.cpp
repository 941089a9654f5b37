#include "strider/diameter.hpp"

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

DiameterSought sought_of(const std::string& name) {
  if (name == "diameter") return DiameterSought::kDiameter;
  return name == "extremes" ? DiameterSought::kExtremes : DiameterSought::kEccentricities;
}

/// (diameter, radius, vertices that count, searches, lower bounds, upper bounds).
nb::tuple find_diameter(PyGraph& graph, const std::string& sought, bool all,
                        const std::string& device, int threads) {
  Place* const place = place_named(device);
  const DiameterOptions options{
      .threads = threads,
      .scope = all ? DiameterScope::kAllComponents : DiameterScope::kLargestComponent,
      .sought = sought_of(sought)};
  Array<Vertex> lower;
  Array<Vertex> upper;
  const DiameterFacts<Level> facts = call_at(place, threads, [&] {
    const DiameterResult found = place == nullptr ? diameter(graph.topology(), options)
                                                  : diameter_on_device(graph, *place, options);
    lower = Array<Vertex>::copy_of(found.lower());
    upper = Array<Vertex>::copy_of(found.upper());
    return found.facts();
  });
  const Vertex n = graph.topology().num_vertices();
  return nb::make_tuple(facts.diameter, facts.radius, facts.num_vertices, facts.searches,
                        vertices_to_numpy(std::move(lower), n),
                        vertices_to_numpy(std::move(upper), n));
}

}  // namespace

void add_diameter(nb::module_& module) {
  module.def("diameter", find_diameter, "graph"_a, "sought"_a, "all"_a, "device"_a, "threads"_a);
}

}  // namespace strider::python
