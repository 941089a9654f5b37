// Auto: the method that suits the graph, judged by a quick look.
#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/host/layout_rows.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {
namespace {

/// A heap is done with fewer arcs before a team of threads has started.
constexpr EdgeIndex kArcsForThreads = 1U << 12U;
/// A layout does not pay where any search is over before it could help.
constexpr EdgeIndex kMinLayoutArcs = 1U << 14U;
/// Times the mean weight that the heaviest may be: beyond it, rings of buckets would be too long.
constexpr double kWidestSpread = 512;

/// The layouts' engines walk edges from both ends, and know no bounds.
template <class W>
bool wants_layout(const SsspContext<W>& context) {
  const SsspOptions& options = context.options;
  return options.layout == SsspLayout::kAuto && !context.graph.topology().is_directed() &&
         context.out().num_arcs() >= kMinLayoutArcs && !options.target &&
         largest_up_to<SsspDistance<W>>(options.cutoff) == kUnreachedDistance<SsspDistance<W>>;
}

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_auto_sssp(SsspContextPtr<W> context) {
  if (context->out().num_arcs() < kArcsForThreads) return make_dijkstra(std::move(context));
  if (!wants_layout(*context)) return make_delta_stepping(std::move(context));
  const W max_weight = context->facts.max_finite;
  const int threads = context->options.threads;
  if (!has_high_diameter(context->graph.topology())) {
    const RowOrder order = has_hubs(context->out()) ? RowOrder::kDegree : RowOrder::kGraph;
    auto layout = make_weight_layout(context->graph, max_weight, order, threads);
    return make_push_pull_delta_stepping(std::move(context), std::move(layout));
  }
  // Vertices are settled in many small steps.
  if (static_cast<double>(max_weight) > kWidestSpread * context->facts.mean) {
    return make_delta_stepping(std::move(context));
  }
  auto layout = make_weight_layout(context->graph, max_weight, RowOrder::kLocality, threads);
  return make_blocked_delta_stepping(std::move(context), std::move(layout));
}

template std::unique_ptr<SsspEngine<float>> make_auto_sssp(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_auto_sssp(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_auto_sssp(SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
