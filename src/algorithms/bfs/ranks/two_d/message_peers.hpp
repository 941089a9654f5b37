// Whom a rank of a grid exchanges messages with, and how large they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "comm/encoding/encoding.hpp"
#include "comm/round_exchange.hpp"
#include "partition/grid.hpp"

namespace strider::detail {

/// What a rank of a grid of one column says of its part of the next frontier, before the set of it.
struct LevelEnd {
  std::uint64_t vertices = 0;  ///< kFailed: this rank cannot continue
  std::uint64_t edges = 0;
  static constexpr std::uint64_t kFailed = ~std::uint64_t{0};
};
/// So that the set behind it stays aligned.
static_assert(sizeof(LevelEnd) % sizeof(std::uint64_t) == 0);

/// Messages of the search are sets of places in a block. By rank in the communicators of the
/// column and the row.
struct GridPeers {
  using Peers = std::vector<comm::RoundExchange::Peer>;
  Peers to_column;
  Peers to_row;
  Peers round_row;

  [[nodiscard]] std::uint64_t memory_bytes() const {
    return comm::RoundExchange::memory_bytes(to_column) +
           comm::RoundExchange::memory_bytes(to_row) + comm::RoundExchange::memory_bytes(round_row);
  }
};

[[nodiscard]] inline GridPeers::Peers all_but(int own, int ranks, std::size_t bound) {
  GridPeers::Peers peers;
  for (int r = 0; r < ranks; ++r) {
    if (r != own) peers.push_back({r, bound, bound});
  }
  return peers;
}
/// Sends to the left, receives from the right.
[[nodiscard]] inline GridPeers::Peers ring(int own, int ranks, std::size_t bound) {
  if (ranks == 1) return {};
  return {{(own + ranks - 1) % ranks, bound, 0}, {(own + 1) % ranks, 0, bound}};
}

[[nodiscard]] inline GridPeers grid_peers(const GridPlace& place, comm::Encoding encoding) {
  const Grid& grid = place.grid();
  const std::size_t bound = comm::bound(place.block_size(), encoding);
  const std::size_t end = grid.columns == 1 ? sizeof(LevelEnd) : 0;
  return {.to_column = all_but(place.row(), grid.rows, bound + end),
          .to_row = all_but(place.column(), grid.columns, bound),
          .round_row = ring(place.column(), grid.columns, bound)};
}

}  // namespace strider::detail
