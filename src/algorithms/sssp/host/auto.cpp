// Auto: the method that suits the graph, judged by a quick look.
#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/host/adjacency.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {
namespace {

/// A heap is done with fewer arcs before a team of threads has started.
constexpr EdgeIndex kArcsForThreads = 1U << 12U;
/// With fewer arcs, a search takes no longer than to choose how to search.
constexpr EdgeIndex kMinArcs = 1U << 14U;
/// Times the mean weight that the heaviest may be: beyond it, rings of buckets would be too long.
/// And times the reach of a search that the mean may be: beyond it, light arcs are so light that
/// bounds and buckets made for them would be far too many for the others.
constexpr double kWidestSpread = 512;

/// The engines for low and for high diameter walk edges from both ends, and know no bounds.
template <class W>
bool suits_diameter_engines(const SsspContext<W>& context) {
  const SsspOptions& options = context.options;
  return !context.graph.topology().is_directed() && context.out().num_arcs() >= kMinArcs &&
         !options.target &&
         largest_up_to<SsspDistance<W>>(options.cutoff) == kUnreachedDistance<SsspDistance<W>>;
}

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_auto_sssp(SsspContextPtr<W> context) {
  if (context->out().num_arcs() < kArcsForThreads) return make_dijkstra(std::move(context));
  if (!suits_diameter_engines(*context)) return make_delta_stepping(std::move(context));
  const W max_weight = context->facts.max_finite;
  const bool is_deep = has_high_diameter(context->graph.topology());
  const ArcSample<W> sample(context->graph);
  // Of a deep graph, vertices are settled in many small steps.
  const double heaviest = is_deep ? static_cast<double>(max_weight) : context->facts.mean;
  const double lightest = is_deep ? context->facts.mean : expected_reach(sample, max_weight);
  if (lightest == 0 || heaviest > kWidestSpread * lightest) {
    return make_delta_stepping(std::move(context));
  }
  WeightLayoutPtr<W> layout;
  if (context->options.layout != SsspLayout::kNone) {
    const auto flat = [&] {
      return has_hubs(context->out()) ? RowOrder::kDegree : RowOrder::kGraph;
    };
    layout = make_weight_layout(context->graph, max_weight, is_deep ? RowOrder::kLocality : flat(),
                                context->options.threads);
  }
  return is_deep ? make_blocked_delta_stepping(std::move(context), std::move(layout))
                 : make_push_pull_delta_stepping(std::move(context), std::move(layout), sample);
}

template std::unique_ptr<SsspEngine<float>> make_auto_sssp(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_auto_sssp(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_auto_sssp(SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
