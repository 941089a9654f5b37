#include <algorithm>

#include "algorithms/sssp/ranks_gpu/rank_paths.hpp"
#include "comm/encoding/valued_set.hpp"

namespace strider::detail {

std::size_t bound_of_paths(const MessagePeer& peer, std::size_t value_bytes,
                           comm::Encoding encoding) {
  std::size_t bound = 0;
  for (const MessagePlaces* places : {&peer.theirs, &peer.ours}) {
    if (places->count == 0) continue;
    const std::size_t of_set =
        value_bytes == sizeof(std::uint32_t)
            ? comm::valued_bound<std::uint32_t>(places->universe, places->count, encoding)
            : comm::valued_bound<std::uint64_t>(places->universe, places->count, encoding);
    bound = std::max(bound, of_set);
  }
  return bound;
}

RankPathsSizes rank_paths_sizes(const RankShape& shape, std::span<const MessagePeer> peers,
                                std::size_t value_bytes, comm::Encoding encoding,
                                MessagePlace place) {
  RankPathsSizes sizes{.shape = shape,
                       .most_listed = shape.num_rows - shape.num_own,
                       .encoding = encoding,
                       .place = place};
  for (const MessagePeer& peer : peers) {
    for (const MessagePlaces* places : {&peer.theirs, &peer.ours}) {
      sizes.numbers += places->local_ids.size() + places->names.size();
      if (places->count > 0) {
        sizes.most_listed = std::max({sizes.most_listed, places->count, places->universe});
      }
    }
    sizes.message_bytes =
        std::max<std::uint64_t>(sizes.message_bytes, bound_of_paths(peer, value_bytes, encoding));
  }
  return sizes;
}

}  // namespace strider::detail
