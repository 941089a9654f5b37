#include "strider/flow.hpp"

#include <nanobind/stl/variant.h>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

using AnyFlow = std::variant<MaxFlow<float>, MaxFlow<double>, MaxFlow<std::uint32_t>>;

/// (value, flow of each entry, side of each vertex).
nb::tuple maximum_flow(PyGraph& graph, Vertex source, Vertex target, int threads) {
  AnyFlow any = call(threads, [&] {
    return visit_weighted(graph, threads, [&](const auto& typed) -> AnyFlow {
      return max_flow(typed, source, target, {.threads = threads});
    });
  });
  return std::visit(
      [](auto& flow) {
        return nb::make_tuple(flow.value, to_numpy(std::move(flow.flows)),
                              to_numpy(std::move(flow.sides)));
      },
      any);
}

/// (value, side of each vertex).
nb::tuple find_edge_connectivity(PyGraph& graph, int threads) {
  EdgeConnectivity found =
      call(threads, [&] { return edge_connectivity(graph.topology(), {.threads = threads}); });
  return nb::make_tuple(found.value, to_numpy(std::move(found.sides)));
}

}  // namespace

void add_flow(nb::module_& module) {
  module.def("maximum_flow", maximum_flow, "graph"_a, "source"_a, "target"_a, "threads"_a);
  module.def("edge_connectivity", find_edge_connectivity, "graph"_a, "threads"_a);
}

}  // namespace strider::python
