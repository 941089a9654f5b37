// Auto: the method that suits the graph.
#include "algorithms/bfs/engine.hpp"

namespace strider::detail {

std::unique_ptr<BfsEngine> make_auto(PreparedGraph graph, const BfsOptions& options) {
  return make_direction_optimizing(graph.graph(), options);
}

}  // namespace strider::detail
