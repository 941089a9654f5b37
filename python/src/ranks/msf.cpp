#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <variant>

#include "names.hpp"
#include "ranks.hpp"
#include "strider/dist_msf.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

struct PyRanksForest {
  std::shared_ptr<PyRanksGraph> graph;
  DistMsfOptions options;
  std::variant<DistMsfResult<float>, DistMsfResult<double>, DistMsfResult<std::uint32_t>> any;

  template <class F>
  auto visit(F&& body) const {
    return std::visit(std::forward<F>(body), any);
  }
  [[nodiscard]] nb::any weight() const {
    return visit([](const auto& result) { return to_any(nb::cast(result.weight())); });
  }
  /// u, v and weights of the edges of this rank.
  [[nodiscard]] nb::tuple edges() const {
    return visit([]<class W>(const DistMsfResult<W>& result) {
      const auto edges = result.edges();
      Array<W> weights(edges.size());
      for (std::size_t i = 0; i < edges.size(); ++i) weights[i] = edges[i].weight;
      return nb::make_tuple(
          to_numpy(owned_numbers(edges.size(), [&](auto i) { return edges[i].u; })),
          to_numpy(owned_numbers(edges.size(), [&](auto i) { return edges[i].v; })),
          to_numpy(std::move(weights)));
    });
  }
  [[nodiscard]] std::vector<std::string> violations() const {
    return collective([&] {
      return visit([&](const auto& result) {
        return messages(validate_msf(*graph->cluster, graph->input, result, options.objective,
                                     options.threads));
      });
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

constexpr std::array kForestMethods{DistMsfMethod::kAuto, DistMsfMethod::kGhs};

std::shared_ptr<PyRanksForest> find_forest(std::shared_ptr<PyRanksGraph> graph, bool maximum,
                                           const std::string& method) {
  const DistMsfOptions options{
      .method = by_name("method", method, dist_msf_method_from_name, kForestMethods,
                        dist_msf_method_name),
      .objective = maximum ? MsfObjective::kMaximum : MsfObjective::kMinimum,
      .threads = graph->threads};
  return collective([&] {
    auto made = std::make_shared<PyRanksForest>(PyRanksForest{graph, options, {}});
    visit_weight_type(graph->input, [&]<class W>(W) {
      made->any = DistMsfSolver<W>(graph->graph, options).run();
    });
    return made;
  });
}

}  // namespace

void add_ranks_msf(nb::module_& module) {
  using Forest = PyRanksForest;
  nb::class_<Forest>(module, "RanksForest")
      .def_prop_ro("num_edges",
                   [](const Forest& forest) {
                     return forest.visit([](const auto& result) { return result.num_edges(); });
                   })
      .def_prop_ro("num_trees",
                   [](const Forest& forest) {
                     return forest.visit([](const auto& result) { return result.num_trees(); });
                   })
      .def_prop_ro("seconds",
                   [](const Forest& forest) {
                     return forest.visit([](const auto& result) { return result.seconds(); });
                   })
      .def_prop_ro("total", &Forest::weight)
      .def("edges", &Forest::edges)
      .def("validate", &Forest::violations)
      .def("write", &Forest::write, "path"_a);
  module.def("ranks_spanning_forest", find_forest, "graph"_a, "maximum"_a, "method"_a);
}

}  // namespace strider::python
