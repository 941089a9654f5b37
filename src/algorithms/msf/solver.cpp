// The public face of the methods: checks what it is asked, picks the engine, hands out results.
#include <fmt/format.h>

#include <utility>

#include "algorithms/msf/canonical.hpp"
#include "algorithms/msf/engine.hpp"
#include "algorithms/msf/finder.hpp"
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
      return detail::make_single_pivot_filter_kruskal(std::move(graph), options);
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
  detail::require_undirected(graph.topology().directedness());
  if (graph.weights().size() != graph.topology().num_arcs()) {
    throw UsageError(fmt::format("got {} weights for {} adjacency entries", graph.weights().size(),
                                 graph.topology().num_arcs()));
  }
  detail::require_objective(options.objective);
  MsfOptions result = options;
  result.threads = resolve_threads(options.threads);
  return result;
}

/// By the cores of this machine.
template <class W>
class HostFinder final : public detail::ForestFinder<W> {
 public:
  HostFinder(const WeightedGraph<W>& graph, const MsfOptions& options)
      : engine_(make_engine(graph, options)),
        canonical_(graph, options.objective, options.threads) {}

  std::size_t find(const detail::ForestParts<W>& parts) override {
    engine_->run(forest_);
    parts.weight = canonical_.write(forest_, parts.edges);
    return parts.edges.size();
  }

 private:
  std::unique_ptr<detail::MsfEngine<W>> engine_;
  detail::ForestEdges<W> forest_;
  detail::CanonicalForest<W> canonical_;
};

}  // namespace

void detail::require_undirected(Directedness directedness) {
  if (directedness == Directedness::kUndirected) return;
  throw UsageError(
      "spanning forests need an undirected graph, but this one is directed: build it as "
      "undirected");
}

void detail::require_objective(MsfObjective objective) {
  if (objective == MsfObjective::kMinimum || objective == MsfObjective::kMaximum) return;
  throw UsageError(fmt::format("objective must be minimum or maximum, got {}", int(objective)));
}

template <class W>
void MsfResult<W>::fetch() const {
  lazy_->fetch(edges_, weight_);
  lazy_.reset();
}

template <class W>
MsfSolver<W>::MsfSolver(WeightedGraph<W> graph, const MsfOptions& options) {
  const MsfOptions all = checked(graph, options);
  state_ = std::make_unique<State>(
      State{graph.topology().num_vertices(), std::make_unique<HostFinder<W>>(graph, all)});
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
  result.lazy_.reset();
  const std::size_t edges = state_->finder->find({result.edges_, result.weight_, result.lazy_});
  result.num_trees_ = state_->num_vertices - static_cast<Vertex>(edges);
}

template class MsfResult<float>;
template class MsfResult<double>;
template class MsfResult<std::uint32_t>;
template class MsfSolver<float>;
template class MsfSolver<double>;
template class MsfSolver<std::uint32_t>;

}  // namespace strider
