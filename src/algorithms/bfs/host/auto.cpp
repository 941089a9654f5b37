// Auto: the method that suits the graph, judged by its layout or else by a quick look.
#include <memory>
#include <utility>

#include "algorithms/bfs/engine.hpp"
#include "graph/layout/choose.hpp"
#include "graph/layout/pay_back.hpp"

namespace strider::detail {

namespace {

/// Has one engine for a whole search from one source, which may only be good for that, and another,
/// from when it is first needed on, for all else.
class ByQuery final : public BfsEngine {
 public:
  ByQuery(std::unique_ptr<BfsEngine> whole, Graph graph, const BfsOptions& options)
      : whole_(std::move(whole)), graph_(std::move(graph)), options_(options) {}

  void search(const BfsQuery& query, BfsTree& tree) override {
    if (query.sources.size() == 1 && query.depth == kUnreached) {
      whole_->search(query, tree);
      return;
    }
    if (!any_) any_ = make_high_diameter(graph_, options_);
    any_->search(query, tree);
  }
  [[nodiscard]] Layout layout() const override { return whole_->layout(); }

 private:
  std::unique_ptr<BfsEngine> whole_;
  std::unique_ptr<BfsEngine> any_;
  Graph graph_;
  BfsOptions options_;
};

/// Of kron20, kron22, urand20, a grid and roads the layout takes as long as 13, 13, 9, 16 and 14
/// searches of the graph as it is, and makes them 3, 3.5, 3.5, 1.8 and 2 times as fast.
constexpr LayoutCost kLayoutCost{.as_long_as = 16, .pays_for = 36};

/// Lays the graph out at once, or when it has been searched for as long as that takes.
class LaysOutWhenDue final : public BfsEngine {
 public:
  LaysOutWhenDue(Graph graph, const BfsOptions& options)
      : graph_(std::move(graph)),
        options_(options),
        pay_back_(options.preparing, options.num_searches, kLayoutCost) {
    pay_back_.lay_out_at_start([&] { lay_out(); });
    if (!engine_) engine_ = make_auto(PreparedGraph(graph_), options_);
  }

  void search(const BfsQuery& query, BfsTree& tree) override {
    const bool is_whole = query.sources.size() == 1 && query.depth == kUnreached;
    if (is_whole) pay_back_.lay_out_when_due([&] { lay_out(); });
    engine_->search(query, tree);
  }
  [[nodiscard]] Layout layout() const override { return engine_->layout(); }

 private:
  /// Where a layout suits the graph.
  void lay_out() {
    PreparedGraph laid_out = prepare(graph_, {.threads = options_.threads});
    if (laid_out.layout() != Layout::kNone) engine_ = make_auto(std::move(laid_out), options_);
  }

  Graph graph_;
  BfsOptions options_;
  PayBack pay_back_;
  std::unique_ptr<BfsEngine> engine_;
};

}  // namespace

std::unique_ptr<BfsEngine> make_auto(Graph graph, const BfsOptions& options) {
  return std::make_unique<LaysOutWhenDue>(std::move(graph), options);
}

std::unique_ptr<BfsEngine> make_auto(PreparedGraph graph, const BfsOptions& options) {
  switch (graph.layout()) {
    case Layout::kDegree:
      return make_degree_ordered(std::move(graph), options);
    case Layout::kLocality:
      // Trees that hang off the core are left out of its search, which holds for one root only.
      return std::make_unique<ByQuery>(make_block_ordered(graph, options), graph.graph(), options);
    case Layout::kNone:
      break;
  }
  // On a deep graph levels are many and small: barriers cost more than edges.
  return has_high_diameter(graph.graph()) ? make_high_diameter(graph.graph(), options)
                                          : make_direction_optimizing(graph.graph(), options);
}

}  // namespace strider::detail

namespace strider {

bool bfs_layout_pays(std::uint64_t num_searches) {
  return num_searches >= detail::kLayoutCost.pays_for;
}

}  // namespace strider
