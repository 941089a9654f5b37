// The public face of the methods: checks what it is asked, picks the engine, hands out results.
#include <fmt/format.h>

#include <cmath>
#include <type_traits>
#include <variant>

#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/kernels.hpp"
#include "algorithms/sssp/option_checks.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "strider/error.hpp"

namespace strider {
namespace {

using detail::kUnreachedDistance;

/// The options with `threads` resolved. Throws UsageError.
SsspOptions checked(const SsspOptions& options, Vertex num_vertices) {
  detail::check_sssp_options(options.delta, options.cutoff, options.target, num_vertices);
  SsspOptions result = options;
  result.threads = resolve_threads(options.threads);
  return result;
}

template <class W>
std::shared_ptr<const detail::SsspContext<W>> make_context(WeightedGraph<W> graph,
                                                           const SsspOptions& options) {
  const Vertex n = graph.topology().num_vertices();
  const SsspOptions resolved = checked(options, n);
  // A distance, also one of 32 bits, a parent, and four words in queues and lists: more is taken
  // only where vertices are reached many times.
  require_memory(saturating_mul(n, sizeof(SsspDistance<W>) + 6 * sizeof(Vertex)), "shortest paths");
  const detail::WeightFacts<W> facts = detail::look_at_weights(graph, resolved.threads);
  detail::ReachedEdges reached_edges(graph.topology(), resolved.threads);
  return std::make_shared<const detail::SsspContext<W>>(
      detail::SsspContext<W>{std::move(graph), resolved, facts, std::move(reached_edges)});
}

template <class W>
std::unique_ptr<detail::SsspEngine<W>> make_engine(detail::SsspContextPtr<W> context) {
  switch (context->options.method) {
    case SsspMethod::kAuto:
      return detail::make_auto_sssp(std::move(context));
    case SsspMethod::kDijkstra:
      return detail::make_dijkstra(std::move(context));
    case SsspMethod::kBellmanFord:
      return detail::make_bellman_ford(std::move(context));
    case SsspMethod::kDeltaStepping:
      return detail::make_delta_stepping(std::move(context));
  }
  throw UsageError(fmt::format("method: {} is not a method of shortest paths",
                               static_cast<int>(context->options.method)));
}

/// A vertex past which all lengths are infinite must not pass for one without a path.
template <class W>
void refuse_overflow(const detail::SsspContext<W>& context, const detail::SsspTree<W>& tree) {
  const auto distances = tree.distances.span();
  const Csr& out = context.out();
  parallel_for(0, distances.size(), context.options.threads, [&](std::size_t i) {
    if (distances[i] == kInfiniteDistance<W>) return;
    const auto u = static_cast<Vertex>(i);
    const auto weights = context.graph.weights(u);
    for (std::size_t e = 0; e < weights.size(); ++e) {
      const Vertex v = out.neighbors(u)[e];
      if (distances[v] != kInfiniteDistance<W> || !std::isfinite(weights[e])) continue;
      detail::refuse_distance(context.graph.topology().labels(), v);
    }
  });
}

/// A search by one of the methods, and what is the same for all of them.
template <class W>
class HostSearch final : public detail::SsspEngine<W> {
 public:
  explicit HostSearch(detail::SsspContextPtr<W> context)
      : context_(std::move(context)), method_(make_engine<W>(context_)) {}

  void search(Vertex source, detail::SsspTree<W>& tree) override {
    tree.start(source, context_->num_vertices(), context_);
    method_->search(source, tree);
    if constexpr (std::is_floating_point_v<W>) {
      if (!context_->facts.may_overflow) return;
      const SsspOptions& options = context_->options;
      tree.read_distances();
      const bool found = options.target && std::isfinite(tree.distances[*options.target]);
      if (!found && !std::isfinite(options.cutoff)) refuse_overflow(*context_, tree);
    }
  }
  [[nodiscard]] double delta() const override { return method_->delta(); }
  [[nodiscard]] SsspLayout layout() const override { return method_->layout(); }

 private:
  detail::SsspContextPtr<W> context_;
  std::unique_ptr<detail::SsspEngine<W>> method_;
};

}  // namespace

template <class W>
SsspSolver<W>::SsspSolver(WeightedGraph<W> graph, const SsspOptions& options)
    : num_vertices_(graph.topology().num_vertices()),
      engine_(std::make_unique<HostSearch<W>>(make_context(std::move(graph), options))) {}

template <class W>
SsspSolver<W>::SsspSolver(SsspSolver&&) noexcept = default;
template <class W>
SsspSolver<W>& SsspSolver<W>::operator=(SsspSolver&&) noexcept = default;
template <class W>
SsspSolver<W>::~SsspSolver() = default;

template <class W>
SsspResult<W> SsspSolver<W>::run(Vertex source) {
  SsspResult<W> result;
  run(source, result);
  return result;
}

template <class W>
void SsspSolver<W>::run(Vertex source, SsspResult<W>& result) {
  if (source >= num_vertices_) {
    throw UsageError(fmt::format("source: {} is not a vertex; the graph has {} vertices", source,
                                 num_vertices_));
  }
  if (!result.tree_) result.tree_ = std::make_unique<detail::SsspTree<W>>();
  engine_->search(source, *result.tree_);
}

template <class W>
double SsspSolver<W>::delta() const {
  return engine_->delta();
}
template <class W>
SsspLayout SsspSolver<W>::layout() const {
  return engine_->layout();
}

template <class W>
WeightedGraph<W> lay_out_by_weight(const WeightedGraph<W>& graph, int threads) {
  const auto context = make_context(graph, SsspOptions{.threads = threads});
  return {graph.topology(), graph.weights(), detail::suitable_weight_layout(*context)};
}

AnyGraph lay_out_by_weight(const AnyGraph& graph, int threads) {
  return std::visit(
      [&]<class G>(const G& typed) -> AnyGraph {
        if constexpr (!std::is_same_v<G, Graph>) {
          try {
            return lay_out_by_weight(typed, threads);
          } catch (const WeightError&) {
            // Such a graph has no shortest paths, but forests.
          }
        }
        return typed;
      },
      graph);
}

template class SsspSolver<float>;
template class SsspSolver<double>;
template class SsspSolver<std::uint32_t>;

template WeightedGraph<float> lay_out_by_weight(const WeightedGraph<float>&, int);
template WeightedGraph<double> lay_out_by_weight(const WeightedGraph<double>&, int);
template WeightedGraph<std::uint32_t> lay_out_by_weight(const WeightedGraph<std::uint32_t>&, int);

}  // namespace strider
