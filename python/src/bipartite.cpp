#include "strider/bipartite.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "violations.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// (sides, odd cycle), of which one is None.
nb::tuple find_bipartition(const PyGraph& graph, int threads) {
  Bipartition found =
      call(threads, [&] { return bipartition(graph.topology(), {.threads = threads}); });
  if (found.is_bipartite()) return nb::make_tuple(to_numpy(std::move(found.sides)), nb::none());
  return nb::make_tuple(nb::none(), found.odd_cycle);
}

}  // namespace

void add_bipartite(nb::module_& module) {
  module.def("bipartite", find_bipartition, "graph"_a, "threads"_a);
}

}  // namespace strider::python
