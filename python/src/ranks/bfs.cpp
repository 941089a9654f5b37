#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "ranks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

struct PyRanksBfsTree {
  std::shared_ptr<PyRanksGraph> graph;
  DistBfsResult result;
};

std::shared_ptr<PyRanksBfsTree> search_levels(std::shared_ptr<PyRanksGraph> graph,
                                              const std::vector<GlobalVertex>& sources,
                                              std::optional<Level> depth) {
  return collective([&] {
    const DistBfsQuery query{.sources = sources, .depth = depth.value_or(kUnreached)};
    const DistBfsOptions options{.threads = graph->threads};
    DistBfsResult result = graph->bfs_solvers.with(
        {}, [&] { return DistBfsSolver(graph->graph, options); },
        [&](DistBfsSolver& solver) { return solver.run(query); });
    return std::make_shared<PyRanksBfsTree>(PyRanksBfsTree{graph, std::move(result)});
  });
}

}  // namespace

void add_ranks_bfs(nb::module_& module) {
  using Tree = PyRanksBfsTree;
  nb::class_<Tree>(module, "RanksBfsTree")
      .def_prop_ro("source", [](const Tree& tree) { return tree.result.source(); })
      .def_prop_ro("num_reached", [](const Tree& tree) { return tree.result.num_reached(); })
      .def_prop_ro("num_levels", [](const Tree& tree) { return tree.result.num_levels(); })
      .def_prop_ro("num_edges_reached",
                   [](const Tree& tree) { return tree.result.num_edges_reached(); })
      .def_prop_ro("seconds", [](const Tree& tree) { return tree.result.seconds(); })
      .def("vertices", [](const Tree& tree) { return owned_vertices(tree.result); })
      .def("levels",
           [](const Tree& tree) {
             Array<std::int32_t> levels;
             {
               const nb::gil_scoped_release released;
               levels = signed_levels(tree.result.levels(), tree.graph->threads);
             }
             return to_numpy(std::move(levels));
           })
      .def("parents",
           [](const Tree& tree) {
             // kNoGlobalParent has the bits of -1.
             const auto parents = tree.result.parents();
             return to_numpy(owned_numbers(parents.size(), [&](auto i) { return parents[i]; }));
           })
      .def("smallest_parents",
           [](const Tree& tree) {
             const auto parents = collective([&] {
               return smallest_parents(*tree.graph->cluster, tree.graph->input, tree.result,
                                       tree.graph->threads);
             });
             return to_numpy(owned_numbers(parents.size(), [&](auto i) { return parents[i]; }));
           })
      .def("validate",
           [](const Tree& tree) {
             return collective([&] {
               return messages(
                   DistValidator(*tree.graph->cluster, tree.graph->input, tree.graph->threads)
                       .validate(tree.result));
             });
           })
      .def(
          "write",
          [](const Tree& tree, const std::string& path) {
            collective([&] {
              write_result(*tree.graph->cluster, tree.graph->input, tree.result, path,
                           result_format(path));
            });
          },
          "path"_a);
  module.def("ranks_bfs", search_levels, "graph"_a, "sources"_a, "depth"_a);
}

}  // namespace strider::python
