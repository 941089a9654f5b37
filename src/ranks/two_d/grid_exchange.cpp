#include "ranks/two_d/grid_exchange.hpp"

#include "ranks/search/round_peers.hpp"

namespace strider::detail {
namespace {

using Peers = std::vector<comm::RoundExchange::Peer>;

/// Sends to the left, receives from the right.
Peers ring(int own, int ranks, std::size_t bound) {
  if (ranks == 1) return {};
  return {{(own + ranks - 1) % ranks, bound, 0}, {(own + 1) % ranks, 0, bound}};
}

}  // namespace

GridExchange::GridExchange(const comm::Communicator& world, const GridPlace& place,
                           comm::Encoding encoding)
    : world_(world),
      place_(place),
      encoding_(encoding),
      row_(world.split(place.row(), place.column())),
      column_(world.split(place.column(), place.row())),
      ring_(row_.duplicate()) {}

void GridExchange::declare(Workspace& workspace,
                           const std::shared_ptr<comm::MessageMemory>& messages) {
  const Grid& grid = place_.grid();
  const std::size_t bound = comm::bound(place_.block_size(), encoding_);
  const std::size_t sums = grid.columns == 1 ? sizeof(LevelSums) : 0;
  const auto of_any = [](std::size_t bytes) { return [bytes](int /*rank*/) { return bytes; }; };
  declare_rounds(workspace, column_, of_any(bound + sums), in_column_, messages);
  declare_rounds(workspace, row_, of_any(bound), in_row_, messages);
  declare_rounds(workspace, ring_, ring(place_.column(), grid.columns, bound), round_row_,
                 messages);
}

}  // namespace strider::detail
