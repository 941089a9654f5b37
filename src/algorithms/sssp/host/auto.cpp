// Auto: the method that suits the graph, judged by a quick look.
#include <optional>
#include <utility>

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

/// What the choice between the engines for low and for high diameter rests on.
template <class W>
struct GraphProfile {
  bool is_deep;
  ArcSample<W> sample;
};

/// Nothing where neither of these engines suits.
template <class W>
std::optional<GraphProfile<W>> profile_of(const SsspContext<W>& context) {
  if (!suits_diameter_engines(context)) return std::nullopt;
  const auto& layout = context.graph.layout();
  const bool is_deep =
      layout ? layout->order == RowOrder::kLocality : has_high_diameter(context.graph.topology());
  GraphProfile<W> profile{is_deep, ArcSample<W>(context.graph)};
  // Of a deep graph, vertices are settled in many small steps.
  const W most = context.facts.max_finite;
  const double heaviest = is_deep ? static_cast<double>(most) : context.facts.mean;
  const double lightest = is_deep ? context.facts.mean : expected_reach(profile.sample, most);
  if (lightest == 0 || heaviest > kWidestSpread * lightest) return std::nullopt;
  return profile;
}

template <class W>
WeightLayoutPtr<W> make_layout(const SsspContext<W>& context, bool is_deep) {
  RowOrder order = RowOrder::kLocality;
  if (!is_deep) order = has_hubs(context.out()) ? RowOrder::kDegree : RowOrder::kGraph;
  return make_weight_layout(context.graph, context.facts.max_finite, order,
                            context.options.threads);
}

/// The layout that the graph brings; null where that is not to be searched. Buckets are as many as
/// the largest weight asks for, so that a layout of other weights would lead out of them.
template <class W>
WeightLayoutPtr<W> stored_layout(const SsspContext<W>& context) {
  const auto& layout = context.graph.layout();
  if (context.options.preparing == Preparing::kNever || !layout) return nullptr;
  return layout->max_finite == context.facts.max_finite ? layout : nullptr;
}

/// The engine for low or that for high diameter, first of the graph as it is, then of its layout.
template <class W>
class LaysOutWhenDue final : public SsspEngine<W> {
 public:
  LaysOutWhenDue(SsspContextPtr<W> context, GraphProfile<W> profile)
      : context_(std::move(context)),
        profile_(std::move(profile)),
        stored_(stored_layout(*context_)),
        pay_back_(stored_ ? Preparing::kNever : context_->options.preparing,
                  context_->options.num_searches, kLayoutCost) {
    pay_back_.lay_out_at_start([&] { lay_out(); });
    if (!engine_) engine_ = make_engine(std::move(stored_));
  }

  void search(Vertex source, SsspTree<W>& tree) override {
    pay_back_.lay_out_when_due([&] { lay_out(); });
    engine_->search(source, tree);
  }
  [[nodiscard]] double delta() const override { return engine_->delta(); }
  [[nodiscard]] SsspLayout layout() const override { return engine_->layout(); }

 private:
  void lay_out() { engine_ = make_engine(make_layout(*context_, profile_.is_deep)); }
  [[nodiscard]] std::unique_ptr<SsspEngine<W>> make_engine(WeightLayoutPtr<W> layout) const {
    return profile_.is_deep
               ? make_blocked_delta_stepping(context_, std::move(layout))
               : make_push_pull_delta_stepping(context_, std::move(layout), profile_.sample);
  }

  SsspContextPtr<W> context_;
  GraphProfile<W> profile_;
  WeightLayoutPtr<W> stored_;
  PayBack pay_back_;
  std::unique_ptr<SsspEngine<W>> engine_;
};

}  // namespace

template <class W>
std::unique_ptr<SsspEngine<W>> make_auto_sssp(SsspContextPtr<W> context) {
  if (context->out().num_arcs() < kArcsForThreads) return make_dijkstra(std::move(context));
  std::optional<GraphProfile<W>> profile = profile_of(*context);
  if (!profile) return make_delta_stepping(std::move(context));
  return std::make_unique<LaysOutWhenDue<W>>(std::move(context), *std::move(profile));
}

template <class W>
std::shared_ptr<const WeightLayout<W>> suitable_weight_layout(const SsspContext<W>& context) {
  if (WeightLayoutPtr<W> stored = stored_layout(context)) return stored;
  const std::optional<GraphProfile<W>> profile = profile_of(context);
  return profile ? make_layout(context, profile->is_deep) : nullptr;
}

template std::unique_ptr<SsspEngine<float>> make_auto_sssp(SsspContextPtr<float>);
template std::unique_ptr<SsspEngine<double>> make_auto_sssp(SsspContextPtr<double>);
template std::unique_ptr<SsspEngine<std::uint32_t>> make_auto_sssp(SsspContextPtr<std::uint32_t>);

template std::shared_ptr<const WeightLayout<float>> suitable_weight_layout(
    const SsspContext<float>&);
template std::shared_ptr<const WeightLayout<double>> suitable_weight_layout(
    const SsspContext<double>&);
template std::shared_ptr<const WeightLayout<std::uint32_t>> suitable_weight_layout(
    const SsspContext<std::uint32_t>&);

}  // namespace strider::detail
