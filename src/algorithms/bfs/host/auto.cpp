// Auto: the method that suits the graph, judged by its layout or else by a quick look.
#include <memory>
#include <utility>

#include "algorithms/bfs/engine.hpp"
#include "graph/layout/choose.hpp"

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

 private:
  std::unique_ptr<BfsEngine> whole_;
  std::unique_ptr<BfsEngine> any_;
  Graph graph_;
  BfsOptions options_;
};

}  // namespace

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
