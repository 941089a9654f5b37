// How much there can be of everything in searches from several sources side by side.
#pragma once

#include <cstdint>

#include "base/memory.hpp"
#include "ranks/one_d/graph_1d.hpp"
#include "ranks/one_d/peer_ghosts.hpp"

namespace strider::detail {

/// Local ids of other ranks' vertices here, and of this rank's there.
struct CutSizes {
  std::uint64_t local_ids = 0;
  std::uint64_t subscribed = 0;
};
[[nodiscard]] inline CutSizes cut_sizes(const Graph1d& graph) {
  CutSizes sizes;
  for (int r = 0; r < graph.owners.num_ranks(); ++r) {
    const PeerGhosts peer = ghosts_with(graph, r);
    sizes.local_ids += peer.range_size;
    sizes.subscribed += peer.num_subscribed;
  }
  return sizes;
}

/// The most bytes of one vertex's news, its numbers with their exponents; and of a message besides.
[[nodiscard]] constexpr std::uint64_t most_entry_bytes(unsigned batch_size) {
  return 5 + 8 + std::uint64_t{batch_size} * (sizeof(double) + sizeof(std::int32_t));
}
inline constexpr std::uint64_t kMostMessageHeader = 24;

/// Of the messages to or from all ranks, with news of so many vertices.
[[nodiscard]] inline std::uint64_t most_message_bytes(const Graph1d& graph, std::uint64_t entries,
                                                      unsigned batch_size) {
  return saturating_add(
      saturating_mul(entries, most_entry_bytes(batch_size)),
      saturating_mul(static_cast<std::uint64_t>(graph.owners.num_ranks()), kMostMessageHeader));
}

/// body(local_id, arc) for each neighbour of own vertex v but itself, parallel edges once.
template <class F>
void for_each_neighbor(const Graph1d& graph, std::uint32_t v, F&& body) {
  const Csr& rows = graph.rows;
  const EdgeIndex begin = rows.offsets()[v];
  const EdgeIndex end = rows.offsets()[v + 1ULL];
  for (EdgeIndex arc = begin; arc < end; ++arc) {
    const std::uint32_t local_id = rows.targets()[arc];
    if (local_id == v || (arc > begin && rows.targets()[arc - 1] == local_id)) continue;
    body(local_id, arc);
  }
}

}  // namespace strider::detail
