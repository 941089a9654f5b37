// How much memory a search takes, by its arrays in local_search.cpp.
#include "algorithms/bfs/ranks/delegate/host/outgoing.hpp"
#include "algorithms/bfs/ranks/delegate/local.hpp"

namespace strider::detail {

std::uint64_t predict_host_delegate_bytes(const GraphDelegate& graph,
                                          const DelegateBfsSettings& settings) {
  // Bitmaps: rows with arcs of nn and nd, normal and visited vertices; rows with arcs of dn and dd,
  // and five of what is known of delegates. A vertex stands in the queue, and in the result.
  constexpr std::uint64_t kVertex =
      sizeof(Vertex) + sizeof(GlobalVertex) + sizeof(std::uint8_t) + sizeof(Level);
  constexpr std::uint64_t kDelegate = sizeof(ParentId) + sizeof(std::uint8_t) + sizeof(Level);
  const std::uint64_t vertices = graph.num_local;
  const std::uint64_t delegates = graph.num_delegates;
  const std::uint64_t merged =
      settings.local_all_to_all == LocalAllToAll::kOn ? (vertices + 64) / 8 : 0;
  return merged + vertices * kVertex + 4 * vertices / 8 + delegates * kDelegate +
         7 * delegates / 8 + graph.own_delegates.size() * 2 * sizeof(GraphDelegate::Own) +
         OutgoingVertices::predict_bytes(graph, settings.uniquify);
}

}  // namespace strider::detail
