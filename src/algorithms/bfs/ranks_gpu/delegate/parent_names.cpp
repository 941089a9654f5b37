#include "algorithms/bfs/ranks_gpu/delegate/parent_names.hpp"

#include "algorithms/bfs/ranks/delegate/local.hpp"
#include "algorithms/bfs/ranks_gpu/delegate/tags.hpp"
#include "base/parallel.hpp"

namespace strider::detail {

void name_parents(const GraphDelegate& graph, std::span<const std::uint32_t> tags, int threads,
                  std::span<GlobalVertex> parents) {
  const int ranks = graph.owners.num_ranks();
  parallel_for(0, parents.size(), threads, [&](std::size_t v) {
    const std::uint32_t tag = tags[v];
    if (tag == kNoParentTag || tag == kOpenTag) {
      parents[v] = kNoGlobalVertex;
    } else if (is_arrived_tag(tag, ranks)) {
      parents[v] = kArrivedFrom + rank_of_arrived(tag);
    } else {
      parents[v] = graph.named(tag, graph.rank);
    }
  });
}

}  // namespace strider::detail
