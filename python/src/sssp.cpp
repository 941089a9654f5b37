#include "strider/sssp.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <mutex>
#include <type_traits>
#include <variant>

#include "arrays.hpp"
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

/// A tree of shortest paths, which is worked out when it is first read: by one thread at a time.
class PySsspTree {
 public:
  PySsspTree(Vertex num_vertices, Place* place, AnyPaths result, int threads)
      : num_vertices_(num_vertices),
        place_(place),
        result_(keep_at(place, std::move(result))),
        threads_(threads) {}

  [[nodiscard]] Vertex source() const {
    return std::visit([](const auto& result) { return result.source(); }, *result_);
  }
  [[nodiscard]] Vertex num_reached() {
    return read([](const auto& result) { return result.num_reached(); });
  }
  [[nodiscard]] EdgeIndex num_edges_reached() {
    return read([](const auto& result) { return result.num_edges_reached(); });
  }
  [[nodiscard]] nb::any parents() {
    return vertices_to_numpy(
        read([](const auto& result) { return Array<Vertex>::copy_of(result.parents()); }),
        num_vertices_);
  }
  /// float32, float64 or uint64, as the library has them.
  [[nodiscard]] nb::any distances() {
    return std::visit(
        [this](const auto& result) {
          return to_any(to_numpy(locked([&result] {
            using Distance = typename std::decay_t<decltype(result)>::Distance;
            return Array<Distance>::copy_of(result.distances());
          })));
        },
        *result_);
  }
  /// The same in the memory of the device that searched.
  [[nodiscard]] nb::object distances_on_device() {
    return std::visit(
        [this](const auto& result) {
          return array_on_device(place_, locked([&result] {
                                   using Distance =
                                       typename std::decay_t<decltype(result)>::Distance;
                                   return Array<Distance>::copy_of(result.distances());
                                 }));
        },
        *result_);
  }
  [[nodiscard]] nb::object parents_on_device() {
    return vertices_on_device(
        place_, read([](const auto& result) { return Array<Vertex>::copy_of(result.parents()); }),
        num_vertices_);
  }
  [[nodiscard]] nb::any path_to(Vertex target) {
    const std::vector<Vertex> path =
        read([target](const auto& result) { return result.path_to(target); });
    return vertices_to_numpy(Array<Vertex>::copy_of(path), num_vertices_);
  }

 private:
  template <class F>
  std::invoke_result_t<F> locked(F&& body) {
    return call_at(place_, threads_, [&] {
      const std::lock_guard lock(mutex_);
      return body();
    });
  }
  template <class F>
  std::invoke_result_t<F, const SsspResult<double>&> read(F&& body) {
    return locked([&] { return std::visit(body, *result_); });
  }

  std::mutex mutex_;
  Vertex num_vertices_;
  Place* place_;
  std::shared_ptr<const AnyPaths> result_;
  int threads_;
};

SolverKey key_of(const SsspOptions& options) {
  return {static_cast<double>(options.method), static_cast<double>(options.preparing),
          static_cast<double>(options.threads), options.delta};
}

template <class W>
AnyPaths search(PyGraph& graph, const WeightedGraph<W>& weighted, Vertex source,
                const SsspOptions& options) {
  // A solver that ends early serves its own target only: kept, it would displace one for all.
  if (options.target || std::isfinite(options.cutoff)) {
    return SsspSolver<W>(weighted, options).run(source);
  }
  return graph.sssp_solvers.of<W>().with(
      key_of(options), [&] { return SsspSolver<W>(weighted, options); },
      [&](SsspSolver<W>& solver) { return solver.run(source); });
}

AnyPaths paths_on_host(PyGraph& graph, Vertex source, const std::string& method,
                       SsspOptions options) {
  options.method =
      by_name("method", method, sssp_method_from_name, all_sssp_methods(), sssp_method_name);
  const bool ends_early = options.target || std::isfinite(options.cutoff);
  if (graph.prepared && options.method == SsspMethod::kAuto && !ends_early) {
    options.preparing = graph.is_laid_out() ? Preparing::kAtOnce : Preparing::kNever;
  }
  const auto searched = [&](const auto& weighted) {
    return search(graph, weighted, source, options);
  };
  if (options.preparing == Preparing::kAtOnce) {
    return strider::visit_weighted(graph.laid_out(options.threads), searched);
  }
  return visit_weighted(graph, options.threads, searched);
}

std::shared_ptr<PySsspTree> sssp_tree(std::shared_ptr<PyGraph> graph, Vertex source,
                                      const std::string& method, std::optional<Vertex> target,
                                      double cutoff, double delta, const std::string& device,
                                      int threads) {
  const SsspOptions options{.threads = threads, .delta = delta, .cutoff = cutoff, .target = target};
  Place* const place = place_named(device);
  AnyPaths result = call_at(place, threads, [&] {
    return place == nullptr ? paths_on_host(*graph, source, method, options)
                            : paths_on_device(*graph, *place, source, method, options);
  });
  return std::make_shared<PySsspTree>(graph->topology().num_vertices(), place, std::move(result),
                                      threads);
}

}  // namespace

void add_sssp(nb::module_& module) {
  nb::class_<PySsspTree>(module, "SsspTree")
      .def_prop_ro("source", &PySsspTree::source)
      .def_prop_ro("num_reached", &PySsspTree::num_reached)
      .def_prop_ro("num_edges_reached", &PySsspTree::num_edges_reached)
      .def("parents", &PySsspTree::parents)
      .def("distances", &PySsspTree::distances)
      .def("distances_on_device", &PySsspTree::distances_on_device)
      .def("parents_on_device", &PySsspTree::parents_on_device)
      .def("path_to", &PySsspTree::path_to, "target"_a);
  module.def("shortest_paths", sssp_tree, "graph"_a, "source"_a, "method"_a, "target"_a.none(),
             "cutoff"_a, "delta"_a, "device"_a, "threads"_a);
}

}  // namespace strider::python
