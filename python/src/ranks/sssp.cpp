#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <variant>

#include "ranks.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

using AnyPathsOfRanks =
    std::variant<DistSsspResult<float>, DistSsspResult<double>, DistSsspResult<std::uint32_t>>;

struct PyRanksSsspTree {
  std::shared_ptr<PyRanksGraph> graph;
  AnyPathsOfRanks any;

  template <class F>
  auto visit(F&& body) const {
    return std::visit(std::forward<F>(body), any);
  }
  [[nodiscard]] nb::any distances() const {
    return visit([]<class W>(const DistSsspResult<W>& result) {
      return to_any(to_numpy(Array<SsspDistance<W>>::copy_of(result.distances())));
    });
  }
  [[nodiscard]] NumpyArray<std::int64_t> parents() const {
    return visit([](const auto& result) {
      // kNoGlobalParent has the bits of -1.
      const auto parents = result.parents();
      return to_numpy(owned_numbers(parents.size(), [&](auto i) { return parents[i]; }));
    });
  }
  [[nodiscard]] std::vector<std::string> violations() const {
    return collective([&] {
      const DistValidator validator(*graph->cluster, graph->input, graph->threads);
      return visit([&](const auto& result) { return messages(validator.validate(result)); });
    });
  }
  void write(const std::string& path) const {
    collective([&] {
      visit([&](const auto& result) {
        write_result(*graph->cluster, graph->input, result, path, result_format(path));
      });
    });
  }
};

std::shared_ptr<PyRanksSsspTree> search_paths(std::shared_ptr<PyRanksGraph> graph,
                                              GlobalVertex source, double delta) {
  return collective([&] {
    const DistSsspOptions options{.threads = graph->threads, .delta = delta};
    AnyPathsOfRanks any;
    visit_weight_type(graph->input, [&]<class W>(W) {
      any = graph->sssp_solvers.of<W>().with(
          {delta}, [&] { return DistSsspSolver<W>(graph->graph, options); },
          [&](DistSsspSolver<W>& solver) { return solver.run(source); });
    });
    return std::make_shared<PyRanksSsspTree>(PyRanksSsspTree{graph, std::move(any)});
  });
}

}  // namespace

void add_ranks_sssp(nb::module_& module) {
  using Tree = PyRanksSsspTree;
  nb::class_<Tree>(module, "RanksSsspTree")
      .def_prop_ro("source",
                   [](const Tree& tree) {
                     return tree.visit([](const auto& result) { return result.source(); });
                   })
      .def_prop_ro("num_reached",
                   [](const Tree& tree) {
                     return tree.visit([](const auto& result) { return result.num_reached(); });
                   })
      .def_prop_ro("seconds",
                   [](const Tree& tree) {
                     return tree.visit([](const auto& result) { return result.seconds(); });
                   })
      .def("vertices",
           [](const Tree& tree) {
             return tree.visit([](const auto& result) { return owned_vertices(result); });
           })
      .def("distances", &Tree::distances)
      .def("parents", &Tree::parents)
      .def("validate", &Tree::violations)
      .def("write", &Tree::write, "path"_a);
  module.def("ranks_shortest_paths", search_paths, "graph"_a, "source"_a, "delta"_a);
}

}  // namespace strider::python
