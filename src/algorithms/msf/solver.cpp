// The public face of the methods: checks what it is asked, picks the engine, hands out results.
#include <fmt/format.h>

#include <utility>

#include "algorithms/msf/canonical.hpp"
#include "algorithms/msf/engine.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"
#include "strider/msf.hpp"

namespace strider {
namespace {

template <class W>
std::unique_ptr<detail::MsfEngine<W>> make_engine(WeightedGraph<W> graph,
                                                  const MsfOptions& options) {
  switch (options.method) {
    case MsfMethod::kAuto:
      return detail::make_light_first(std::move(graph), options);
    case MsfMethod::kKruskal:
      return detail::make_kruskal(std::move(graph), options);
    case MsfMethod::kPrim:
      return detail::make_prim(std::move(graph), options);
    case MsfMethod::kBoruvka:
      return detail::make_boruvka(std::move(graph), options);
    case MsfMethod::kFilterKruskal:
      return detail::make_filter_kruskal(std::move(graph), options);
  }
  throw UsageError(
      fmt::format("method: {} is not a method of spanning forests", int(options.method)));
}

/// The options with `threads` resolved. Throws UsageError.
template <class W>
MsfOptions checked(const WeightedGraph<W>& graph, const MsfOptions& options) {
  if (graph.topology().is_directed()) {
    throw UsageError(
        "spanning forests are of undirected graphs, and this one is directed: build it as "
        "undirected, so that its edges lead both ways");
  }
  if (graph.weights().size() != graph.topology().num_arcs()) {
    throw UsageError(fmt::format("{} weights of {} adjacency entries", graph.weights().size(),
                                 graph.topology().num_arcs()));
  }
  if (options.objective != MsfObjective::kMinimum && options.objective != MsfObjective::kMaximum) {
    throw UsageError(
        fmt::format("objective: {} is neither minimum nor maximum", int(options.objective)));
  }
  MsfOptions result = options;
  result.threads = resolve_threads(options.threads);
  return result;
}

}  // namespace

template <class W>
struct MsfSolver<W>::State {
  Vertex num_vertices;
  std::unique_ptr<detail::MsfEngine<W>> engine;
  detail::ForestEdges<W> forest;
  detail::CanonicalForest<W> canonical;
};

template <class W>
MsfSolver<W>::MsfSolver(WeightedGraph<W> graph, const MsfOptions& options) {
  const MsfOptions all = checked(graph, options);
  const Vertex n = graph.topology().num_vertices();
  detail::CanonicalForest<W> canonical(graph, all.objective, all.threads);
  state_ = std::make_unique<State>(
      State{n, make_engine(std::move(graph), all), {}, std::move(canonical)});
}

template <class W>
MsfSolver<W>::MsfSolver(MsfSolver&&) noexcept = default;
template <class W>
MsfSolver<W>& MsfSolver<W>::operator=(MsfSolver&&) noexcept = default;
template <class W>
MsfSolver<W>::~MsfSolver() = default;

template <class W>
MsfResult<W> MsfSolver<W>::run() {
  MsfResult<W> result;
  run(result);
  return result;
}

template <class W>
void MsfSolver<W>::run(MsfResult<W>& result) {
  State& state = *state_;
  state.engine->run(state.forest);
  result.weight_ = state.canonical.write(state.forest, result.edges_);
  result.num_trees_ = state.num_vertices - static_cast<Vertex>(result.edges_.size());
}

template class MsfSolver<float>;
template class MsfSolver<double>;
template class MsfSolver<std::uint32_t>;

}  // namespace strider
