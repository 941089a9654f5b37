// Auto: the method that suits the graph.
#include "algorithms/bfs/engine.hpp"

namespace strider::detail {

std::unique_ptr<BfsEngine> make_auto(PreparedGraph graph, const BfsOptions& options) {
  if (graph.degree_layout()) return make_degree_ordered(std::move(graph), options);
  return make_direction_optimizing(graph.graph(), options);
}

}  // namespace strider::detail
