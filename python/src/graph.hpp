// The graph of the package: a graph of the library with what is kept for its next search.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "solver_pool.hpp"
#include "strider/any_graph.hpp"
#include "strider/bfs.hpp"
#include "strider/io.hpp"
#include "strider/msf.hpp"
#include "strider/prepare.hpp"
#include "strider/sssp.hpp"

namespace strider::python {

class Place;           // place.hpp
struct GraphOnDevice;  // in builds with devices

struct PyGraph {
  AnyGraph graph;
  std::optional<PreparedGraph> prepared = {};
  std::optional<BuildReport> build = {};
  std::optional<InputFacts> facts = {};
  std::vector<std::string> borrowed = {};  ///< which arrays of the caller it uses

  SolverPool<BfsSolver> bfs_solvers = {};
  WeightedSolverPools<SsspSolver> sssp_solvers = {};

  /// The graph with weights of 1, made when it is first asked for.
  [[nodiscard]] const WeightedGraph<std::uint32_t>& with_units(int threads) {
    const std::lock_guard lock(units_mutex);
    if (!units) units = with_unit_weights(topology(), threads);
    return *units;
  }
  std::mutex units_mutex = {};
  std::optional<WeightedGraph<std::uint32_t>> units = {};

  /// The graph, with weights of 1 if it has none, laid out for shortest paths when it is first
  /// asked for: all solvers share that.
  [[nodiscard]] const AnyGraph& laid_out(int threads) {
    const std::lock_guard lock(layout_mutex);
    if (!layout) {
      const AnyGraph weighted = graph.index() == 0 ? AnyGraph(with_units(threads)) : graph;
      layout = lay_out_by_weight(weighted, threads);
    }
    return *layout;
  }
  std::mutex layout_mutex = {};
  std::optional<AnyGraph> layout = {};

  std::mutex devices_mutex = {};  ///< of the map, not of what it leads to
  std::map<Place*, std::shared_ptr<GraphOnDevice>> on_devices = {};

  [[nodiscard]] const Graph& topology() const { return strider::topology(graph); }
  [[nodiscard]] bool is_laid_out() const { return prepared && prepared->layout() != Layout::kNone; }
};

/// Calls body(WeightedGraph), with weights of 1 if the graph has none.
template <class F>
auto visit_weighted(PyGraph& graph, int threads, F&& body) {
  return std::visit(
      [&]<class Typed>(const Typed& typed) {
        if constexpr (std::is_same_v<Typed, Graph>) {
          return body(graph.with_units(threads));
        } else {
          return body(typed);
        }
      },
      graph.graph);
}

/// A graph that Python owns.
std::shared_ptr<PyGraph> share(AnyGraph graph);

}  // namespace strider::python
