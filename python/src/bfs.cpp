#include "strider/bfs.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "arrays.hpp"
#include "call.hpp"
#include "devices/devices.hpp"
#include "graph.hpp"
#include "module.hpp"
#include "names.hpp"
#include "place.hpp"
#include "strider/paths.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace strider::python {
namespace {

/// (order, parents) of a sequential search.
nb::tuple sequential_order_of(const PyGraph& graph, const BfsQuery& query, int threads) {
  const Graph& topology = graph.topology();
  BfsOrder found = call(threads, [&] { return sequential_order(topology, query, threads); });
  return nb::make_tuple(vertices_to_numpy(std::move(found.order), topology.num_vertices()),
                        vertices_to_numpy(std::move(found.parents), topology.num_vertices()));
}

/// A tree, which is translated when it is first read: by one thread at a time.
class PyBfsTree {
 public:
  PyBfsTree(std::shared_ptr<const PyGraph> graph, std::vector<Vertex> listed, Place* place,
            BfsResult result, int threads)
      : graph_(std::move(graph)),
        listed_(std::move(listed)),
        place_(place),
        result_(keep_at(place, std::move(result))),
        threads_(threads) {}

  [[nodiscard]] const BfsResult& result() const { return *result_; }

  [[nodiscard]] nb::any parents() {
    return vertices_to_numpy(
        read([](const BfsResult& result) { return Array<Vertex>::copy_of(result.parents()); }),
        graph_->topology().num_vertices());
  }
  /// int32, -1 for unreached.
  [[nodiscard]] NumpyArray<std::int32_t> levels() {
    return to_numpy(
        read([this](const BfsResult& result) { return signed_levels(result.levels(), threads_); }));
  }
  /// The same in the memory of the device that searched.
  [[nodiscard]] nb::object levels_on_device() {
    return array_on_device(place_, read([this](const BfsResult& result) {
                             return signed_levels(result.levels(), threads_);
                           }));
  }
  [[nodiscard]] nb::object parents_on_device() {
    return vertices_on_device(place_, read([](const BfsResult& result) {
                                return Array<Vertex>::copy_of(result.parents());
                              }),
                              graph_->topology().num_vertices());
  }
  [[nodiscard]] nb::any smallest_parents() {
    return vertices_to_numpy(read([this](const BfsResult& result) {
                               return strider::smallest_parents(graph_->topology(), result,
                                                                threads_);
                             }),
                             graph_->topology().num_vertices());
  }
  [[nodiscard]] nb::tuple sequential_order() const {
    return sequential_order_of(*graph_, {.sources = listed_, .depth = result_->query().depth},
                               threads_);
  }
  [[nodiscard]] EdgeIndex num_edges_reached() {
    return read([](const BfsResult& result) { return result.num_edges_reached(); });
  }

 private:
  template <class F>
  std::invoke_result_t<F, const BfsResult&> read(F&& body) {
    return call_at(place_, threads_, [&] {
      const std::lock_guard lock(mutex_);
      return body(*result_);
    });
  }

  std::mutex mutex_;
  std::shared_ptr<const PyGraph> graph_;
  std::vector<Vertex> listed_;  // the sources as the caller listed them
  Place* place_;
  std::shared_ptr<const BfsResult> result_;
  int threads_;
};

nb::list trace_of(const PyBfsTree& tree) {
  nb::list levels;
  for (const BfsLevelTrace& level : tree.result().trace()) {
    nb::dict row;
    row["level"] = level.level;
    row["vertices"] = level.vertices;
    row["edges"] = level.edges;
    row["direction"] = std::string(bfs_direction_name(level.direction));
    row["seconds"] = level.seconds;
    levels.append(row);
  }
  return levels;
}

BfsResult bfs_on_host(PyGraph& graph, const BfsQuery& query, const std::string& method,
                      BfsTrace trace, int threads) {
  const BfsOptions options{
      .method = by_name("method", method, bfs_method_from_name, all_bfs_methods(), bfs_method_name),
      .threads = threads,
      .trace = trace};
  const SolverKey key{static_cast<double>(options.method), static_cast<double>(trace),
                      static_cast<double>(threads)};
  return graph.bfs_solvers.with(
      key,
      [&] {
        return graph.prepared ? BfsSolver(*graph.prepared, options)
                              : BfsSolver(graph.topology(), options);
      },
      [&](BfsSolver& solver) { return solver.run(query); });
}

std::shared_ptr<PyBfsTree> bfs_tree(std::shared_ptr<PyGraph> graph, std::vector<Vertex> sources,
                                    std::optional<Level> depth, const std::string& method,
                                    bool traced, const std::string& device, int threads) {
  const BfsTrace trace = traced ? BfsTrace::kLevels : BfsTrace::kOff;
  Place* const place = place_named(device);
  const BfsQuery query{.sources = sources, .depth = depth.value_or(kUnreached)};
  BfsResult result = call_at(place, threads, [&] {
    return place == nullptr ? bfs_on_host(*graph, query, method, trace, threads)
                            : bfs_on_device(*graph, *place, query, method, trace);
  });
  return std::make_shared<PyBfsTree>(std::move(graph), std::move(sources), place, std::move(result),
                                     threads);
}

/// (vertices of a path, empty where there is none; how many were touched).
nb::tuple path_between(const PyGraph& graph, Vertex source, Vertex target) {
  const Graph& topology = graph.topology();
  const Path path = call(1, [&] { return shortest_path(topology, source, target); });
  return nb::make_tuple(
      vertices_to_numpy(Array<Vertex>::copy_of(path.vertices), topology.num_vertices()),
      path.touched);
}

}  // namespace

void add_bfs(nb::module_& module) {
  module.def("device_names", device_names);
  nb::class_<PyBfsTree>(module, "BfsTree")
      .def_prop_ro("source", [](const PyBfsTree& tree) { return tree.result().source(); })
      .def_prop_ro("sources",
                   [](const PyBfsTree& tree) {
                     const std::span<const Vertex> sources = tree.result().query().sources;
                     return std::vector<Vertex>(sources.begin(), sources.end());
                   })
      .def_prop_ro("depth",
                   [](const PyBfsTree& tree) {
                     const Level depth = tree.result().query().depth;
                     return depth == kUnreached ? std::nullopt : std::optional(depth);
                   })
      .def_prop_ro("num_reached", [](const PyBfsTree& tree) { return tree.result().num_reached(); })
      .def_prop_ro("num_levels", [](const PyBfsTree& tree) { return tree.result().num_levels(); })
      .def_prop_ro("num_edges_reached", &PyBfsTree::num_edges_reached)
      .def_prop_ro("trace", trace_of)
      .def("parents", &PyBfsTree::parents)
      .def("smallest_parents", &PyBfsTree::smallest_parents)
      .def("sequential_order", &PyBfsTree::sequential_order)
      .def("levels", &PyBfsTree::levels)
      .def("levels_on_device", &PyBfsTree::levels_on_device)
      .def("parents_on_device", &PyBfsTree::parents_on_device);
  module.def("bfs", bfs_tree, "graph"_a, "sources"_a, "depth"_a, "method"_a, "trace"_a, "device"_a,
             "threads"_a);
  module.def(
      "sequential_order",
      [](const PyGraph& graph, Vertex source, int threads) {
        return sequential_order_of(graph, {.sources = {&source, 1}}, threads);
      },
      "graph"_a, "source"_a, "threads"_a);
  module.def("shortest_path", path_between, "graph"_a, "source"_a, "target"_a);
}

}  // namespace strider::python
