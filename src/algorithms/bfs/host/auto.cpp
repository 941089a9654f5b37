// Auto: the method that suits the graph, judged by its layout or else by a quick look.
#include "algorithms/bfs/engine.hpp"
#include "graph/layout/choose.hpp"

namespace strider::detail {

std::unique_ptr<BfsEngine> make_auto(PreparedGraph graph, const BfsOptions& options) {
  switch (graph.layout()) {
    case Layout::kDegree:
      return make_degree_ordered(std::move(graph), options);
    case Layout::kLocality:
      return make_block_ordered(std::move(graph), options);
    case Layout::kNone:
      break;
  }
  // On a deep graph levels are many and small: barriers cost more than edges.
  return has_high_diameter(graph.graph()) ? make_high_diameter(graph.graph(), options)
                                          : make_direction_optimizing(graph.graph(), options);
}

}  // namespace strider::detail
