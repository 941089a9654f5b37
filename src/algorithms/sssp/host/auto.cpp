// Auto: the method that suits the graph, judged by a quick look.
#include "algorithms/sssp/engine.hpp"
#include "algorithms/sssp/expected_reach.hpp"
#include "algorithms/sssp/host/adjacency.hpp"
#include "graph/layout/choose.hpp"
#include "graph/layout/pay_back.hpp"

namespace strider::detail {
namespace {

/// A heap is done with fewer arcs before a team of threads has started.
constexpr EdgeIndex kArcsForThreads = 1U << 12U;
/// With fewer arcs, a search takes no longer than to choose how to search.
constexpr EdgeIndex kMinArcs = 1U << 14U;
/// The engines for low and for high diameter walk edges from both ends, and know no bounds.
template <class W>
bool suits_diameter_engines(const SsspContext<W>& context) {
  const SsspOptions& options = context.options;
  return !context.graph.topology().is_directed() && context.out().num_arcs() >= kMinArcs &&
         !options.target &&
         largest_up_to<SsspDistance<W>>(options.cutoff) == kUnreachedDistance<SsspDistance<W>>;
}

/// Of kron20, urand20, a grid and roads the layout takes as long as 2.5, 2.3, 2 and 2.6 searches of
/// the graph as it is, and makes them 4.5, 4, 2 and 1.5 times as fast.
constexpr LayoutCost kLayoutCost{.as_long_as = 3, .pays_for = 8};

/// By the engine for low or that for high diameter, as the graph is or laid out.
template <class W>
class LaysOutWhenDue final : public SsspEngine<W> {
 public:
  LaysOutWhenDue(SsspContextPtr<W> context, bool is_deep, const ArcSample<W>& sample)
      : context_(std::move(context)),
        is_deep_(is_deep),
        sample_(sample),
        pay_back_(context_->options.preparing, context_->options.num_searches, kLayoutCost) {
    pay_back_.lay_out_at_start([&] { engine_ = make_engine(make_layout()); });
    if (!engine_) engine_ = make_engine(nullptr);
  }

  void search(Vertex source, SsspTree<W>& tree) override {
    pay_back_.lay_out_when_due([&] { engine_ = make_engine(make_layout()); });
    engine_->search(source, tree);
  }
  [[nodiscard]] double delta() const override { return engine_->delta(); }
  [[nodiscard]] SsspLayout layout() const override { return engine_->layout(); }

 private:
  [[nodiscard]] WeightLayoutPtr<W> make_layout() const {
    RowOrder order = RowOrder::kLocality;
    if (!is_deep_) order = has_hubs(context_->out()) ? RowOrder::kDegree : RowOrder::kGraph;
    return make_weight_layout(context_->graph, context_->facts.max_finite, order,
                              context_->options.threads);
  }
  [[nodiscard]] std::unique_ptr<SsspEngine<W>> make_engine(WeightLayoutPtr<W> layout) const {
    return is_deep_ ? make_blocked_delta_stepping(context_, std::move(layout))
                    : make_push_pull_delta_stepping(context_, std::move(layout), sample_);
  }

  SsspContextPtr<W> context_;
  bool is_deep_;
  ArcSample<W> sample_;
  PayBack pay_back_;
  std::unique_ptr<SsspEngine<W>> engine_;
};

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
  return std::make_unique<LaysOutWhenDue<W>>(std::move(context), is_deep, sample);
}

template std::unique_ptr<SsspEngine<float>> make_auto_sssp(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_auto_sssp(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_auto_sssp(SsspContextPtr<std::uint32_t>);

}  // namespace strider::detail
