// Parents that other ranks of a row of the grid know, asked for and reported of first, then sent.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "ranks/two_d/grid_exchange.hpp"

namespace strider::detail {

/// `remote` is what a rank knows of the parents of others, RemoteParents of a host or of a device:
///   write_requests(grid_column, room)   own vertices whose parent that rank found top-down
///   write_reported(grid_column, room)   its vertices that this rank found bottom-up: no other did
///       or write_requests(messages), write_reported(messages) for all of the row together
///   take_requests, take_reported(grid_column, message)
///   count_words(grid_column), write(grid_column, room)
///       parents of those reported, then of those it requested, both ascending, packed bit by bit
///   expect_words(grid_column), take(grid_column, words)
///       the other way: of those that rank reported, then of those requested
/// Collective on the ranks of a row.
template <class Remote>
void exchange_parents(GridExchange& grid, Remote& remote) {
  if (grid.num_columns() == 1) return;
  grid.exchange_in_row(std::bind_front(&Remote::write_requests, &remote),
                       [&](int rank, auto message) { remote.take_requests(rank, message); });
  grid.exchange_in_row(std::bind_front(&Remote::write_reported, &remote),
                       [&](int rank, auto message) { remote.take_reported(rank, message); });
  grid.send_words_in_row([&](int rank) { return remote.count_words(rank); },
                         [&](int rank) { return remote.expect_words(rank); },
                         [&](int rank, auto room) { remote.write(rank, room); },
                         [&](int rank, auto words) { remote.take(rank, words); });
}

}  // namespace strider::detail
