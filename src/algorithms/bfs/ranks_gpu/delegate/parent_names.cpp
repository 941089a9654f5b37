#include "algorithms/bfs/ranks_gpu/delegate/parent_names.hpp"

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/parent_ids.hpp"
#include "base/parallel.hpp"

namespace strider::detail {

void name_parents(const GraphDelegate& graph, std::span<const std::uint32_t> parent_ids,
                  int threads, std::span<GlobalVertex> parents) {
  const int ranks = graph.owners.num_ranks();
  parallel_for(0, parents.size(), threads, [&](std::size_t v) {
    const std::uint32_t parent_id = parent_ids[v];
    if (parent_id == kNoParentId || parent_id == kOpenParentId) {
      parents[v] = kNoGlobalVertex;
    } else if (is_arrived_id(parent_id, ranks)) {
      parents[v] = kArrivedFrom + rank_of_arrived(parent_id);
    } else {
      parents[v] = graph.named(parent_id, graph.rank);
    }
  });
}

}  // namespace strider::detail
