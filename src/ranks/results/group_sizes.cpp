// How large groups are that vertices stand for.
#include "ranks/facade/dist_graph.hpp"
#include "ranks/results/label_counts.hpp"
#include "strider/vertex_values.hpp"

namespace strider {

std::vector<std::uint64_t> group_sizes(const DistGraph& graph,
                                       const DistVertexValues<GlobalVertex>& result) {
  const DistGraph::State& state = *graph.state();
  return detail::count_labels(state.comm(), state.owners, result.values.span());
}

}  // namespace strider
