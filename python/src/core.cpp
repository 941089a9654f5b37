#include "strider/core.hpp"

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

NumpyArray<std::uint32_t> find_core_numbers(PyGraph& graph, const std::string& device,
                                            int threads) {
  Place* const place = place_named(device);
  CoreResult found = call_at(place, threads, [&] {
    return place == nullptr ? core_numbers(graph.topology(), {.threads = threads})
                            : core_numbers_on_device(graph, *place);
  });
  return to_numpy(std::move(found.cores));
}

nb::any find_degeneracy_order(PyGraph& graph, int threads) {
  Array<Vertex> order = call_at(nullptr, threads, [&] {
    return degeneracy_order(graph.topology(), core_numbers(graph.topology(), {.threads = threads}));
  });
  return vertices_to_numpy(std::move(order), graph.topology().num_vertices());
}

}  // namespace

void add_core(nb::module_& module) {
  module.def("core_numbers", find_core_numbers, "graph"_a, "device"_a, "threads"_a);
  module.def("degeneracy_order", find_degeneracy_order, "graph"_a, "threads"_a);
}

}  // namespace strider::python
