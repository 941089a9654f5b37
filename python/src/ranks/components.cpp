#include "strider/components.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "ranks.hpp"
#include "violations.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

struct PyRanksComponents {
  std::shared_ptr<PyRanksGraph> graph;
  DistComponentsResult result;
};

std::shared_ptr<PyRanksComponents> find_components(std::shared_ptr<PyRanksGraph> graph) {
  return collective([&] {
    return std::make_shared<PyRanksComponents>(PyRanksComponents{graph, components(graph->graph)});
  });
}

}  // namespace

void add_ranks_components(nb::module_& module) {
  using Components = PyRanksComponents;
  nb::class_<Components>(module, "RanksComponents")
      .def_prop_ro("num_components",
                   [](const Components& found) { return found.result.sizes.num_components; })
      .def_prop_ro("largest", [](const Components& found) { return found.result.sizes.largest; })
      .def_prop_ro("largest_size",
                   [](const Components& found) { return found.result.sizes.largest_size; })
      .def_prop_ro("seconds", [](const Components& found) { return found.result.seconds; })
      .def("vertices",
           [](const Components& found) {
             return to_numpy(owned_numbers(found.result.vertices.size(),
                                           [&](auto i) { return found.result.vertices[i]; }));
           })
      .def("labels",
           [](const Components& found) {
             return to_numpy(owned_numbers(found.result.values.size(),
                                           [&](auto i) { return found.result.values[i]; }));
           })
      .def("validate",
           [](const Components& found) {
             return collective([&] {
               return messages(validate_components(*found.graph->cluster, found.graph->input,
                                                   found.result, found.graph->threads));
             });
           })
      .def(
          "write",
          [](const Components& found, const std::string& path) {
            collective([&] {
              write_vertex_values(*found.graph->cluster, found.graph->input, "component",
                                  found.result, path, result_format(path));
            });
          },
          "path"_a);
  module.def("ranks_components", find_components, "graph"_a);
}

}  // namespace strider::python
