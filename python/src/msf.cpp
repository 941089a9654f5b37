#include "strider/msf.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include "arrays.hpp"
#include "base/parallel.hpp"
#include "call.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "names.hpp"

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
Forest<W> forest_of(const WeightedGraph<W>& graph, const MsfOptions& options) {
  const MsfResult<W> result = msf(graph, options);
  const auto edges = result.edges();
  Forest<W> forest{Array<Vertex>(edges.size()), Array<Vertex>(edges.size()), Array<W>(edges.size()),
                   result.weight(), result.num_trees()};
  parallel_chunks(edges.size(), resolve_threads(options.threads),
                  [&](std::size_t begin, std::size_t end, int) {
                    for (std::size_t i = begin; i < end; ++i) {
                      forest.u[i] = edges[i].u;
                      forest.v[i] = edges[i].v;
                      forest.weights[i] = edges[i].weight;
                    }
                  });
  return forest;
}

Forest<std::uint32_t> forest_of(const Graph& graph, const MsfOptions& options) {
  return forest_of(with_unit_weights(graph, options.threads), options);
}

/// (u, v, weights, total, number of trees).
nb::tuple spanning_forest(const PyGraph& graph, bool maximum, const std::string& method,
                          int threads) {
  const MsfOptions options{
      .method = by_name("method", method, msf_method_from_name, all_msf_methods(), msf_method_name),
      .objective = maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum,
      .threads = threads};
  const Vertex n = graph.topology().num_vertices();
  return std::visit(
      [&](const auto& typed) {
        auto forest = call(threads, [&] { return forest_of(typed, options); });
        return nb::make_tuple(vertices_to_numpy(std::move(forest.u), n),
                              vertices_to_numpy(std::move(forest.v), n),
                              to_numpy(std::move(forest.weights)), forest.total, forest.num_trees);
      },
      graph.graph);
}

}  // namespace

void add_msf(nb::module_& module) {
  module.def("spanning_forest", spanning_forest, "graph"_a, "maximum"_a, "method"_a, "threads"_a);
}

}  // namespace strider::python
