#include "strider/msf.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "base/parallel.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "names.hpp"
#include "place.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

template <class W>
struct Forest {
  Array<Vertex> u;
  Array<Vertex> v;
  Array<W> weights;
  MsfWeight<W> total{};
  Vertex num_trees = 0;
};

template <class W>
Forest<W> split(const MsfResult<W>& result, int threads) {
  const auto edges = result.edges();
  Forest<W> forest{Array<Vertex>(edges.size()), Array<Vertex>(edges.size()), Array<W>(edges.size()),
                   result.weight(), result.num_trees()};
  parallel_chunks(edges.size(), resolve_threads(threads),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t i = begin; i < end; ++i) {
                      forest.u[i] = edges[i].u;
                      forest.v[i] = edges[i].v;
                      forest.weights[i] = edges[i].weight;
                    }
                  });
  return forest;
}

AnyForest forest_on_host(PyGraph& graph, MsfObjective objective, const std::string& method,
                         int threads) {
  const MsfOptions options{
      .method = by_name("method", method, msf_method_from_name, all_msf_methods(), msf_method_name),
      .objective = objective,
      .threads = threads};
  return visit_weighted(graph, threads,
                        [&](const auto& typed) -> AnyForest { return msf(typed, options); });
}

/// (u, v, weights, total, number of trees).
nb::tuple spanning_forest(PyGraph& graph, bool maximum, const std::string& method,
                          const std::string& device, int threads) {
  const MsfObjective objective = maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum;
  Place* const place = place_named(device);
  auto any = call_at(place, threads, [&] {
    const AnyForest found = place == nullptr
                                ? forest_on_host(graph, objective, method, threads)
                                : forest_on_device(graph, *place, objective, method, threads);
    return std::visit(
        [&]<class W>(const MsfResult<W>& result)
            -> std::variant<Forest<float>, Forest<double>, Forest<std::uint32_t>> {
          return split(result, threads);
        },
        found);
  });
  const Vertex n = graph.topology().num_vertices();
  return std::visit(
      [n](auto& forest) {
        return nb::make_tuple(vertices_to_numpy(std::move(forest.u), n),
                              vertices_to_numpy(std::move(forest.v), n),
                              to_numpy(std::move(forest.weights)), forest.total, forest.num_trees);
      },
      any);
}

}  // namespace

void add_msf(nb::module_& module) {
  module.def("spanning_forest", spanning_forest, "graph"_a, "maximum"_a, "method"_a, "device"_a,
             "threads"_a);
}

}  // namespace strider::python
